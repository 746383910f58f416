// What the writer has set: kept by the browser, told to whoever depends on it.

import { keep, kept } from "../shared/store";
import { type Kind, KINDS } from "./answers";
import { plain } from "./words";

interface Values {
  /** Nothing: as the server has it. */
  sensitivity: number | null;
  kinds: Kind[];
  ignored: string[];
  anyWord: boolean;
}

const USUAL: Values = { sensitivity: null, kinds: [...KINDS], ignored: [], anyWord: true };

export class Settings {
  private values = sound(kept("settings", isObject) ?? {});
  private readonly listeners: (() => void)[] = [];

  get sensitivity(): number | null {
    return this.values.sensitivity;
  }

  get kinds(): readonly Kind[] {
    return this.values.kinds;
  }

  get ignored(): readonly string[] {
    return this.values.ignored;
  }

  get anyWord(): boolean {
    return this.values.anyWord;
  }

  /** Be told when something is set. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  set(changes: Partial<Values>): void {
    this.values = { ...this.values, ...changes };
    keep("settings", this.values);
    for (const listener of this.listeners) listener();
  }

  ignore(word: string): void {
    const name = plain(word).trim().replace(/\s+/g, " ");
    if (name !== "") this.set({ ignored: [...new Set([...this.ignored, name])].sort() });
  }

  heed(word: string): void {
    this.set({ ignored: this.ignored.filter((each) => each !== word) });
  }
}

/** What was kept, as far as it is still what it should be. */
function sound(given: Record<string, unknown>): Values {
  const { sensitivity, kinds, ignored, anyWord } = given;
  const texts = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  return {
    sensitivity: isShare(sensitivity) ? sensitivity : USUAL.sensitivity,
    kinds: Array.isArray(kinds) ? KINDS.filter((kind) => texts(kinds).includes(kind)) : USUAL.kinds,
    ignored: texts(ignored),
    anyWord: typeof anyWord === "boolean" ? anyWord : USUAL.anyWord,
  };
}

function isShare(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
