// Going through the places of a word that repeats itself, all of which are shown meanwhile.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import { occurrences, type Stretch } from "./words";

const show = StateEffect.define<readonly Stretch[]>();
const REPEATED = Decoration.mark({ class: "repeated" });

/** The places that are shown: until the text changes. */
export const repeats = StateField.define<readonly Stretch[]>({
  create: () => [],
  update(places, transaction) {
    if (transaction.docChanged) places = [];
    for (const effect of transaction.effects) if (effect.is(show)) places = effect.value;
    return places;
  },
  provide: (field) =>
    EditorView.decorations.from(field, (places) =>
      Decoration.set(places.map(({ from, to }) => REPEATED.range(from, to))),
    ),
});

/** Select the next place of a word; which one it is, of how many. */
export function jumpTo(view: EditorView, word: string): { index: number; of: number } | null {
  const places = occurrences(view.state.doc.toString(), word);
  if (places.length === 0) return null;
  const { from } = view.state.selection.main;
  const next = places.findIndex((place) => place.from > from);
  const index = next < 0 ? 0 : next;
  const { from: anchor, to: head } = places[index]!;
  view.dispatch({
    selection: { anchor, head },
    effects: [show.of(places), EditorView.scrollIntoView(anchor, { y: "center" })],
  });
  view.focus();
  return { index: index + 1, of: places.length };
}

/** Show them no longer. */
export function hideRepeats(view: EditorView): boolean {
  if (view.state.field(repeats).length === 0) return false;
  view.dispatch({ effects: show.of([]) });
  return true;
}
