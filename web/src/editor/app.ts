// The editor page as a whole: the text, its marks, the card and the panel, and how they meet.

import { history, historyKeymap, standardKeymap } from "@codemirror/commands";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, placeholder, type ViewUpdate } from "@codemirror/view";
import { announce } from "../shared/announce";
import { byId } from "../shared/dom";
import type { Found, Mark, Offer } from "./answers";
import { Card, type Place } from "./card";
import { Checking, type Progress, type Wishes } from "./checking";
import { closePanel } from "./drawer";
import { keepDraft, lastDraft, settledIn } from "./draft";
import { EXAMPLE } from "./example";
import { markAt, marks, point, setKinds, settle, visibleMarks } from "./marks";
import { Notice } from "./notice";
import { count, Panel } from "./panel";
import { paragraphs } from "./paragraphs";
import { replace } from "./replacing";
import { hideRepeats, jumpTo, repeats } from "./repeats";
import { Settings } from "./settings";
import { Counter, wordAt } from "./words";

const CENSUS_PAUSE = 250;
const PEEK_PAUSE = 250;
const LONGEST_PHRASE = 60;
// What is longer is no word, and the server would refuse it.
const LONGEST_WORD = 200;

export interface ServerSettings {
  system: string;
  /** Whether the system finds words worth improving, or only suggests others for a word. */
  improves: boolean;
  sensitivity: number | null;
  longest: number;
  mostIgnored: number;
}

export class App {
  private readonly settings = new Settings();
  private readonly view: EditorView;
  private readonly checking: Checking;
  private readonly card: Card;
  private readonly panel: Panel;
  private readonly notice = new Notice();
  private readonly counter = new Counter();
  private censusTimer = 0;
  private peekTimer = 0;
  private announced = 0;

  constructor(private readonly server: ServerSettings) {
    const draft = lastDraft();
    this.view = new EditorView({
      parent: byId("editor"),
      state: EditorState.create({ doc: draft.text, extensions: this.extensions() }),
    });
    this.card = new Card({
      choose: (found, offer) => this.choose(found, offer),
      ignoreOnce: (mark) => this.ignoreOnce(mark),
      ignoreAlways: (mark) => this.ignoreAlways(mark),
      step: (direction) => this.step(direction),
      closed: (hadFocus) => this.cardClosed(hadFocus),
      box: (from, to) => this.box(from, to),
    });
    this.panel = new Panel(this.settings, server.mostIgnored, {
      openMark: (mark) => this.openMark(mark),
      jumpTo: (word) => this.jumpTo(word),
    });
    this.panel.offerSensitivity(server.improves ? server.sensitivity : null);
    if (!server.improves) this.onlySuggests();
    this.checking = new Checking(
      this.view,
      () => this.wishes(),
      server.longest,
      (progress) => this.progress(progress),
    );
    this.view.dispatch({
      effects: [setKinds.of(this.settings.kinds), ...settledIn(draft, this.view.state)],
    });
    this.connect();
    this.count();
    this.check(0);
  }

  private onlySuggests(): void {
    this.panel.hideMarks();
    const message = `The system ${this.server.system} only suggests: nothing is underlined, but any word has others to offer.`;
    this.notice.show("suggests", message, "Dismiss", () => this.notice.hide("suggests"));
  }

  private wishes(): Wishes {
    const { sensitivity, ignored } = this.settings;
    return { sensitivity, ignored: ignored.slice(0, this.server.mostIgnored) };
  }

  private check(pause?: number): void {
    if (this.server.improves) this.checking.soon(pause);
  }

  private extensions(): Extension {
    return [
      history(),
      keymap.of([
        { key: "Alt-Enter", run: () => this.openHere() },
        { key: "Mod-.", run: () => this.openHere() },
        { key: "F8", run: () => this.step(1), shift: () => this.step(-1) },
        { key: "Escape", run: () => this.escape() },
        ...historyKeymap,
        ...standardKeymap,
      ]),
      EditorView.lineWrapping,
      EditorView.cspNonce.of(document.querySelector("script")?.nonce ?? ""),
      EditorView.contentAttributes.of({
        "aria-label": "Your text",
        "aria-describedby": "keys-hint",
        autocapitalize: "sentences",
        autocorrect: "on",
        spellcheck: "true",
        lang: "en",
      }),
      EditorView.scrollMargins.of(() => ({ top: 72, bottom: 72 })),
      placeholder(
        this.server.improves
          ? "Write or paste a text. Words worth another thought are underlined as you go."
          : "Write or paste a text, and click on any word for others.",
      ),
      marks(),
      repeats,
      keepDraft((isKept) => this.draftKept(isKept)),
      EditorView.domEventHandlers({ click: (event) => this.clicked(event) }),
      EditorView.updateListener.of((update) => this.updated(update)),
    ];
  }

