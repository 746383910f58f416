// The list of marks beside the text: the surest first, and what is on the screen before the rest.

import { byId, element } from "../shared/dom";
import { isSure, type Mark } from "./answers";
import type { Kinds } from "./kinds";
import { count } from "./panel";
import type { Preview } from "./sentences";

const LISTED = 60;
// Up to this many characters, a mark is listed with the words around it.
const SHORT = 12;

export interface ListActions {
  openMark(mark: Mark): void;
  accept(mark: Mark): void;
  acceptSure(marks: readonly Mark[]): void;
  /** Show where in the text a mark is; null: no longer. */
  pointAt(mark: Mark | null): void;
  isInSight(mark: Mark): boolean;
  preview(mark: Mark): Preview | null;
}

export class MarkList {
  private readonly root = byId("found");
  private readonly tip = byId("tip");
  private readonly acceptButton = byId<HTMLButtonElement>("accept-sure");
  private marks: readonly Mark[] = [];
  private order: string | null = null;
  private otherwise = "Nothing yet.";

  constructor(
    private readonly kinds: Kinds,
    private readonly actions: ListActions,
  ) {
    this.acceptButton.addEventListener("click", () => actions.acceptSure(this.marks.filter(isSure)));
  }

  /** List marks; `otherwise` is said where there are none. */
  show(marks: readonly Mark[], otherwise: string): void {
    [this.marks, this.otherwise, this.order] = [marks, otherwise, null];
    const { length } = marks.filter(isSure);
    this.acceptButton.hidden = length === 0;
    this.acceptButton.textContent = length === 1 ? "Accept the sure one" : `Accept all ${length} sure ones`;
    this.follow();
  }

  /** Put first what is on the screen now. */
  follow(): void {
    const sorted = [...this.marks].sort((one, other) => this.importance(one, other));
    const seen = sorted.filter((mark) => this.actions.isInSight(mark));
    const rest = sorted.filter((mark) => !seen.includes(mark));
    const order = [...seen.map(keyOf), "", ...rest.map(keyOf)].join(" ");
    if (order === this.order) return;
    this.order = order;
    this.draw(seen, rest);
  }

  private importance(one: Mark, other: Mark): number {
    const rank = (mark: Mark) => this.kinds.rank(mark.kind);
    return one.doubt - other.doubt || rank(one) - rank(other) || one.from - other.from;
  }

  private draw(seen: readonly Mark[], rest: readonly Mark[]): void {
    const focused = document.activeElement?.closest<HTMLElement>("#found [data-key]");
    const [key, name] = [focused?.dataset["key"], document.activeElement?.className];
    const isDivided = seen.length > 0 && rest.length > 0;
    const items = [
      ...(isDivided ? [element("li", { class: "group" }, "On this screen")] : []),
      ...seen.slice(0, LISTED).map((mark) => this.item(mark)),
      ...(isDivided ? [element("li", { class: "group" }, "Elsewhere in the text")] : []),
      ...rest.slice(0, LISTED).map((mark) => this.item(mark)),
    ];
    const more = seen.length + rest.length - items.filter((item) => item.dataset["key"]).length;
    if (more > 0) items.push(element("li", { class: "quiet" }, `and ${more} more`));
    if (items.length === 0) items.push(element("li", { class: "quiet" }, this.otherwise));
    this.hideTip();
    this.root.replaceChildren(...items);
    // Whoever is at work in the list stays at the same mark.
    const same = items.find((item) => item.dataset["key"] === key && key !== undefined);
    [...(same?.querySelectorAll("button") ?? [])].find((each) => each.className === name)?.focus();
  }

  private item(mark: Mark): HTMLElement {
    const kind = this.kinds.of(mark.kind);
    const best = mark.offers[0]?.text ?? null;
    const open = element(
      "button",
      { type: "button", class: "found", "aria-describedby": "tip" },
      element("span", { class: kind.className }, mark.text),
      best === null ? null : element("span", { class: "best" }, ` → ${best || "leave out"}`),
      element("span", { class: `kind-name ${kind.className.replace(/^\w+ /, "")}` }, kind.title, this.context(mark)),
    );
    open.addEventListener("click", () => this.actions.openMark(mark));
    const item = element("li", { class: "mark-item", "data-key": keyOf(mark) }, open);
    if (best !== null) item.append(this.acceptOne(mark, best));
    const [show, hide] = [() => this.showTip(item, mark), () => this.hideTip()];
    for (const event of ["pointerenter", "focusin"]) item.addEventListener(event, show);
    for (const event of ["pointerleave", "focusout"]) item.addEventListener(event, hide);
    return item;
  }

  /** The words around a mark, by which two of the same word are told apart. */
  private context(mark: Mark): HTMLElement | null {
    const shown = this.actions.preview(mark);
    if (shown === null || mark.text.length > SHORT) return null;
    const before = /\S+\s*$/.exec(shown.before)?.[0] ?? "";
    // Where a word is to be left out, a space beside it goes, too.
    const gap = /^\w/.test(shown.after) ? " " : "";
    const after = gap + (/^\s*\S+(?:\s+\S+)?/.exec(shown.after)?.[0] ?? "");
    return element("span", { class: "context" }, ` · ${before}${mark.text}${after}`);
  }

  private acceptOne(mark: Mark, best: string): HTMLElement {
    const label = best === "" ? `Leave out ${mark.text}` : `Replace ${mark.text} with ${best}`;
    const button = element("button", { type: "button", class: "icon accept", "aria-label": label }, "✓");
    button.addEventListener("click", () => this.actions.accept(mark));
    return button;
  }

  /** The sentence as it would be, beside the item that is pointed at. */
  private showTip(item: HTMLElement, mark: Mark): void {
    this.actions.pointAt(mark);
    const shown = this.actions.preview(mark);
    const why = element("span", { class: "quiet" }, mark.message);
    this.tip.replaceChildren(...(shown === null ? [] : previewed(shown)), why);
    this.tip.hidden = false;
    const box = item.getBoundingClientRect();
    const top = Math.min(box.top, window.innerHeight - this.tip.offsetHeight - 12);
    this.tip.style.setProperty("--y", `${Math.max(12, top)}px`);
    this.tip.style.setProperty("--x", `${Math.max(12, box.left - this.tip.offsetWidth - 12)}px`);
  }

  private hideTip(): void {
    if (this.tip.hidden) return;
    this.tip.hidden = true;
    this.actions.pointAt(null);
  }
}

/** A sentence with the exchanged word in it. */
export function previewed({ before, word, after }: Preview): HTMLElement[] {
  const around = 110;
  const [start, end] = [before.slice(-around), after.slice(0, around)];
  return [
    element(
      "span",
      { class: "sentence" },
      start.length < before.length ? `…${start}` : start,
      element("b", {}, word),
      end.length < after.length ? `${end}…` : end,
    ),
  ];
}

/** “3 suggestions”, or that nothing needs one. */
export function summary(marks: readonly Mark[], isEmpty: boolean): string {
  if (marks.length > 0) return count(marks.length, "suggestion");
  return isEmpty ? "" : "Nothing to improve.";
}

function keyOf({ from, to, kind }: Mark): string {
  return `${from}-${to}-${kind}`;
}
