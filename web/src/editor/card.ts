// The card: what could stand in place of a word. It takes the focus when it was asked for by key or
// by a click on a mark; for any other word that is clicked twice it only shows itself.

import { ask, AwayError, isAborted } from "../shared/api";
import { byId, element } from "../shared/dom";
import {
  asked,
  fits,
  type Found,
  foundIn,
  inWords,
  type Mark,
  type Offer,
  type SaidSuggestions,
} from "./answers";
import type { Kinds } from "./kinds";
import { previewed } from "./mark_list";
import { preview } from "./sentences";

const MOST = 10;
const TRIES = 4;
const GAP = 16;
const LEAST_ROOM = 220;

/** A stretch of a paragraph that the card is opened for. */
export interface Place {
  from: number;
  to: number;
  word: string;
  paragraph: { from: number; text: string };
  mark: Mark | null;
}

export interface Actions {
  choose(found: Found, offer: Offer): void;
  ignoreOnce(mark: Mark): void;
  ignoreAlways(mark: Mark): void;
  step(direction: 1 | -1): void;
  closed(hadFocus: boolean): void;
  /** Where a stretch of the text is on the page. */
  box(from: number, to: number): { left: number; top: number; bottom: number } | null;
}

export class Card {
  private readonly root = byId("card");
  private place: Place | null = null;
  private found: Found | null = null;
  private active = 0;
  private byClick = false;
  /** Whether words that hardly fit are shown, too. */
  private showsAll = false;
  /** Whether the server was asked for more words than a mark brings. */
  private isComplete = false;
  private controller = new AbortController();

  constructor(
    private readonly kinds: Kinds,
    private readonly actions: Actions,
  ) {
    this.root.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("resize", () => this.lay());
  }

  get isOpen(): boolean {
    return this.place !== null;
  }

  get hasFocus(): boolean {
    return this.root.contains(document.activeElement);
  }

  /** Show the card for a place; with `focus`, keys go to it from then on. */
  open(place: Place, { focus, byClick }: { focus: boolean; byClick: boolean }): void {
    this.controller.abort();
    this.controller = new AbortController();
    [this.place, this.byClick, this.active] = [place, byClick, 0];
    [this.showsAll, this.isComplete] = [false, place.mark === null];
    this.found = place.mark;
    this.root.hidden = false;
    this.draw(place.mark === null ? "Looking for words…" : null);
    if (focus) this.focus();
    if (place.mark === null) void this.fetch(place);
  }

  close(): void {
    if (!this.isOpen) return;
    const hadFocus = this.hasFocus;
    this.controller.abort();
    this.place = this.found = null;
    this.root.hidden = true;
    this.root.replaceChildren();
    document.body.classList.remove("sheet-open");
    this.actions.closed(hadFocus);
  }

  focus(): void {
    (this.list() ?? this.root).focus({ preventScroll: true });
  }

  /** The offers that are shown, in the order of their numbers. */
  private get offers(): Offer[] {
    const all = this.found?.offers ?? [];
    const marked = this.place?.mark?.offers ?? [];
    return this.showsAll ? all : all.filter((offer) => marked.includes(offer) || fits(offer));
  }

  private list(): HTMLElement | null {
    return this.root.querySelector<HTMLElement>("[role=listbox]");
  }

  private async fetch(place: Place, tries = TRIES): Promise<void> {
    const { signal } = this.controller;
    const { text, from } = place.paragraph;
    const body = { ...asked(text), start: place.from - from, end: place.to - from, top: MOST };
    try {
      const said = await ask<SaidSuggestions>("/api/suggest", { body, signal });
      const found = foundIn(text, said);
      this.show({ ...found, from: found.from + from, to: found.to + from }, said.reason ?? null);
    } catch (error) {
      if (isAborted(error)) return;
      if (error instanceof AwayError && error.seconds !== null && tries > 1) {
        await new Promise((resolve) => setTimeout(resolve, error.seconds! * 1000));
        if (!signal.aborted) await this.fetch(place, tries - 1);
        return;
      }
      this.draw(error instanceof Error ? error.message : String(error));
    }
  }