  private connect(): void {
    byId("next").addEventListener("click", () => this.step(1));
    byId("previous").addEventListener("click", () => this.step(-1));
    byId("here").addEventListener("click", () => this.openHere());
    byId("example").addEventListener("click", () => this.tryExample());
    byId("copy").addEventListener("click", () => void this.copy());
    document.addEventListener("pointerdown", (event) => {
      if (!(event.target as Element).closest("#card")) this.card.close();
    });
    let { ignored, sensitivity } = this.settings;
    this.settings.onChange(() => {
      this.view.dispatch({ effects: setKinds.of(this.settings.kinds) });
      const asksOther = ignored !== this.settings.ignored || sensitivity !== this.settings.sensitivity;
      ({ ignored, sensitivity } = this.settings);
      if (asksOther && this.server.improves) this.recheck(() => this.checking.again());
    });
  }

  private updated(update: ViewUpdate): void {
    if (update.docChanged) {
      this.card.close();
      if (this.server.improves) this.recheck(() => this.check());
      clearTimeout(this.censusTimer);
      this.censusTimer = window.setTimeout(() => this.count(), CENSUS_PAUSE);
    } else if (update.selectionSet) {
      clearTimeout(this.peekTimer);
      if (!this.card.hasFocus) this.card.close();
    }
    const shown = visibleMarks(update.state);
    if (shown !== visibleMarks(update.startState)) this.panel.showMarks(shown);
  }

  private count(): void {
    const { doc } = this.view.state;
    byId("empty").hidden = doc.length > 0;
    byId("sheet").classList.toggle("is-empty", doc.length === 0);
    this.panel.showCensus(this.counter.count(doc.iterLines()));
  }

  private recheck(check: () => void): void {
    byId("status").textContent = "…";
    check();
  }

  private progress(progress: Progress): void {
    const names = { checking: "Checking…", done: "Checked", away: "Not checked", refused: "Not checked" };
    byId("status").textContent = this.view.state.doc.length > 0 ? names[progress.state] : "";
    if (progress.state === "away") {
      return this.notice.countDown(progress.message, progress.seconds, () => this.checking.soon(0));
    }
    if (progress.state === "refused") {
      const hide = () => this.notice.hide("refused");
      return this.notice.show("refused", progress.message, "Dismiss", hide);
    }
    if (progress.state === "done") {
      this.notice.hide("away");
      const { length } = visibleMarks(this.view.state);
      if (length !== this.announced) announce(`${count(length, "word")} marked`);
      this.announced = length;
    }
  }

  private draftKept(isKept: boolean): void {
    const message = "This browser does not keep your text: copy it before you leave.";
    if (isKept) this.notice.hide("draft");
    else this.notice.show("draft", message, "Copy", () => void this.copy());
  }

  private clicked(event: MouseEvent): boolean {
    clearTimeout(this.peekTimer);
    const { state } = this.view;
    const at = this.view.posAtCoords({ x: event.clientX, y: event.clientY });
    if (event.button !== 0 || event.detail > 1 || at === null || !state.selection.main.empty) return false;
    const place = this.placeAt(at);
    if (place === null || !this.isOver(place, event)) return false;
    if (place.mark !== null) {
      this.card.open(place, { focus: true, byClick: true });
      this.view.dispatch({ effects: point.of(place) });
    } else if (this.settings.anyWord) {
      this.peekTimer = window.setTimeout(() => this.open(place, false), PEEK_PAUSE);
    }
    return false;
  }

  /** Whether a click was on a word, and not beside the line that it ends. */
  private isOver({ from, to }: Place, { clientX, clientY }: MouseEvent): boolean {
    const [first, last] = [this.view.coordsAtPos(from, 1), this.view.coordsAtPos(to, -1)];
    if (first === null || last === null) return false;
    const onLine = first.top - 4 <= clientY && clientY <= last.bottom + 4;
    return onLine && (first.top !== last.top || (first.left - 2 <= clientX && clientX <= last.right + 2));
  }

