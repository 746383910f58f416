// What the server says it is and can do, with what holds where it says nothing.

import { ask } from "../shared/api";
import { Kinds, type SaidKind } from "./kinds";

// More than this in one request is checked in pieces, whatever the server would take.
const LONGEST_PIECE = 6000;

export interface ServerSettings {
  system: string;
  /** Whether the system finds words worth improving, or only suggests others for a word. */
  improves: boolean;
  kinds: Kinds;
  /** The levels that a writer can choose from; none if the system has no such dial. */
  confidences: readonly string[];
  confidence: string | null;
  genres: readonly string[];
  /** The share of words that is marked, for systems that go by a share. */
  sensitivity: number | null;
  /** The longest text of a request. */
  longest: number;
  mostIgnored: number;
}

interface Said {
  system: string;
  verbs: string[];
  kinds: (SaidKind | string)[];
  confidences?: string[];
  confidence?: string | null;
  genres?: string[];
  sensitivity: number | null;
  max_characters: number;
  max_ignored: number;
}

/** The settings of the server; where it does not answer, such that the text can be written. */
export async function serverSettings(): Promise<ServerSettings> {
  try {
    return settingsOf(await ask<Said>("/api/settings"));
  } catch {
    const unknown = { system: "", verbs: ["improve"], kinds: [], sensitivity: null };
    return settingsOf({ ...unknown, max_characters: LONGEST_PIECE, max_ignored: 10_000 });
  }
}

function settingsOf(said: Said): ServerSettings {
  return {
    system: said.system,
    improves: said.verbs.includes("improve"),
    kinds: new Kinds(said.kinds),
    confidences: said.confidences ?? [],
    confidence: said.confidence ?? null,
    genres: said.genres ?? [],
    sensitivity: said.sensitivity,
    longest: Math.min(LONGEST_PIECE, said.max_characters),
    mostIgnored: said.max_ignored,
  };
}
