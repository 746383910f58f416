// The entry point of the page that compares runs.

import { Page } from "./compare/page";
import { byId } from "./shared/dom";
import { themeButton } from "./shared/theme";

themeButton(byId<HTMLButtonElement>("theme"));
await new Page().start();
