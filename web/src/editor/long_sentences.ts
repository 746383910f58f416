// Sentences that are long, shown in the text while the writer wants to see them.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import { type Sentence, VERY_LONG } from "./sentences";

export const showLong = StateEffect.define<readonly Sentence[]>();
const LONG_SENTENCE = Decoration.mark({ class: "long-sentence" });
const VERY_LONG_SENTENCE = Decoration.mark({ class: "long-sentence very-long" });

export const longSentences = StateField.define<readonly Sentence[]>({
  create: () => [],
  update(sentences, transaction) {
    if (transaction.docChanged) {
      const { changes } = transaction;
      sentences = sentences
        .map((each) => ({ ...each, from: changes.mapPos(each.from, 1), to: changes.mapPos(each.to, -1) }))
        .filter(({ from, to }) => from < to);
    }
    for (const effect of transaction.effects) if (effect.is(showLong)) sentences = effect.value;
    return sentences;
  },
  provide: (field) =>
    EditorView.decorations.from(field, (sentences) =>
      Decoration.set(
        sentences.map(({ from, to, words }) =>
          (words >= VERY_LONG ? VERY_LONG_SENTENCE : LONG_SENTENCE).range(from, to),
        ),
        true,
      ),
    ),
});
