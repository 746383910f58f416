// Putting a chosen word into the text: with its article, as one step that one undo takes back.

import { isolateHistory } from "@codemirror/commands";
import { EditorSelection } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Edit, Found, Offer } from "./answers";
import { settle } from "./marks";

/** Replace what was found by an offer; false if the text there is no longer what it was. */
export function replace(view: EditorView, found: Found, offer: Offer): boolean {
  const fits = (edit: Edit) =>
    found.from + edit.from >= 0 &&
    view.state.sliceDoc(found.from + edit.from, found.from + edit.to) === edit.old;
  const edits = offer.edits.filter(fits);
  const isTarget = (edit: Edit) => edit.from <= 0 && edit.to >= found.to - found.from;
  if (!edits.some(isTarget)) return false;
  const changes = view.state.changes(
    edits.map(({ from, to, insert }) => ({ from: found.from + from, to: found.from + to, insert })),
  );
  const end = changes.mapPos(found.to, 1);
  const from = end - offer.text.length;
  view.dispatch({
    changes,
    selection: EditorSelection.cursor(end),
    // Whoever has just chosen a word does not want to be asked about it.
    effects: settle.of({ from, to: end, text: changes.apply(view.state.doc).sliceString(from, end) }),
    annotations: isolateHistory.of("full"),
    userEvent: "input.complete",
    scrollIntoView: true,
  });
  return true;
}