  private show(fetched: Found, reason: string | null): void {
    const focused = this.hasFocus;
    const before = this.place?.mark?.offers ?? [];
    // What the mark offers stays where it is, under the number that the writer has seen.
    const more = fetched.offers.filter((offer) => !before.some((each) => each.text === offer.text));
    this.found = { ...fetched, offers: [...before, ...more] };
    this.isComplete = true;
    this.draw(this.silence(reason));
    if (focused) this.focus();
  }

  /** What is said where no word is shown. */
  private silence(reason: string | null): string | null {
    if (this.offers.length > 0) return null;
    if (this.found !== null && this.found.offers.length > 0) return "Nothing fits well here.";
    return reason ?? "No other word is known for this one.";
  }

  private draw(message: string | null): void {
    const { place } = this;
    if (place === null) return;
    const { mark } = place;
    const { offers } = this;
    const phrase = this.found?.phrase ?? null;
    this.root.className = mark === null ? "card" : `card ${this.kinds.of(mark.kind).className}`;
    this.root.replaceChildren(
      this.header(place),
      ...(mark === null ? [] : [element("p", { class: "why" }, sentence(mark.message))]),
      ...(phrase === null ? [] : [element("p", { class: "why" }, `As part of “${phrase}”.`)]),
      ...(offers.length === 0 ? [] : [this.listbox(place, offers)]),
      ...(message === null ? [] : [element("p", { class: "message", role: "status" }, sentence(message))]),
      ...(offers.length === 0 ? [] : [element("p", { class: "preview" })]),
      this.footer(mark),
    );
    this.activate(Math.min(this.active, offers.length - 1));
    this.lay();
  }

  private header({ word, mark }: Place): HTMLElement {
    const close = element("button", { type: "button", class: "icon", "aria-label": "Close" }, "×");
    close.addEventListener("click", () => this.close());
    const kind = mark === null ? { title: "Other words", explanation: "" } : this.kinds.of(mark.kind);
    return element(
      "header",
      {},
      element("h2", { id: "card-title" }, element("q", {}, word)),
      element("span", { class: "kind", title: kind.explanation }, kind.title),
      close,
    );
  }

  private listbox({ word }: Place, offers: readonly Offer[]): HTMLElement {
    const list = element("ul", { role: "listbox", tabindex: "0", "aria-label": `Words for ${word}` });
    list.append(...offers.map((offer, index) => this.option(offer, index)));
    return list;
  }

  private option(offer: Offer, index: number): HTMLElement {
    const made = element(
      "li",
      { role: "option", id: `offer-${index}` },
      element("kbd", {}, index < 10 ? String((index + 1) % 10) : ""),
      element("span", { class: "word" }, offer.text || "(leave it out)"),
      ...(offer.strength === null ? [] : bar(offer.strength)),
      about(offer),
    );
    made.addEventListener("click", () => this.choose(index));
    made.addEventListener("pointermove", () => this.activate(index));
    return made;
  }

  private footer(mark: Mark | null): HTMLElement {
    const footer = element("footer");
    const button = (name: string, act: () => void) => {
      const made = element("button", { type: "button" }, name);
      made.addEventListener("click", act);
      footer.append(made);
    };
    if (mark !== null) {
      button("Ignore once", () => this.actions.ignoreOnce(mark));
      button("Ignore always", () => this.actions.ignoreAlways(mark));
    }
    const isHiding = this.offers.length < (this.found?.offers.length ?? 0);
    if (!this.isComplete) button("More words", () => this.more());
    else if (isHiding) button("More words, less likely to fit", () => this.showAll());
    return footer;
  }

  private more(): void {
    const { place } = this;
    if (place === null) return;
    this.isComplete = true;
    this.draw("Looking for more words…");
    this.focus();
    void this.fetch(place);
  }

  private showAll(): void {
    const first = this.offers.length;
    this.showsAll = true;
    this.active = first;
    this.draw(null);
    this.focus();
  }

  private choose(index: number): void {
    const offer = this.offers[index];
    if (offer !== undefined && this.found !== null) this.actions.choose(this.found, offer);
  }

  private activate(index: number): void {
    const options = [...this.root.querySelectorAll<HTMLElement>("[role=option]")];
    if (options.length === 0) return;
    this.active = (index + options.length) % options.length;
    options.forEach((option, each) => option.setAttribute("aria-selected", String(each === this.active)));
    this.list()?.setAttribute("aria-activedescendant", `offer-${this.active}`);
    this.reveal(options[this.active]!);
    this.preview();
  }

