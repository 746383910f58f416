// Putting chosen words into the text: with their articles, as one step that one undo takes back.

import { isolateHistory } from "@codemirror/commands";
import { EditorSelection, type EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Edit, Found, Mark, Offer } from "./answers";
import { settle } from "./marks";

interface Choice {
  found: Found;
  edits: readonly Edit[];
}

/** Replace what was found by an offer; false if the text there is no longer what it was. */
export function replace(view: EditorView, found: Found, offer: Offer): boolean {
  const edits = fitting(view.state, found, offer);
  if (edits === null) return false;
  apply(view, [{ found, edits }], true);
  return true;
}

/** Put the first offer of each mark into the text; the marks for which that was possible. */
export function replaceAll(view: EditorView, marks: readonly Mark[]): Mark[] {
  const choices: Choice[] = [];
  const done: Mark[] = [];
  let end = 0;
  for (const mark of [...marks].sort((one, other) => one.from - other.from)) {
    const edits = mark.offers[0] === undefined ? null : fitting(view.state, mark, mark.offers[0]);
    if (edits === null || edits.some((edit) => mark.from + edit.from < end)) continue;
    choices.push({ found: mark, edits });
    done.push(mark);
    end = Math.max(...edits.map((edit) => mark.from + edit.to));
  }
  if (choices.length > 0) apply(view, choices, false);
  return done;
}

/** The edits of an offer that can still be made; null if that of the word itself cannot. */
function fitting(state: EditorState, found: Found, offer: Offer): Edit[] | null {
  const fits = (edit: Edit) =>
    found.from + edit.from >= 0 &&
    state.sliceDoc(found.from + edit.from, found.from + edit.to) === edit.old;
  const isTarget = (edit: Edit) => edit.from <= 0 && edit.to >= found.to - found.from;
  const edits = offer.edits.filter(fits);
  return edits.some(isTarget) ? edits : null;
}

function apply(view: EditorView, choices: readonly Choice[], moveCursor: boolean): void {
  const changes = view.state.changes(
    choices.flatMap(({ found, edits }) =>
      edits.map(({ from, to, insert }) => ({ from: found.from + from, to: found.from + to, insert })),
    ),
  );
  const doc = changes.apply(view.state.doc);
  const places = choices.map(({ found }) => {
    const [from, to] = [changes.mapPos(found.from, -1), changes.mapPos(found.to, 1)];
    return { from, to, text: doc.sliceString(from, to) };
  });
  view.dispatch({
    changes,
    ...(moveCursor ? { selection: EditorSelection.cursor(places[0]!.to), scrollIntoView: true } : {}),
    // Whoever has just chosen a word does not want to be asked about it.
    effects: places.filter(({ from, to }) => from < to).map((place) => settle.of(place)),
    annotations: isolateHistory.of("full"),
    userEvent: "input.complete",
  });
}
