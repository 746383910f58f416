// Places in a text: the server counts characters, the browser UTF-16 units, and an emoji is one of
// those and two of these.

const PAIRS = /[\u{10000}-\u{10ffff}]/gu;

/** Both ways of counting in one text. */
export class Places {
  // The places, in units, of the characters that take two.
  private readonly pairs: number[];

  constructor(text: string) {
    this.pairs = Array.from(text.matchAll(PAIRS), (match) => match.index);
  }

  /** The unit at which a character begins. */
  unit(character: number): number {
    return character + this.before((pair, index) => pair - index < character);
  }

  /** The character that begins at a unit. */
  character(unit: number): number {
    return unit - this.before((pair) => pair < unit);
  }

  /** How many pairs come first, where `first` is true of some and then of none. */
  private before(first: (pair: number, index: number) => boolean): number {
    let [low, high] = [0, this.pairs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (first(this.pairs[middle]!, middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The text with every half of a pair that has lost its other half replaced; as long as before. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
