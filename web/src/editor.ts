// The entry point of the editor page: asks the server what it can do, and starts.

import { ask } from "./shared/api";
import { byId } from "./shared/dom";
import { themeButton } from "./shared/theme";
import { App, type ServerSettings } from "./editor/app";
import { panelButtons } from "./editor/drawer";

const USUAL: ServerSettings = {
  system: "",
  improves: true,
  sensitivity: null,
  longest: 5000,
  mostIgnored: 10_000,
};

interface Said {
  system: string;
  verbs: string[];
  sensitivity: number | null;
  max_characters: number;
  max_ignored: number;
}

async function serverSettings(): Promise<ServerSettings> {
  try {
    const said = await ask<Said>("/api/settings");
    return {
      system: said.system,
      improves: said.verbs.includes("improve"),
      sensitivity: said.sensitivity,
      longest: Math.min(USUAL.longest, said.max_characters),
      mostIgnored: said.max_ignored,
    };
  } catch {
    // The text can be read and written all the same; checking will say what is wrong.
    return USUAL;
  }
}

themeButton(byId<HTMLButtonElement>("theme"));
panelButtons();
new App(await serverSettings());
