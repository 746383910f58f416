// The sentences of a text: where one begins and ends, how long it is, and how easily it reads.

import type { Edit, Found, Offer } from "./answers";
import { countWords, type Stretch } from "./words";

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });
const WORDS = new Intl.Segmenter("en", { granularity: "word" });
/** From this many words on a sentence is long, from that many very long. */
export const LONG = 25;
export const VERY_LONG = 40;
const WORDS_A_MINUTE = 230;

export interface Sentence extends Stretch {
  words: number;
  syllables: number;
}

/** A sentence before and after the place where a word is exchanged, and the word. */
export interface Preview {
  before: string;
  word: string;
  after: string;
}

/** The sentence of a paragraph as it would be with an offer in it. */
export function preview(paragraph: { from: number; text: string }, found: Found, offer: Offer): Preview {
  const { text } = paragraph;
  const at = found.from - paragraph.from;
  const edits = offer.edits.map((edit) => ({ ...edit, from: at + edit.from, to: at + edit.to }));
  const isTarget = (edit: Edit) => edit.from <= at && edit.to >= at + found.text.length;
  const target = edits.find(isTarget) ?? { from: at, to: at + found.text.length, insert: offer.text };
  const sentence = sentenceAt(text, at);
  const [from, to] = [Math.min(sentence.from, target.from), Math.max(sentence.to, target.to)];
  return {
    before: edited(text, from, target.from, edits).trimStart(),
    word: target.insert,
    after: edited(text, target.to, to, edits).trimEnd(),
  };
}

/** A part of a text with the edits that lie in it. */
function edited(text: string, from: number, to: number, edits: readonly Edit[]): string {
  const inside = edits.filter((edit) => from <= edit.from && edit.to <= to && edit.from < edit.to);
  return [...inside]
    .sort((one, other) => other.from - one.from)
    .reduce(
      (part, edit) => part.slice(0, edit.from - from) + edit.insert + part.slice(edit.to - from),
      text.slice(from, to),
    );
}

function sentenceAt(text: string, place: number): Stretch {
  const { segment, index } = SENTENCES.segment(text).containing(place) ?? { segment: text, index: 0 };
  return { from: index, to: index + segment.length };
}

/** Reads sentences; a line that was there the last time is not read again. */
export class SentenceReader {
  private known = new Map<string, readonly Sentence[]>();

  /** The sentences of lines, each of which begins one character after the end of the last. */
  read(lines: Iterable<string>): Sentence[] {
    const known = new Map<string, readonly Sentence[]>();
    const sentences: Sentence[] = [];
    let start = 0;
    for (const line of lines) {
      const inLine = known.get(line) ?? this.known.get(line) ?? sentencesOf(line);
      known.set(line, inLine);
      for (const each of inLine) sentences.push({ ...each, from: each.from + start, to: each.to + start });
      start += line.length + 1;
    }
    this.known = known;
    return sentences;
  }
}

function sentencesOf(line: string): Sentence[] {
  return [...SENTENCES.segment(line)]
    .map(({ segment, index }) => {
      const words = [...WORDS.segment(segment)].filter((each) => each.isWordLike);
      const syllables = words.reduce((sum, each) => sum + syllablesOf(each.segment), 0);
      const from = index + segment.length - segment.trimStart().length;
      return { from, to: index + segment.trimEnd().length, words: countWords(segment), syllables };
    })
    .filter((sentence) => sentence.words > 0);
}

/** The syllables of an English word, by its groups of vowels. */
export function syllablesOf(word: string): number {
  const plain = word.toLowerCase().replace(/[^a-z]/g, "");
  const spoken = plain.replace(/(?:[^laeiouyszxcgh]es|[^aeioutd]ed|[^laeiouy]e)$/, "").replace(/^y/, "");
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 0);
}

export interface Readability {
  sentences: number;
  /** Words a sentence, on average. */
  length: number;
  /** Flesch's reading ease: 100 is very easy, 0 very hard. */
  ease: number;
  minutes: number;
  long: readonly Sentence[];
}

/** How easily sentences read; null if there are none. */
export function readability(sentences: readonly Sentence[]): Readability | null {
  const words = sentences.reduce((sum, sentence) => sum + sentence.words, 0);
  if (words === 0) return null;
  const syllables = sentences.reduce((sum, sentence) => sum + sentence.syllables, 0);
  const length = words / sentences.length;
  const ease = 206.835 - 1.015 * length - 84.6 * (syllables / words);
  return {
    sentences: sentences.length,
    length,
    ease: Math.max(0, Math.min(100, ease)),
    minutes: words / WORDS_A_MINUTE,
    long: sentences.filter((sentence) => sentence.words >= LONG),
  };
}

/** Reading ease in words. */
export function easeInWords(ease: number): string {
  const levels: [number, string][] = [
    [80, "very easy"],
    [65, "easy, plain English"],
    [50, "fairly hard"],
    [30, "hard"],
  ];
  return levels.find(([least]) => ease >= least)?.[1] ?? "very hard";
}
