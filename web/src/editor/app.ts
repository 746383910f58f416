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
import { formOf, openButton, save, type TextFile } from "./files";
import { longSentences, showLong } from "./long_sentences";
import { MarkList, summary } from "./mark_list";
import { hideKinds, markAt, marks, point, settle, visibleMarks } from "./marks";
import { Notice } from "./notice";
import { count, Panel } from "./panel";
import { type Paragraph, paragraphs } from "./paragraphs";
import { replace, replaceAll } from "./replacing";
import { hideRepeats, jumpTo, repeats } from "./repeats";
import { preview, type Preview, readability, SentenceReader } from "./sentences";
import type { ServerSettings } from "./server";
import { Settings } from "./settings";
import { Counter, wordAt } from "./words";

const CENSUS_PAUSE = 250;
const SCROLL_PAUSE = 120;
const LONGEST_PHRASE = 60;
// What is longer is no word, and the server would refuse it.
const LONGEST_WORD = 200;

export class App {
  private readonly settings = new Settings();
  private readonly view: EditorView;
  private readonly checking: Checking;
  private readonly card: Card;
  private readonly panel: Panel;
  private readonly list: MarkList;
  private readonly notice = new Notice();
  private readonly counter = new Counter();
  private readonly reader = new SentenceReader();
  private censusTimer = 0;
  private scrollTimer = 0;
  private announced = "";
  private isChecked = false;
  private fileName: string;

  constructor(private readonly server: ServerSettings) {
    const draft = lastDraft();
    this.fileName = draft.name;
    this.view = new EditorView({
      parent: byId("editor"),
      state: EditorState.create({ doc: draft.text, extensions: this.extensions() }),
    });
    this.card = new Card(server.kinds, {
      choose: (found, offer) => this.choose(found, offer),
      ignoreOnce: (mark) => this.ignoreOnce(mark),
      ignoreAlways: (mark) => this.ignoreAlways(mark),
      step: (direction) => this.step(direction),
      closed: (hadFocus) => this.cardClosed(hadFocus),
      box: (from, to) => this.box(from, to),
    });
    this.panel = new Panel(this.settings, server, { jumpTo: (word) => this.jumpTo(word) });
    this.list = new MarkList(server.kinds, {
      openMark: (mark) => this.openMark(mark),
      accept: (mark) => this.accept([mark]),
      acceptSure: (sure) => this.accept(sure),
      pointAt: (mark) => this.pointAt(mark),
      isInSight: (mark) => this.isInSight(mark),
      preview: (mark) => this.preview(mark),
    });
    if (!server.improves) this.onlySuggests();
    this.checking = new Checking(
      this.view,
      () => this.wishes(),
      server.longest,
      (progress) => this.progress(progress),
    );
    this.view.dispatch({
      effects: [hideKinds.of(this.settings.values.hidden), ...settledIn(draft, this.view.state)],
    });
    this.connect();
    this.count();
    this.check(0);
  }

  private onlySuggests(): void {
    const message = `The system ${this.server.system} only suggests: nothing is underlined, but any word has others to offer.`;
    this.notice.show("suggests", message, "Dismiss", () => this.notice.hide("suggests"));
  }

