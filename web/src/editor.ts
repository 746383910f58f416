// The entry point of the editor page: asks the server what it can do, and starts.

import { ask } from "./shared/api";
import { byId } from "./shared/dom";
import { themeButton } from "./shared/theme";
import { App, type ServerSettings } from "./editor/app";
import { panelButtons } from "./editor/drawer";

const USUAL: ServerSettings = { sensitivity: null, longest: 5000 };

interface Said {
  sensitivity: number | null;
  max_characters: number;
}

async function serverSettings(): Promise<ServerSettings> {
  try {
    const said = await ask<Said>("/api/settings");
    return { sensitivity: said.sensitivity, longest: Math.min(USUAL.longest, said.max_characters) };
  } catch {
    // The text can be read and written all the same; checking will say what is wrong.
    return USUAL;
  }
}

themeButton(byId<HTMLButtonElement>("theme"));
panelButtons();
new App(await serverSettings());
