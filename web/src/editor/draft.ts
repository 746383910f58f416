// The text itself, kept by the browser as it is written, with the places that are settled in it.

import { type EditorState, type Extension, type StateEffect } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { keep, kept } from "../shared/store";
import { settle, settled } from "./marks";

const PAUSE = 300;

interface Draft {
  text: string;
  settled: [number, number][];
}

/** The text that was written last. */
export function lastDraft(): Draft {
  return kept("draft", isDraft) ?? { text: "", settled: [] };
}

/** Settles the places that were settled in a draft. */
export function settledIn(draft: Draft, state: EditorState): StateEffect<unknown>[] {
  return draft.settled
    .filter(([from, to]) => 0 <= from && from < to && to <= state.doc.length)
    .map(([from, to]) => settle.of({ from, to, text: state.sliceDoc(from, to) }));
}

/** Keeps the text after every pause and when the page goes; tells whether it could. */
export function keepDraft(tell: (isKept: boolean) => void): Extension {
  let timer = 0;
  let last: EditorState | null = null;
  const write = () => {
    clearTimeout(timer);
    if (last === null) return;
    const places = last.field(settled).map(({ from, to }) => [from, to]);
    tell(keep("draft", { text: last.doc.toString(), settled: places }));
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

function isDraft(value: unknown): value is Draft {
  const { text, settled: places } = (value ?? {}) as Record<string, unknown>;
  return typeof text === "string" && Array.isArray(places) && places.every(isStretch);
}

function isStretch(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);
}
