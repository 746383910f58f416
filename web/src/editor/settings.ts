// What the writer has set: kept by the browser, told to whoever depends on it.

import { keep, kept } from "../shared/store";
import { plain } from "./words";

interface Values {
  /** How sure a mark must be, which genre the text is, what share to mark; null: the server's choice. */
  confidence: string | null;
  genre: string | null;
  sensitivity: number | null;
  /** Names of kinds that are not shown. */
  hidden: readonly string[];
  ignored: readonly string[];
  longSentences: boolean;
}

const USUAL: Values = {
  confidence: null,
  genre: null,
  sensitivity: null,
  hidden: [],
  ignored: [],
  longSentences: false,
};

export class Settings {
  private current = sound(kept("settings", isObject) ?? {});
  private readonly listeners: (() => void)[] = [];

  get values(): Readonly<Values> {
    return this.current;
  }

  /** Be told when something is set. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  set(changes: Partial<Values>): void {
    this.current = { ...this.current, ...changes };
    keep("settings", this.current);
    for (const listener of this.listeners) listener();
  }

  showKind(name: string, isShown: boolean): void {
    const others = this.current.hidden.filter((kind) => kind !== name);
    this.set({ hidden: isShown ? others : [...others, name].sort() });
  }

  ignore(word: string): void {
    const name = plain(word).trim().replace(/\s+/g, " ");
    if (name !== "") this.set({ ignored: [...new Set([...this.current.ignored, name])].sort() });
  }

  heed(word: string): void {
    this.set({ ignored: this.current.ignored.filter((ignored) => ignored !== word) });
  }
}

/** What was kept, as far as it is still what it should be. */
function sound(given: Record<string, unknown>): Values {
  const { confidence, genre, sensitivity, hidden, ignored, longSentences } = given;
  return {
    confidence: text(confidence),
    genre: text(genre),
    sensitivity: isShare(sensitivity) ? sensitivity : USUAL.sensitivity,
    hidden: texts(hidden),
    ignored: texts(ignored),
    longSentences: longSentences === true,
  };
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function isShare(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
