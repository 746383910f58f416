// The entry point of the editor page: asks the server what it can do, and starts.

import { byId } from "./shared/dom";
import { themeButton } from "./shared/theme";
import { App } from "./editor/app";
import { panelButtons } from "./editor/drawer";
import { serverSettings } from "./editor/server";

themeButton(byId<HTMLButtonElement>("theme"));
panelButtons();
new App(await serverSettings());
