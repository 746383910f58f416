// Items one by one: the text, what people judged, and what each run answered, side by side.

import { element } from "../shared/dom";
import type { Item, Level, Rated } from "./answers";

const GOLD_SHOWN = 10;
const CONTEXT = 240;

// A sign and a word for each level, so that nothing hangs on colour.
const SIGNS: Record<Level | "unjudged", { sign: string; meaning: string }> = {
  acceptable: { sign: "●", meaning: "acceptable" },
  conceivable: { sign: "◐", meaning: "conceivable" },
  not: { sign: "○", meaning: "not conceivable" },
  unjudged: { sign: "?", meaning: "not judged" },
};

/** An item with its gold and the answers of runs of these names. */
export function itemElement(item: Item, names: readonly string[]): HTMLElement {
  // Where nobody was asked to refuse, only the number of votes says anything.
  const isVoted = item.gold.every((each) => each.gold === 100);
  const entry = (rated: Rated) => entryElement(rated, isVoted ? rated.votes : rated.gold);
  const columns = item.answers.map((answers, index) =>
    column(names[index] ?? "", answers.map(entry), "ol", "No answer."),
  );
  return element(
    "article",
    { class: "item" },
    element(
      "h3",
      {},
      element("span", { class: "target" }, textOf(item)),
      element("span", { class: "quiet" }, [item.pos, item.lemma].filter(Boolean).join(" · ")),
    ),
    sentence(item),
    element("div", { class: "columns" }, goldColumn(item.gold.map(entry)), ...columns),
  );
}

function goldColumn(entries: HTMLElement[]): HTMLElement {
  const made = column("Gold", entries.slice(0, GOLD_SHOWN), "ul", "Nobody judged anything here.");
  made.classList.add("gold");
  const rest = entries.slice(GOLD_SHOWN);
  if (rest.length > 0) {
    const summary = element("summary", {}, `${rest.length} more`);
    made.append(element("details", {}, summary, element("ul", {}, ...rest)));
  }
  return made;
}

function column(title: string, entries: HTMLElement[], list: "ol" | "ul", otherwise: string): HTMLElement {
  const content = entries.length > 0 ? element(list, {}, ...entries) : element("p", { class: "quiet" }, otherwise);
  return element("section", { class: "column", "aria-label": title }, element("h4", {}, title), content);
}

function entryElement({ text, votes, level }: Rated, figure: number | null): HTMLElement {
  const { sign, meaning } = SIGNS[level ?? "unjudged"];
  const score = element("span", { class: "gold-score" }, figure === null ? "" : figure.toFixed(0));
  if (votes !== null) score.title = votes === 1 ? "1 vote" : `${votes} votes`;
  return element(
    "li",
    { class: level ?? "unjudged" },
    element("span", { class: "sign", title: meaning, "aria-hidden": "true" }, sign),
    element("span", { class: "text" }, text),
    element("span", { class: "unseen" }, `, ${meaning}, `),
    score,
  );
}

function textOf({ text, start, end }: Item): string {
  return [...text].slice(start, end).join("");
}

/** The target in its text, of which only what is near is shown; places count characters. */
function sentence({ text, start, end }: Item): HTMLElement {
  const characters = [...text];
  const before = characters.slice(Math.max(0, start - CONTEXT), start).join("");
  const after = characters.slice(end, end + CONTEXT).join("");
  return element(
    "p",
    { class: "context" },
    start > CONTEXT ? `…${before}` : before,
    element("mark", {}, characters.slice(start, end).join("")),
    end + CONTEXT < characters.length ? `${after}…` : after,
  );
}