  /** What the card is about at a place: its mark, the selected phrase, or its word. */
  private placeAt(at: number): Place | null {
    const { state } = this.view;
    const mark = markAt(state, at);
    const line = state.doc.lineAt(at);
    const { main } = state.selection;
    const isPhrase = !main.empty && main.to - main.from <= LONGEST_PHRASE && main.to <= line.to;
    const word = wordAt(line.text, at - line.from);
    const selected = isPhrase && main.from >= line.from ? main : null;
    const here = word && { from: line.from + word.from, to: line.from + word.to };
    const stretch = selected ?? mark ?? here;
    if (stretch === null || stretch.to - stretch.from > LONGEST_WORD) return null;
    const { from, to } = stretch;
    const around = paragraphs(state.doc, this.server.longest);
    const paragraph = around.find((each) => each.from <= from && to <= each.to);
    if (paragraph === undefined) return null;
    const isMark = mark !== null && mark.from === from && mark.to === to;
    return { from, to, word: state.sliceDoc(from, to), paragraph, mark: isMark ? mark : null };
  }

  private open(place: Place, focus: boolean): void {
    this.view.dispatch({ effects: point.of(place) });
    this.card.open(place, { focus, byClick: false });
  }

  private openHere(): boolean {
    const place = this.placeAt(this.view.state.selection.main.head);
    if (place === null) announce("There is no word here.");
    else this.open(place, true);
    return true;
  }

  private openMark(mark: Mark): void {
    closePanel();
    this.view.dispatch({
      selection: { anchor: mark.from },
      effects: EditorView.scrollIntoView(mark.from, { y: "nearest", yMargin: 96 }),
    });
    // The editor scrolls when it is next drawn; only then is it known where the word is.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const place = this.placeAt(mark.from);
        if (place !== null) this.open(place, true);
      }),
    );
  }

  private step(direction: 1 | -1): boolean {
    const all = visibleMarks(this.view.state);
    if (all.length === 0) return announce("Nothing is marked."), true;
    const { head } = this.view.state.selection.main;
    const at = all.findIndex((mark) => mark.from <= head && head <= mark.to);
    const after = all.findIndex((mark) => mark.from > head);
    const next = direction === 1 ? after : (at >= 0 ? at : after < 0 ? all.length : after) - 1;
    const index = (next + all.length) % all.length;
    const wrapped = direction === 1 && after < 0 ? 0 : index;
    const mark = all[wrapped]!;
    this.card.close();
    this.openMark(mark);
    announce(`${wrapped + 1} of ${all.length}`);
    return true;
  }

  private escape(): boolean {
    const isOpen = this.card.isOpen;
    this.card.close();
    return hideRepeats(this.view) || isOpen;
  }

  private cardClosed(hadFocus: boolean): void {
    this.view.dispatch({ effects: point.of(null) });
    if (hadFocus) this.view.focus();
  }

  private choose(found: Found, offer: Offer): void {
    this.card.close();
    this.view.focus();
    const isDone = replace(this.view, found, offer);
    announce(isDone ? `${found.text} replaced by ${offer.text}` : "The text has changed there; try again.");
  }

  private ignoreOnce(mark: Mark): void {
    this.card.close();
    this.view.focus();
    this.view.dispatch({ effects: settle.of({ from: mark.from, to: mark.to, text: mark.text }) });
    announce(`${mark.text} ignored here`);
  }

  private ignoreAlways(mark: Mark): void {
    this.card.close();
    this.view.focus();
    this.settings.ignore(mark.text);
    announce(`${mark.text} always ignored`);
  }

  private jumpTo(word: string): void {
    closePanel();
    const place = jumpTo(this.view, word);
    if (place !== null) announce(`${word}, ${place.index} of ${place.of}`);
  }

  private box(from: number, to: number): { left: number; top: number; bottom: number } | null {
    const [first, last] = [this.view.coordsAtPos(from, 1), this.view.coordsAtPos(to, -1)];
    if (first === null || last === null) return null;
    return { left: first.left, top: first.top, bottom: last.bottom };
  }

  private tryExample(): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: EXAMPLE } });
    this.view.focus();
    this.count();
    this.check(0);
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.view.state.doc.toString());
      announce("Text copied");
      byId("copy").textContent = "Copied";
    } catch {
      byId("copy").textContent = "Not allowed";
    }
    window.setTimeout(() => (byId("copy").textContent = "Copy text"), 1500);
  }
}
