// What the server says of a text, and the same as the editor needs it: each edit with what it
// replaces, so that it is never made in a text that is no longer the one checked. Places count
// UTF-16 units, as browsers do; the server is asked to count so, too.

/** What every question says of its text. */
export function asked(text: string): { text: string; units: "utf-16" } {
  // Half a pair of units cannot be sent; in its place goes what is just as long.
  return { text: text.replace(/\p{Surrogate}/gu, "\ufffd"), units: "utf-16" };
}

interface Span {
  start: number;
  end: number;
}

interface SaidSubstitute {
  text: string;
  score: number;
  gloss?: string | null;
  register?: string | null;
  edits: (Span & { text: string })[];
}

export interface SaidImprovement extends Span {
  text: string;
  kind: string;
  confidence?: string | null;
  message: string;
  substitutes: SaidSubstitute[];
}

export interface SaidCheck {
  improvements: SaidImprovement[];
  /** The genre that the text was checked as. */
  genre?: string | null;
  /** Why a text was left alone, such as one that is not English. */
  note?: string | null;
}

export interface SaidSuggestions {
  target: Span & { text: string; phrase?: string | null };
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
  /** formal, informal, literary or technical; null for words that belong anywhere. */
  register: string | null;
  /** How well it fits, from 0 to 1; null if the system's scores say no such thing. */
  strength: number | null;
  edits: Edit[];
}

/** A stretch of a text with what could stand there. */
export interface Found {
  from: number;
  to: number;
  text: string;
  /** The phrase that the word is part of, such as “turn down”; null if it stands alone. */
  phrase: string | null;
  offers: Offer[];
}

/** Below this strength an offer is shown only on demand. */
const LEAST_STRENGTH = 0.1;

/** Whether an offer is likely enough to fit to be shown unasked. */
export function fits(offer: Offer): boolean {
  return offer.strength === null || offer.strength >= LEAST_STRENGTH;
}

/** From the surest on. */
const CONFIDENCES = ["sure", "likely", "thorough"];

/** A stretch that is worth changing. */
export interface Mark extends Found {
  kind: string;
  /** 0 for sure, more for less. */
  doubt: number;
  message: string;
}

/** Whether a mark's first suggestion may be put into the text unread. */
export function isSure(mark: Mark): boolean {
  return mark.doubt === 0 && mark.offers.length > 0;
}

/** The marks that improvements of a text make in it. */
export function marksOf(text: string, said: readonly SaidImprovement[]): Mark[] {
  return said.map((improvement) => ({
    ...found(text, improvement, improvement.substitutes),
    kind: improvement.kind,
    doubt: doubtOf(improvement.confidence),
    message: improvement.message,
  }));
}

function doubtOf(confidence: string | null | undefined): number {
  const level = CONFIDENCES.indexOf(confidence ?? "");
  return level < 0 ? CONFIDENCES.length : level;
}

/** The suggestions for a target in a text. */
export function foundIn(text: string, said: SaidSuggestions): Found {
  return { ...found(text, said.target, said.substitutes), phrase: said.target.phrase ?? null };
}

function found(text: string, { start: from, end: to }: Span, said: SaidSubstitute[]): Found {
  // Scores of other systems have no common scale, and a bar would only pretend one.
  const isAbsolute = said.every(({ score }) => score >= 0 && score <= 1);
  const offers = said.map((substitute) => ({
    text: substitute.text,
    gloss: substitute.gloss ?? null,
    register: substitute.register ?? null,
    strength: isAbsolute ? substitute.score : null,
    edits: substitute.edits.map(({ start, end, text: insert }) => {
      return { from: start - from, to: end - from, old: text.slice(start, end), insert };
    }),
  }));
  return { from, to, text: text.slice(from, to), phrase: null, offers };
}

/** A strength in words. */
export function inWords(strength: number): string {
  if (strength >= 0.6) return "fits very well";
  if (strength >= 0.4) return "fits well";
  return strength >= 0.2 ? "may fit" : "a stretch";
}
