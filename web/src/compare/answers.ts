// What the server says about runs: which there are, how they score, and what they answered.

export interface Offered {
  folder: string | null;
  runs: { name: string; system?: string | null }[];
  benchmarks: string[];
}

interface Difference {
  delta: number;
  p_bootstrap: number;
  p_randomisation: number;
}

export interface ScoredRun {
  name: string;
  system: string;
  items: number;
  scores: Record<string, number>;
  intervals: Record<string, [number, number]>;
  differences: Record<string, Difference>;
}

export interface Comparison {
  benchmark: string;
  signature: string;
  runs: ScoredRun[];
}

export const LEVELS = ["acceptable", "conceivable", "not"] as const;
export type Level = (typeof LEVELS)[number];

/** A substitute: how many in a hundred were for it, if anybody was asked. */
export interface Rated {
  text: string;
  gold: number | null;
  votes: number | null;
  level: Level | null;
}

export interface Item {
  id: string;
  text: string;
  start: number;
  end: number;
  pos: string | null;
  lemma: string | null;
  gold: Rated[];
  answers: Rated[][];
}

export interface Items {
  total: number;
  pos: string[];
  items: Item[];
}

/** What to call runs: by their systems, or by their files where two systems have one name. */
export function namesOf(runs: readonly ScoredRun[]): string[] {
  const systems = runs.map((run) => run.system);
  return new Set(systems).size === runs.length ? systems : runs.map((run) => run.name);
}

/** What the page shows: it stands in its address, so that it can be kept and shared. */
export interface Choice {
  benchmark: string;
  runs: string[];
  q: string;
  pos: string;
  differ: boolean;
  offset: number;
}

/** The choice that an address names. */
export function choiceIn(search: string): Choice {
  const given = new URLSearchParams(search);
  return {
    benchmark: given.get("benchmark") ?? "",
    runs: given.getAll("run"),
    q: given.get("q") ?? "",
    pos: given.get("pos") ?? "",
    differ: given.get("show") === "differ",
    offset: Math.max(0, Number(given.get("offset")) || 0),
  };
}

/** The part of an address that names the benchmark and the runs. */
export function runsQuery({ benchmark, runs }: Choice): URLSearchParams {
  const query = new URLSearchParams({ benchmark });
  for (const run of runs) query.append("run", run);
  return query;
}

/** The part of an address that names a choice. */
export function itemsQuery(choice: Choice): URLSearchParams {
  const query = runsQuery(choice);
  if (choice.q !== "") query.set("q", choice.q);
  if (choice.pos !== "") query.set("pos", choice.pos);
  if (choice.differ) query.set("show", "differ");
  if (choice.offset > 0) query.set("offset", String(choice.offset));
  return query;
}
