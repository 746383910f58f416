// The panel beside the text: how much is written, what is marked, what repeats itself, and settings.

import { byId, element } from "../shared/dom";
import { type Kind, KINDS, type Mark } from "./answers";
import { KIND_NAMES } from "./kinds";
import type { Settings } from "./settings";
import type { Census } from "./words";

const LISTED = 50;
const REPEATED = 12;

export interface PanelActions {
  openMark(mark: Mark): void;
  jumpTo(word: string): void;
}

export class Panel {
  private readonly slider = byId<HTMLInputElement>("sensitivity");
  private timer = 0;

  constructor(
    private readonly settings: Settings,
    private readonly mostIgnored: number,
    private readonly actions: PanelActions,
  ) {
    this.addKinds();
    this.addIgnoring();
    const anyWord = byId<HTMLInputElement>("any-word");
    anyWord.checked = settings.anyWord;
    anyWord.addEventListener("change", () => settings.set({ anyWord: anyWord.checked }));
    settings.onChange(() => this.showIgnored());
  }

  /** Let the sensitivity be set, if the server's system has one. */
  offerSensitivity(usual: number | null): void {
    byId("sensitivity-part").hidden = usual === null;
    if (usual === null) return;
    const percent = Math.round(100 * (this.settings.sensitivity ?? usual));
    // More than the slider offers is seldom asked for: hardly any text has so much to mark.
    this.slider.max = String(Math.max(percent, Number(this.slider.max)));
    this.slider.value = String(percent);
    this.showSensitivity();
    this.slider.addEventListener("input", () => {
      this.showSensitivity();
      clearTimeout(this.timer);
      const share = Number(this.slider.value) / 100;
      this.timer = window.setTimeout(() => this.settings.set({ sensitivity: share }), 250);
    });
  }

  /** Leave out what is about underlined words: there are none. */
  hideMarks(): void {
    const parts = ["marked-part", "found-part", "ignored-part", "mark-count", "previous", "next"];
    for (const id of parts) byId(id).hidden = true;
  }

  /** Show how many words there are, and which repeat themselves. */
  showCensus({ words, repeated }: Census): void {
    byId("word-count").textContent = count(words, "word");
    const items = repeated.slice(0, REPEATED).map(({ word, count: times }) => {
      const button = element("button", { type: "button", class: "chip" }, word);
      button.append(element("span", { class: "times" }, `×\u200a${times}`));
      button.setAttribute("aria-label", `${word}, ${times} times; go to the next`);
      button.addEventListener("click", () => this.actions.jumpTo(word));
      return element("li", {}, button);
    });
    fill("repeated", items, "No word is used three times or more.");
  }

  /** Show what is marked. */
  showMarks(marks: readonly Mark[]): void {
    byId("mark-count").textContent = marks.length === 0 ? "nothing marked" : `${marks.length} marked`;
    for (const kind of KINDS) {
      const all = marks.filter((mark) => mark.kind === kind);
      byId(`count-${kind}`).textContent = String(all.length);
    }
    const items = marks.slice(0, LISTED).map((mark) => {
      const best = mark.offers[0]?.text;
      const button = element("button", { type: "button", class: "found" });
      button.append(element("span", { class: KIND_NAMES[mark.kind].className }, mark.text));
      if (best !== undefined) button.append(element("span", { class: "best" }, `→ ${best}`));
      button.addEventListener("click", () => this.actions.openMark(mark));
      return element("li", {}, button);
    });
    if (marks.length > LISTED) items.push(element("li", { class: "quiet" }, `and ${marks.length - LISTED} more`));
    fill("found", items, "Nothing yet.");
  }

  private showSensitivity(): void {
    const percent = Number(this.slider.value);
    const words = percent === 0 ? "nothing" : `about 1 word in ${Math.round(100 / percent)} (${percent} %)`;
    byId("sensitivity-value").textContent = words;
    this.slider.setAttribute("aria-valuetext", words);
  }

  private addKinds(): void {
    byId("kinds").append(...KINDS.map((kind) => element("li", {}, this.kind(kind))));
  }

  private kind(kind: Kind): HTMLElement {
    const { title, className, meaning } = KIND_NAMES[kind];
    const box = element("input", { type: "checkbox" });
    box.checked = this.settings.kinds.includes(kind);
    box.addEventListener("change", () => {
      const others = this.settings.kinds.filter((each) => each !== kind);
      const shown = KINDS.filter((each) => others.includes(each) || (each === kind && box.checked));
      this.settings.set({ kinds: shown });
    });
    return element(
      "label",
      { class: "kind-row" },
      box,
      element(
        "span",
        {},
        element("span", { class: `sample ${className}` }, title),
        element("span", { class: "quiet" }, meaning),
      ),
      element("span", { class: "count", id: `count-${kind}` }, "0"),
    );
  }

  private addIgnoring(): void {
    const form = byId<HTMLFormElement>("ignore-form");
    const field = byId<HTMLInputElement>("ignore-word");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.settings.ignore(field.value);
      field.value = "";
    });
    this.showIgnored();
  }

  private showIgnored(): void {
    const items = this.settings.ignored.map((word) => {
      const button = element("button", { type: "button", class: "chip" }, word);
      button.append(element("span", { class: "times" }, "×"));
      button.setAttribute("aria-label", `Stop ignoring ${word}`);
      button.addEventListener("click", () => {
        this.settings.heed(word);
        byId("ignore-word").focus();
      });
      return element("li", {}, button);
    });
    const { mostIgnored } = this;
    if (items.length > mostIgnored) {
      const line = `Only the first ${count(mostIgnored, "word")} can be heeded.`;
      items.unshift(element("li", { class: "quiet" }, line));
    }
    fill("ignored", items, "No word is always ignored.");
  }
}

/** “1 word”, “2 words”. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

function fill(id: string, items: HTMLElement[], otherwise: string): void {
  const list = byId(id);
  // The element that has the focus must not vanish under a writer who is at work there.
  const focused = [...list.querySelectorAll("button")].indexOf(document.activeElement as HTMLButtonElement);
  list.replaceChildren(...(items.length > 0 ? items : [element("li", { class: "quiet" }, otherwise)]));
  const buttons = list.querySelectorAll("button");
  if (focused >= 0) buttons[Math.min(focused, buttons.length - 1)]?.focus();
}
