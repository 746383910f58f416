// The panel beside the text, apart from its list of marks: what to mark, how the text reads, which
// words repeat themselves, and which are ignored.

import { byId, element } from "../shared/dom";
import type { Mark } from "./answers";
import type { Kind } from "./kinds";
import { easeInWords, LONG, type Readability } from "./sentences";
import type { ServerSettings } from "./server";
import type { Settings } from "./settings";
import type { Census } from "./words";

const REPEATED = 12;
const CONFIDENCE_NAMES: Record<string, string> = {
  sure: "Only sure",
  balanced: "Balanced",
  thorough: "Thorough",
};
const GENRE_NAMES: Record<string, string> = {
  formal: "Formal: essay, report, application",
  neutral: "Neutral: article, business mail",
  casual: "Casual: mail to a friend, blog",
  fiction: "Fiction: story, novel",
};

export interface PanelActions {
  jumpTo(word: string): void;
}

export class Panel {
  private readonly slider = byId<HTMLInputElement>("sensitivity");
  private timer = 0;

  constructor(
    private readonly settings: Settings,
    private readonly server: ServerSettings,
    private readonly actions: PanelActions,
  ) {
    byId("kinds").append(...server.kinds.all.map((kind) => element("li", {}, this.kindRow(kind))));
    this.addIgnoring();
    this.addConfidence();
    this.addGenres();
    this.addSensitivity();
    this.addLongSentences();
    settings.onChange(() => this.showIgnored());
    if (!server.improves) this.hideMarks();
  }

  /** Show which genre the server took the text for. */
  showGenre(genre: string | null): void {
    const guess = byId("genre").querySelector("option");
    const isGuessed = this.settings.values.genre === null && genre !== null;
    if (guess !== null) guess.textContent = isGuessed ? `As it seems: ${genre}` : "As it seems";
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

  /** Show how easily the text reads. */
  showReadability(found: Readability | null): void {
    const rows: [string, string][] =
      found === null
        ? [["Reading ease", "no text yet"]]
        : [
            ["Reading ease", `${Math.round(found.ease)} of 100, ${easeInWords(found.ease)}`],
            ["Sentences", `${found.sentences.toLocaleString("en")}, ${found.length.toFixed(0)} words each`],
            [`Over ${LONG - 1} words`, found.long.length === 0 ? "none" : count(found.long.length, "sentence")],
            ["Reading time", found.minutes < 1 ? "under a minute" : count(Math.round(found.minutes), "minute")],
          ];
    const items = rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
    byId("readability").replaceChildren(...items);
  }

  /** Show how many marks of each kind there are. */
  showMarks(marks: readonly Mark[]): void {
    for (const { name } of this.server.kinds.all) {
      const { length } = marks.filter((mark) => mark.kind === name);
      byId(`count-${name}`).textContent = length === 0 ? "" : String(length);
    }
  }

  /** Leave out what is about underlined words: there are none. */
  private hideMarks(): void {
    const parts = ["found-part", "dials", "kinds-part", "ignored-part", "mark-count", "previous", "next"];
    for (const id of parts) byId(id).hidden = true;
  }

  private addConfidence(): void {
    const { confidences, confidence } = this.server;
    byId("confidence-part").hidden = confidences.length === 0;
    const chosen = this.settings.values.confidence ?? confidence;
    const labels = confidences.map((level) => {
      const radio = element("input", { type: "radio", name: "confidence", value: level });
      radio.checked = level === chosen;
      radio.addEventListener("change", () => this.settings.set({ confidence: level }));
      return element("label", {}, radio, element("span", {}, CONFIDENCE_NAMES[level] ?? level));
    });
    byId("confidence").append(...labels);
  }

  private addGenres(): void {
    const { genres } = this.server;
    byId("genre-part").hidden = genres.length === 0;
    const select = byId<HTMLSelectElement>("genre");
    const options = genres.map((genre) => element("option", { value: genre }, GENRE_NAMES[genre] ?? genre));
    select.append(element("option", { value: "" }, "As it seems"), ...options);
    select.value = this.settings.values.genre ?? "";
    select.addEventListener("change", () => this.settings.set({ genre: select.value || null }));
  }

  /** Let the share be set for systems that go by one. */
  private addSensitivity(): void {
    const { sensitivity: usual, confidences, improves } = this.server;
    const isOffered = improves && usual !== null && confidences.length === 0;
    byId("sensitivity-part").hidden = !isOffered;
    if (!isOffered) return;
    const percent = Math.round(100 * (this.settings.values.sensitivity ?? usual));
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

  private showSensitivity(): void {
    const percent = Number(this.slider.value);
    const words = percent === 0 ? "nothing" : `about 1 word in ${Math.round(100 / percent)} (${percent} %)`;
    byId("sensitivity-value").textContent = words;
    this.slider.setAttribute("aria-valuetext", words);
  }

  private addLongSentences(): void {
    const box = byId<HTMLInputElement>("show-long");
    box.checked = this.settings.values.longSentences;
    box.addEventListener("change", () => this.settings.set({ longSentences: box.checked }));
  }

  private kindRow({ name, title, className, explanation }: Kind): HTMLElement {
    const box = element("input", { type: "checkbox" });
    box.checked = !this.settings.values.hidden.includes(name);
    box.addEventListener("change", () => this.settings.showKind(name, box.checked));
    return element(
      "label",
      { class: "kind-row" },
      box,
      element(
        "span",
        {},
        element("span", { class: `sample ${className}` }, title),
        element("span", { class: "quiet" }, explanation),
      ),
      element("span", { class: "count", id: `count-${name}` }),
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
    const items = this.settings.values.ignored.map((word) => {
      const button = element("button", { type: "button", class: "chip" }, word);
      button.append(element("span", { class: "times" }, "×"));
      button.setAttribute("aria-label", `Stop ignoring ${word}`);
      button.addEventListener("click", () => {
        this.settings.heed(word);
        byId("ignore-word").focus();
      });
      return element("li", {}, button);
    });
    const { mostIgnored } = this.server;
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
