// The table of a comparison: a row for each measure, with intervals drawn on a scale of its own.

import { byId, element } from "../shared/dom";
import { type Comparison, namesOf, type ScoredRun } from "./answers";

const STARS: [number, string][] = [
  [0.001, "***"],
  [0.01, "**"],
  [0.05, "*"],
];

export class Table {
  private comparison: Comparison | null = null;
  private readonly filter = byId<HTMLInputElement>("measure-filter");
  private readonly significant = byId<HTMLInputElement>("significant");

  constructor() {
    this.filter.addEventListener("input", () => this.draw());
    this.significant.addEventListener("change", () => this.draw());
  }

  show(comparison: Comparison): void {
    this.comparison = comparison;
    byId("signature").textContent = comparison.signature;
    const { items } = comparison.runs[0]!;
    byId("scores-note").textContent =
      `${comparison.benchmark}, ${items.toLocaleString("en")} items. Lines are intervals. ` +
      "* p < .05, ** p < .01, *** p < .001 (two-sided, approximate randomisation), against the baseline.";
    this.draw();
  }

  private draw(): void {
    const { comparison } = this;
    if (comparison === null) return;
    const { runs } = comparison;
    const heads = namesOf(runs).map((name, index) =>
      element(
        "th",
        { scope: "col" },
        name,
        index === 0 ? element("span", { class: "quiet" }, "baseline") : null,
      ),
    );
    const measures = Object.keys(runs[0]!.scores).filter((name) => this.isWanted(name, runs));
    const rows = measures.map((name) => row(name, runs));
    byId("scores-table").replaceChildren(
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Measure"), ...heads)),
      element("tbody", {}, ...rows),
    );
    byId("no-measure").hidden = rows.length > 0;
  }

  private isWanted(name: string, runs: readonly ScoredRun[]): boolean {
    const asked = this.filter.value.toLowerCase().split(/[\s,]+/).filter(Boolean);
    const isNamed = asked.length === 0 || asked.some((part) => name.toLowerCase().includes(part));
    return isNamed && (!this.significant.checked || runs.some((run) => stars(run, name) !== ""));
  }
}

function stars(run: ScoredRun, name: string): string {
  const p = run.differences[name]?.p_randomisation ?? 1;
  return STARS.find(([limit]) => p < limit)?.[1] ?? "";
}

function row(name: string, runs: readonly ScoredRun[]): HTMLElement {
  const ends = runs.flatMap((run) => run.intervals[name] ?? [run.scores[name]!]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const best = Math.max(...runs.map((run) => run.scores[name]!));
  const cells = runs.map((run) => cell(name, run, low, high, run.scores[name] === best));
  // A name may be broken after its dots, where there is little room.
  const parts = name.split(/(?<=\.)/).flatMap((part) => [part, element("wbr")]);
  return element("tr", {}, element("th", { scope: "row" }, ...parts), ...cells);
}

function cell(name: string, run: ScoredRun, low: number, high: number, isBest: boolean): HTMLElement {
  const score = run.scores[name]!;
  const [first, last] = run.intervals[name] ?? [score, score];
  const found = run.differences[name];
  const made = element(
    "td",
    {},
    element("span", { class: isBest ? "score best" : "score" }, score.toFixed(2)),
    element("span", { class: "interval" }, `${first.toFixed(1)} – ${last.toFixed(1)}`),
  );
  if (found !== undefined) {
    const sign = found.delta < 0 ? "−" : "+";
    const delta = `${sign}${Math.abs(found.delta).toFixed(2)}${stars(run, name)}`;
    const p = `p = ${found.p_randomisation.toFixed(3)} (bootstrap ${found.p_bootstrap.toFixed(3)})`;
    const isSure = stars(run, name) !== "";
    made.append(
      element("span", { class: isSure ? "delta sure" : "delta", title: p }, delta),
      element("span", { class: "unseen" }, p),
    );
  }
  made.append(whisker(score, first, last, low, high));
  return made;
}

function whisker(score: number, first: number, last: number, low: number, high: number): HTMLElement {
  const place = (value: number) => `${high > low ? (100 * (value - low)) / (high - low) : 50}%`;
  const [line, dot] = [element("span", { class: "line" }), element("span", { class: "dot" })];
  line.style.left = place(first);
  line.style.right = `calc(100% - ${place(last)})`;
  dot.style.left = place(score);
  return element("span", { class: "whisker", "aria-hidden": "true" }, line, dot);
}