  /** Show the sentence with the active offer in it. */
  private preview(): void {
    const line = this.root.querySelector(".preview");
    const offer = this.offers[this.active];
    if (line === null || this.place === null || this.found === null || offer === undefined) return;
    line.replaceChildren(...previewed(preview(this.place.paragraph, this.found, offer)));
  }

  /** Scroll the list, and never the page, so that an option can be seen. */
  private reveal(option: HTMLElement): void {
    const list = this.list()!;
    const [inner, outer] = [option.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
    if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (this.acted(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (this.byClick && event.target === this.list() && isWriting(event.key)) {
      // The writer clicked to write, not to choose: closing gives the key to the text.
      this.close();
    }
  }

  /** Whether a key meant something to the card. */
  private acted(event: KeyboardEvent): boolean {
    const last = this.offers.length - 1;
    if (event.key === "Escape") return this.close(), true;
    if (event.key === "F8") return this.actions.step(event.shiftKey ? -1 : 1), true;
    if (event.key === "Tab") return this.tab(event.shiftKey ? -1 : 1), true;
    if (/^[0-9]$/.test(event.key)) return this.choose((Number(event.key) + 9) % 10), true;
    if (event.target !== this.list()) return false;
    const places: Record<string, number> = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      Home: 0,
      End: last,
    };
    const place = places[event.key];
    if (place !== undefined) return this.activate(place), true;
    if (event.key === "Enter" || event.key === " ") return this.choose(this.active), true;
    return false;
  }

  /** Keep the focus in the card while it has it. */
  private tab(direction: 1 | -1): void {
    // The list first, the button that closes last.
    const stops = ["[role=listbox]", "footer button", "header button"].flatMap((selector) => [
      ...this.root.querySelectorAll<HTMLElement>(selector),
    ]);
    const at = stops.indexOf(document.activeElement as HTMLElement);
    stops[(at + direction + stops.length) % stops.length]?.focus();
  }

  /** Under the word, or over it where there is no room; on a phone the style sheet decides. */
  private lay(): void {
    const { place, root } = this;
    if (place === null) return;
    const box = this.actions.box(place.from, place.to);
    if (box === null) return;
    document.body.classList.add("sheet-open");
    root.style.removeProperty("--room");
    const [above, below] = [box.top - GAP, window.innerHeight - box.bottom - GAP];
    const isBelow = below >= Math.min(root.offsetHeight, above);
    root.style.setProperty("--room", `${Math.max(LEAST_ROOM, isBelow ? below : above)}px`);
    const top = isBelow ? box.bottom + GAP / 2 : box.top - GAP / 2 - root.offsetHeight;
    const left = Math.min(box.left - GAP, window.innerWidth - root.offsetWidth - GAP);
    root.style.setProperty("--x", `${Math.max(GAP, left) + window.scrollX}px`);
    root.style.setProperty("--y", `${top + window.scrollY}px`);
    // What a sheet at the bottom of the window would hide comes above it.
    if (getComputedStyle(root).position === "fixed") {
      const hidden = box.bottom + 24 - (window.innerHeight - root.offsetHeight);
      if (hidden > 0) window.scrollBy({ top: hidden });
    }
  }
}

/** How well an offer fits, as a bar on a scale that is the same for all words, and in words. */
function bar(strength: number): HTMLElement[] {
  const [words, filled] = [inWords(strength), element("span", { class: "bar" })];
  filled.style.width = `${Math.round(100 * Math.max(0.04, strength))}%`;
  return [
    element("span", { class: "strength", title: words }, filled),
    element("span", { class: "unseen" }, `, ${words}. `),
  ];
}

/** In what kind of text a word is at home, and what it means. */
function about({ register, gloss }: Offer): HTMLElement | null {
  if (register === null && gloss === null) return null;
  const label = register === null ? null : element("span", { class: "register" }, register);
  const space = label === null || gloss === null ? null : " · ";
  return element("span", { class: "gloss" }, label, space, gloss);
}

function isWriting(key: string): boolean {
  return [...key].length === 1 || key === "Backspace" || key === "Delete";
}

function sentence(message: string): string {
  const ended = /[.!?…]$/.test(message) ? message : `${message}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}