  private wishes(): Wishes {
    const { confidence, genre, sensitivity, ignored } = this.settings.values;
    const { confidences, genres, mostIgnored } = this.server;
    return {
      confidence: confidences.includes(confidence ?? "") ? confidence : null,
      genre: genres.includes(genre ?? "") ? genre : null,
      sensitivity: confidences.length > 0 ? null : sensitivity,
      ignored: ignored.slice(0, mostIgnored),
      form: formOf(this.fileName),
    };
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
          ? "Write or paste a text. What is worth changing is underlined as you go."
          : "Write or paste a text, and double-click any word for others.",
      ),
      marks(this.server.kinds),
      repeats,
      longSentences,
      keepDraft(
        () => this.fileName,
        (isKept) => this.draftKept(isKept),
      ),
      EditorView.domEventHandlers({
        click: (event) => this.clicked(event),
        dblclick: (event) => this.doubleClicked(event),
      }),
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
    byId("save").addEventListener("click", () => this.save());
    openButton(
      (file) => this.opened(file),
      (message) => this.notice.show("file", message, "Dismiss", () => this.notice.hide("file")),
    );
    const follow = () => {
      clearTimeout(this.scrollTimer);
      this.scrollTimer = window.setTimeout(() => this.list.follow(), SCROLL_PAUSE);
    };
    window.addEventListener("scroll", follow, { passive: true });
    window.addEventListener("resize", follow);
    let asked = JSON.stringify(this.wishes());
    this.settings.onChange(() => {
      this.view.dispatch({ effects: hideKinds.of(this.settings.values.hidden) });
      this.showSentences();
      const now = JSON.stringify(this.wishes());
      if (now !== asked && this.server.improves) this.recheck(() => this.checking.again());
      asked = now;
    });
  }

  private updated(update: ViewUpdate): void {
    if (update.docChanged) {
      this.card.close();
      if (this.server.improves) this.recheck(() => this.check());
      clearTimeout(this.censusTimer);
      this.censusTimer = window.setTimeout(() => this.count(), CENSUS_PAUSE);
    } else if (update.selectionSet) {
      if (!this.card.hasFocus) this.card.close();
    }
    if (visibleMarks(update.state) !== visibleMarks(update.startState)) this.showMarks();
  }

  private showMarks(): void {
    const { state } = this.view;
    const shown = visibleMarks(state);
    const said = this.isChecked ? summary(shown, state.doc.length === 0) : "";
    byId("mark-count").textContent = shown.length > 0 ? summary(shown, false) : said;
    this.panel.showMarks(shown);
    this.list.show(shown, said || (state.doc.length === 0 ? "Nothing yet." : "…"));
  }

  private count(): void {
    const { doc } = this.view.state;
    byId("empty").hidden = doc.length > 0;
    byId("sheet").classList.toggle("is-empty", doc.length === 0);
    this.panel.showCensus(this.counter.count(doc.iterLines()));
    this.showSentences();
  }

  private showSentences(): void {
    const found = readability(this.reader.read(this.view.state.doc.iterLines()));
    this.panel.showReadability(found);
    const shown = this.settings.values.longSentences ? (found?.long ?? []) : [];
    this.view.dispatch({ effects: showLong.of(shown) });
  }

  private recheck(check: () => void): void {
    byId("status").textContent = "…";
    this.isChecked = false;
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
      this.isChecked = true;
      this.showMarks();
      this.panel.showGenre(progress.genre);
      this.showNote(progress.note);
      const said = summary(visibleMarks(this.view.state), this.view.state.doc.length === 0);
      if (said !== this.announced) announce(said);
      this.announced = said;
    }
  }

  /** Say why the text was left alone, if it was. */
  private showNote(note: string | null): void {
    if (note === null) this.notice.hide("note");
    else this.notice.show("note", note, "Dismiss", () => this.notice.hide("note"));
  }

  private draftKept(isKept: boolean): void {
    const message = "This browser does not keep your text: copy it before you leave.";
    if (isKept) this.notice.hide("draft");
    else this.notice.show("draft", message, "Copy", () => void this.copy());
  }

  /** A click opens the card of a mark; on any other word it only sets the cursor. */
  private clicked(event: MouseEvent): boolean {
    if (event.button !== 0 || event.detail > 1 || !this.view.state.selection.main.empty) return false;
    const place = this.clickedPlace(event);
    if (place === null || place.mark === null) return false;
    this.card.open(place, { focus: true, byClick: true });
    this.view.dispatch({ effects: point.of(place) });
    return false;
  }

  /** Two clicks show others for any word; the focus stays, so that one can write on. */
  private doubleClicked(event: MouseEvent): boolean {
    const place = this.clickedPlace(event);
    if (place !== null) this.open(place, place.mark !== null);
    return false;
  }

  private clickedPlace(event: MouseEvent): Place | null {
    const at = this.view.posAtCoords({ x: event.clientX, y: event.clientY });
    const place = at === null ? null : this.placeAt(at);
    return place !== null && this.isOver(place, event) ? place : null;
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
    const paragraph = this.paragraphOf(from, to);
    if (paragraph === null) return null;
    const isMark = mark !== null && mark.from === from && mark.to === to;
    return { from, to, word: state.sliceDoc(from, to), paragraph, mark: isMark ? mark : null };
  }

  private paragraphOf(from: number, to: number): Paragraph | null {
    const around = paragraphs(this.view.state.doc, this.server.longest);
    return around.find((paragraph) => paragraph.from <= from && to <= paragraph.to) ?? null;
  }

  private preview(mark: Mark): Preview | null {
    const paragraph = this.paragraphOf(mark.from, mark.to);
    const best = mark.offers[0];
    return paragraph === null || best === undefined ? null : preview(paragraph, mark, best);
  }

  private pointAt(mark: Mark | null): void {
    if (!this.card.isOpen) this.view.dispatch({ effects: point.of(mark) });
  }

  private isInSight(mark: Mark): boolean {
    const { from, to } = this.view.viewport;
    const box = from <= mark.from && mark.to <= to ? this.box(mark.from, mark.to) : null;
    return box !== null && box.bottom > 0 && box.top < window.innerHeight;
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

  /** Put the first suggestion of each mark into the text, as one step. */
  private accept(wanted: readonly Mark[]): void {
    this.card.close();
    const done = replaceAll(this.view, wanted);
    const [only] = done;
    if (only === undefined) announce("The text has changed there; try again.");
    else if (done.length > 1) announce(`${count(done.length, "suggestion")} accepted; Control Z takes them back`);
    else announce(`${only.text} replaced by ${only.offers[0]!.text}`);
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
    this.setText(EXAMPLE, "");
  }

  private opened({ name, text }: TextFile): void {
    this.notice.hide("file");
    this.setText(text, name);
    announce(`${name} opened`);
  }

  private save(): void {
    save({ name: this.fileName, text: this.view.state.doc.toString() });
    announce("Text saved");
  }

  private setText(text: string, name: string): void {
    this.fileName = name;
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      scrollIntoView: true,
    });
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
