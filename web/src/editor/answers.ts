// What the server says of a text, and the same as the editor needs it: each edit with what it
// replaces, so that it is never made in a text that is no longer the one checked. Places count
// UTF-16 units, as browsers do; the server is asked to count so, too.

/** What every question says of its text. */
export function asked(text: string): { text: string; units: "utf-16" } {
  // Half a pair of units cannot be sent; in its place goes what is just as long.
  return { text: text.replace(/\p{Surrogate}/gu, "\ufffd"), units: "utf-16" };
}

export const KINDS = ["refine-usage", "diversify-expression"] as const;
export type Kind = (typeof KINDS)[number];

interface Span {
  start: number;
  end: number;
}

interface SaidSubstitute {
  text: string;
  score: number;
  gloss?: string | null;
  edits: (Span & { text: string })[];
}

export interface SaidImprovement extends Span {
  text: string;
  kind: Kind;
  message: string;
  substitutes: SaidSubstitute[];
}

export interface SaidSuggestions {
  target: Span & { text: string };
  sense?: string | null;
  reason?: string | null;
  substitutes: SaidSubstitute[];
}

/** A change in the text; places count from where its target begins. */
export interface Edit {
  from: number;
  to: number;
  old: string;
  insert: string;
}

/** A word or phrase to choose. */
export interface Offer {
  text: string;
  gloss: string | null;
  /** How strongly it is offered beside the others: 1 for the best. */
  strength: number;
  edits: Edit[];
}

/** A stretch of a text with what could stand there. */
export interface Found {
  from: number;
  to: number;
  text: string;
  offers: Offer[];
}

/** A stretch that is worth changing. */
export interface Mark extends Found {
  kind: Kind;
  message: string;
}

/** The marks that improvements of a text make in it. */
export function marksOf(text: string, said: readonly SaidImprovement[]): Mark[] {
  return said.map((each) => ({
    ...found(text, each, each.substitutes),
    kind: each.kind,
    message: each.message,
  }));
}

/** The suggestions for a target in a text. */
export function foundIn(text: string, said: SaidSuggestions): Found {
  return found(text, said.target, said.substitutes);
}

function found(text: string, { start: from, end: to }: Span, said: SaidSubstitute[]): Found {
  const strengths = strengthsOf(said.map((each) => each.score));
  const offers = said.map((each, index) => ({
    text: each.text,
    gloss: each.gloss ?? null,
    strength: strengths[index]!,
    edits: each.edits.map(({ start, end, text: insert }) => {
      return { from: start - from, to: end - from, old: text.slice(start, end), insert };
    }),
  }));
  return { from, to, text: text.slice(from, to), offers };
}

/** Scores beside the best of them; where some are negative, between the worst and the best. */
function strengthsOf(scores: number[]): number[] {
  const [worst, best] = [Math.min(0, ...scores), Math.max(...scores)];
  return scores.map((score) => (best > worst ? (score - worst) / (best - worst) : 1));
}

/** A strength in words. */
export function inWords(strength: number): string {
  if (strength >= 0.8) return "strong";
  if (strength >= 0.5) return "good";
  return strength >= 0.25 ? "fair" : "faint";
}
