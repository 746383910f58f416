// The text itself, kept by the browser as it is written, with the places that are settled in it.

import { type EditorState, type Extension, type StateEffect } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { keep, kept } from "../shared/store";
import { settle, settled } from "./marks";

const PAUSE = 300;

interface Draft {
  /** The name of the file that was opened, if one was. */
  name: string;
  text: string;
  settled: [number, number][];
}

/** The text that was written last. */
export function lastDraft(): Draft {
  return { name: "", text: "", settled: [], ...kept("draft", isDraft) };
}

/** Settles the places that were settled in a draft. */
export function settledIn(draft: Draft, state: EditorState): StateEffect<unknown>[] {
  return draft.settled
    .filter(([from, to]) => 0 <= from && from < to && to <= state.doc.length)
    .map(([from, to]) => settle.of({ from, to, text: state.sliceDoc(from, to) }));
}

/** Keeps the text after every pause and when the page goes; tells whether it could. */
export function keepDraft(name: () => string, tell: (isKept: boolean) => void): Extension {
  let timer = 0;
  let last: EditorState | null = null;
  const write = () => {
    clearTimeout(timer);
    if (last === null) return;
    const places = last.field(settled).map(({ from, to }) => [from, to]);
    tell(keep("draft", { name: name(), text: last.doc.toString(), settled: places }));
    last = null;
  };
  window.addEventListener("pagehide", write);
  document.addEventListener("visibilitychange", write);
  return EditorView.updateListener.of((update) => {
    const before = update.startState.field(settled);
    if (!update.docChanged && before === update.state.field(settled)) return;
    last = update.state;
    clearTimeout(timer);
    timer = window.setTimeout(write, PAUSE);
  });
}

function isDraft(value: unknown): value is Omit<Draft, "name"> {
  const { name = "", text, settled: places } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== "string") return false;
  return typeof text === "string" && Array.isArray(places) && places.every(isStretch);
}

function isStretch(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);
}
