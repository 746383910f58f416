// The marks in the editor: they move with the text, go where their word is changed, and stay away
// from places that the writer has settled (ignored once, or chosen a word for).

import { invertedEffects } from "@codemirror/commands";
import {
  type ChangeDesc,
  type EditorState,
  type Extension,
  Facet,
  StateEffect,
  StateField,
  type Text,
} from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import type { Mark } from "./answers";
import type { Kinds } from "./kinds";

export interface Settled {
  from: number;
  to: number;
  text: string;
}

const mapped = {
  map: (place: Settled, changes: ChangeDesc) => ({
    ...place,
    from: changes.mapPos(place.from, 1),
    to: changes.mapPos(place.to, -1),
  }),
};

export const setMarks = StateEffect.define<readonly Mark[]>();
/** The names of kinds that are not shown. */
export const hideKinds = StateEffect.define<readonly string[]>();
export const settle = StateEffect.define<Settled>(mapped);
const unsettle = StateEffect.define<Settled>(mapped);
/** The stretch whose card is open. */
export const point = StateEffect.define<{ from: number; to: number } | null>();

/** What was checked, wherever it is now. */
export const checked = StateField.define<readonly Mark[]>({
  create: () => [],
  update(marks, transaction) {
    if (transaction.docChanged) marks = moved(marks, transaction.changes, transaction.newDoc);
    for (const effect of transaction.effects) if (effect.is(setMarks)) marks = effect.value;
    return marks;
  },
});

export const settled = StateField.define<readonly Settled[]>({
  create: () => [],
  update(places, transaction) {
    if (transaction.docChanged) places = moved(places, transaction.changes, transaction.newDoc);
    for (const effect of transaction.effects) {
      if (effect.is(settle)) places = [...places, effect.value];
      if (effect.is(unsettle)) places = places.filter((place) => !sameStretch(place, effect.value));
    }
    return places;
  },
});

const hidden = StateField.define<readonly string[]>({
  create: () => [],
  update(names, transaction) {
    for (const effect of transaction.effects) if (effect.is(hideKinds)) names = effect.value;
    return names;
  },
});

const pointed = StateField.define<{ from: number; to: number } | null>({
  create: () => null,
  update(stretch, transaction) {
    if (transaction.docChanged) stretch = null;
    for (const effect of transaction.effects) if (effect.is(point)) stretch = effect.value;
    return stretch;
  },
  provide: (field) =>
    EditorView.decorations.from(field, (stretch) =>
      stretch === null ? Decoration.none : Decoration.set(POINTED.range(stretch.from, stretch.to)),
    ),
});

const visible = Facet.define<readonly Mark[], readonly Mark[]>({ combine: (given) => given[0] ?? [] });

/** The marks that the writer sees. */
export function visibleMarks(state: EditorState): readonly Mark[] {
  return state.facet(visible);
}

/** The mark that a place is in or touches. */
export function markAt(state: EditorState, place: number): Mark | null {
  return visibleMarks(state).find((mark) => mark.from <= place && place <= mark.to) ?? null;
}

const POINTED = Decoration.mark({ class: "pointed" });

/** Marks for an editor, each kind in its own look. */
export function marks(kinds: Kinds): Extension {
  const underlines = new Map<string, Decoration>();
  const underline = (name: string) => {
    const made = underlines.get(name) ?? Decoration.mark({ tagName: "mark", class: kinds.of(name).className });
    underlines.set(name, made);
    return made;
  };
  return [
    checked,
    settled,
    hidden,
    pointed,
    visible.compute([checked, settled, hidden], (state) => {
      const [places, names] = [state.field(settled), state.field(hidden)];
      return state
        .field(checked)
        .filter((mark) => !names.includes(mark.kind))
        .filter((mark) => !places.some((place) => place.from < mark.to && mark.from < place.to));
    }),
    EditorView.decorations.compute([visible], (state) =>
      Decoration.set(
        visibleMarks(state).map((mark) => underline(mark.kind).range(mark.from, mark.to)),
        true,
      ),
    ),
    invertedEffects.of((transaction) =>
      transaction.effects.flatMap((effect) => {
        if (effect.is(settle)) return [unsettle.of(effect.value)];
        return effect.is(unsettle) ? [settle.of(effect.value)] : [];
      }),
    ),
  ];
}

/** Stretches after a change; those whose text is no longer the same word are gone. */
function moved<Stretch extends Settled>(
  stretches: readonly Stretch[],
  changes: ChangeDesc,
  doc: Text,
): readonly Stretch[] {
  return stretches
    .map((each) => ({
      ...each,
      from: changes.mapPos(each.from, 1),
      to: changes.mapPos(each.to, -1),
    }))
    .filter(({ from, to, text }) => from < to && isWordThere(doc, from, to, text));
}

function isWordThere(doc: Text, from: number, to: number, text: string): boolean {
  const around = doc.sliceString(Math.max(0, from - 2), from);
  const after = doc.sliceString(to, to + 2);
  const grown = /[\p{L}\p{M}\p{N}]$/u.test(around) || /^[\p{L}\p{M}\p{N}]/u.test(after);
  return !grown && doc.sliceString(from, to) === text;
}

function sameStretch(one: Settled, other: Settled): boolean {
  return one.from === other.from && one.to === other.to;
}
