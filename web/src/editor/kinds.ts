// The kinds of marks: what each is called, what it means and how it looks, as the server says.

/** A kind as the writer sees it. */
export interface Kind {
  name: string;
  title: string;
  explanation: string;
  /** The classes of its underline: a wavy line for what is wrong, a dotted one for style. */
  className: string;
}

/** A kind as the server describes it; a system of one's own may have names alone. */
export interface SaidKind {
  name: string;
  title?: string;
  sws_kind?: string;
  colour?: string;
  explanation?: string;
}

const STYLE = "diversify-expression";

// The two kinds of systems that know no others.
const PLAIN: Record<string, SaidKind> = {
  "refine-usage": {
    name: "refine-usage",
    title: "refine usage",
    colour: "orange",
    explanation: "May not be quite the right word.",
  },
  [STYLE]: {
    name: STYLE,
    title: "diversify expression",
    sws_kind: STYLE,
    colour: "indigo",
    explanation: "Right, but another word would vary the text.",
  },
};

export class Kinds {
  readonly all: readonly Kind[];

  constructor(said: readonly (SaidKind | string)[]) {
    this.all = said.map(kindOf);
  }

  /** The kind of a name, also of one that the server did not announce. */
  of(name: string): Kind {
    return this.all.find((kind) => kind.name === name) ?? kindOf(name);
  }

  /** Where a kind stands in the order of importance. */
  rank(name: string): number {
    const place = this.all.findIndex((kind) => kind.name === name);
    return place < 0 ? this.all.length : place;
  }
}

function kindOf(said: SaidKind | string): Kind {
  const given = typeof said === "string" ? (PLAIN[said] ?? { name: said }) : said;
  const { name, title = name.replaceAll("-", " "), sws_kind: sws, colour = "grey", explanation = "" } = given;
  const line = sws === STYLE ? "dotted" : "wavy";
  return { name, title: capital(title), explanation, className: `${line} kind-${safe(colour)}` };
}

function capital(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function safe(colour: string): string {
  return /^[a-z]+$/.test(colour) ? colour : "grey";
}
