// Checking as the writer writes: after a pause, a short text as a whole, so that its marks are those
// of `motjuste check`; of a long one only the paragraphs that were not checked before. What is no
// longer wanted is aborted, and an answer counts only for paragraphs still in the text.

import type { EditorView } from "@codemirror/view";
import { ask, AwayError, isAborted } from "../shared/api";
import { asked, type Mark, marksOf, type SaidCheck } from "./answers";
import { checked, setMarks } from "./marks";
import { type Paragraph, paragraphs } from "./paragraphs";

const PAUSE = 500;
const BETWEEN = "\n\n";
// As much as is asked about at once: little enough that the first marks come soon.
const AT_ONCE = 2500;
// Paragraphs that are no longer in the text may come back, by undoing.
const SPARE = 500;

/** What a request asks for; null where the server is to choose. */
export interface Wishes {
  confidence: string | null;
  genre: string | null;
  sensitivity: number | null;
  ignored: readonly string[];
  form: string;
}

export type Progress =
  | { state: "checking" }
  | { state: "done"; genre: string | null; note: string | null }
  | { state: "away"; message: string; seconds: number }
  | { state: "refused"; message: string };

export class Checking {
  private readonly known = new Map<string, readonly Mark[]>();
  private timer = 0;
  private failures = 0;
  private genre: string | null = null;
  private note: string | null = null;
  private request: { texts: readonly string[]; controller: AbortController } | null = null;

  constructor(
    private readonly view: EditorView,
    private readonly wishes: () => Wishes,
    private readonly longest: number,
    private readonly tell: (progress: Progress) => void,
  ) {}

  /** Check what is new, after a pause (or after so many milliseconds). */
  soon(pause = PAUSE): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(), pause);
  }

  /** Check everything again: what is asked for has changed. */
  again(): void {
    this.known.clear();
    this.abort();
    this.soon(0);
  }

  private abort(): void {
    this.request?.controller.abort();
    this.request = null;
  }

  private async check(): Promise<void> {
    const wanted = this.wanted();
    this.show(wanted);
    const texts = new Set(wanted.map((paragraph) => paragraph.text));
    if (this.request?.texts.every((text) => texts.has(text))) return;
    this.abort();
    this.forget(texts);
    const next = this.next(this.visibleFirst(wanted));
    if (next.length === 0) return this.tell({ state: "done", genre: this.genre, note: this.note });
    this.tell({ state: "checking" });
    await this.ask(next);
  }

  /** A short text as one piece, a long one in its paragraphs. */
  private wanted(): Paragraph[] {
    const { doc } = this.view.state;
    if (doc.length > this.longest) return paragraphs(doc, this.longest);
    const text = doc.toString();
    return text.trim() === "" ? [] : [{ from: 0, to: doc.length, text }];
  }

  /** The texts of paragraphs, those that the writer sees before the others. */
  private visibleFirst(wanted: readonly Paragraph[]): Set<string> {
    const { from, to } = this.view.viewport;
    const isSeen = (paragraph: Paragraph) => paragraph.from <= to && from <= paragraph.to;
    const sorted = [...wanted.filter(isSeen), ...wanted.filter((each) => !isSeen(each))];
    return new Set(sorted.map((paragraph) => paragraph.text));
  }

  /** Some paragraphs that were not checked yet. */
  private next(texts: Set<string>): string[] {
    const found: string[] = [];
    let size = 0;
    for (const text of texts) {
      if (this.known.has(text)) continue;
      size += text.length + BETWEEN.length;
      if (found.length > 0 && size > Math.min(AT_ONCE, this.longest)) break;
      found.push(text);
    }
    return found;
  }

  private async ask(texts: readonly string[]): Promise<void> {
    const request = { texts, controller: new AbortController() };
    this.request = request;
    const body = { ...asked(texts.join(BETWEEN)), ...chosen(this.wishes()) };
    try {
      const { signal } = request.controller;
      const said = await ask<SaidCheck>("/api/check", { body, signal });
      if (this.request !== request) return;
      this.failures = 0;
      [this.genre, this.note] = [said.genre ?? null, said.note ?? null];
      this.remember(texts, marksOf(texts.join(BETWEEN), said.improvements));
      this.soon(0);
    } catch (error) {
      if (!isAborted(error) && this.request === request) this.failed(error, texts);
    } finally {
      if (this.request === request) this.request = null;
    }
  }

  private failed(error: unknown, texts: readonly string[]): void {
    if (error instanceof AwayError) {
      const seconds = error.seconds ?? Math.min(30, 2 ** this.failures++);
      this.tell({ state: "away", message: error.message, seconds });
      return this.soon(seconds * 1000);
    }
    // To ask for the same again would be refused again.
    this.remember(texts, []);
    this.tell({ state: "refused", message: error instanceof Error ? error.message : String(error) });
    this.soon();
  }

  private remember(texts: readonly string[], marks: readonly Mark[]): void {
    let start = 0;
    for (const text of texts) {
      const [first, last] = [start, start + text.length];
      const inside = marks.filter((mark) => first <= mark.from && mark.to <= last);
      const placed = inside.map((mark) => ({ ...mark, from: mark.from - first, to: mark.to - first }));
      this.known.set(text, placed);
      start = last + BETWEEN.length;
    }
  }

  private forget(texts: Set<string>): void {
    for (const oldest of this.known.keys()) {
      if (this.known.size <= texts.size + SPARE) break;
      if (!texts.has(oldest)) this.known.delete(oldest);
    }
  }

  /** Mark what is known; in paragraphs that are not, marks stay that were there before. */
  private show(wanted: readonly Paragraph[]): void {
    const before = this.view.state.field(checked);
    const marks = wanted.flatMap(({ from, to, text }) => {
      const known = this.known.get(text);
      if (known === undefined) return before.filter((mark) => from <= mark.from && mark.to <= to);
      return known.map((mark) => ({ ...mark, from: mark.from + from, to: mark.to + from }));
    });
    this.view.dispatch({ effects: setMarks.of(marks) });
  }
}

/** Only what differs from what the server does anyway. */
function chosen({ confidence, genre, sensitivity, ignored, form }: Wishes): Record<string, unknown> {
  const given = {
    confidence,
    genre,
    sensitivity,
    ignore: ignored.length > 0 ? ignored : null,
    form: form === "text" ? null : form,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}
