// The words of a text: which one is here, how many there are, and which come again and again.

const SEGMENTER = new Intl.Segmenter("en", { granularity: "word" });

// Words that every text repeats, and no writer should vary.
const GRAMMAR = new Set(
  `a about after again all am an and any are as at be because been before being both but by can
  cannot could did do does done down each every few for from had has have he her here hers him
  his how i if in into is it its may me might mine more most must my no nor not now of off on
  once one only or other our ours out over own same she should so some such than that the their
  theirs them then there these they this those through to too under until up us was we were what
  when where which while who whom whose why will with would yes yet you your yours don't doesn't
  didn't can't won't isn't aren't wasn't weren't it's i'm i've i'll i'd you're we're they're
  that's there's he's she's let's`.split(/\s+/),
);

export interface Stretch {
  from: number;
  to: number;
}

/** The word of a line that a place is in or touches. */
export function wordAt(line: string, place: number): Stretch | null {
  let touched: Stretch | null = null;
  for (const { segment, index, isWordLike } of SEGMENTER.segment(line)) {
    if (index > place) break;
    const stretch = { from: index, to: index + segment.length };
    if (isWordLike && stretch.to >= place) touched = stretch;
  }
  return touched;
}

export interface Repeated {
  word: string;
  count: number;
}

export interface Census {
  words: number;
  repeated: Repeated[];
}

type Counts = ReadonlyMap<string, number>;

/** Counts the words of texts; a line that was there the last time is not read again. */
export class Counter {
  private known = new Map<string, Counts>();

  /** How many words lines have, and those that they use at least three times, most used first. */
  count(lines: Iterable<string>): Census {
    const known = new Map<string, Counts>();
    const sums = new Map<string, number>();
    let words = 0;
    for (const line of lines) {
      const counts = known.get(line) ?? this.known.get(line) ?? countsOf(line);
      known.set(line, counts);
      words += countWords(line);
      for (const [word, count] of counts) sums.set(word, (sums.get(word) ?? 0) + count);
    }
    this.known = known;
    const repeated = [...sums]
      .filter(([word, count]) => count >= 3 && /\p{L}/u.test(word) && !GRAMMAR.has(word))
      .map(([word, count]) => ({ word, count }))
      .sort((one, other) => other.count - one.count || (one.word < other.word ? -1 : 1));
    return { words, repeated };
  }
}

/**
 * How many words a text has: contractions and compounds are one, a dash separates two.
 * The command counts in the same way (`count_words` in src/motjuste/text/segmentation.py).
 */
export function countWords(text: string): number {
  return text.split(/[\s—–]+/u).filter((piece) => /[\p{L}\p{N}]/u.test(piece)).length;
}

function countsOf(line: string): Counts {
  const counts = new Map<string, number>();
  for (const { segment, isWordLike } of SEGMENTER.segment(line)) {
    const word = plain(segment);
    if (isWordLike) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** Every place where a text uses a word, however it is written there. */
export function occurrences(text: string, word: string): Stretch[] {
  const found: Stretch[] = [];
  for (const { segment, index, isWordLike } of SEGMENTER.segment(text)) {
    if (isWordLike && plain(segment) === word) found.push({ from: index, to: index + segment.length });
  }
  return found;
}

/** A word without what its place in a sentence does to it. */
export function plain(word: string): string {
  return word.normalize("NFC").toLowerCase().replace(/’/g, "'");
}
