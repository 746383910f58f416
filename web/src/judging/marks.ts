// Words to change: chosen in the sentence by mouse, finger or keys, each with its own row to fill in.
import { isOurs, isWriting } from "./keys";

interface Choice {
  from: number;
  to: number;
}

/** Let words and phrases of the sentence be marked. */
export function workMarks(form: HTMLFormElement): void {
  new Marks(form).start();
}

class Marks {
  private readonly words: HTMLElement[];
  private readonly sentence: HTMLElement;
  private readonly list: HTMLElement;
  private readonly template: HTMLElement;
  private readonly markButton: HTMLButtonElement;
  private readonly hint: HTMLElement;
  private readonly plainHint: string;
  private readonly least: number;
  private choice: Choice | null = null;
  private focused = 0;
  private pressed: number | null = null;

  constructor(private readonly form: HTMLFormElement) {
    this.sentence = needed(form, "[data-sentence]");
    this.words = [...this.sentence.querySelectorAll<HTMLElement>(".word")];
    this.list = needed(form, "[data-marks]");
    this.template = needed(form, "[data-mark-row]").cloneNode(true) as HTMLElement;
    this.markButton = needed<HTMLButtonElement>(form, "[data-mark]");
    this.hint = needed(form, "[data-hint]");
    this.plainHint = this.hint.textContent ?? "";
    this.least = Number(this.list.dataset.least ?? 0);
  }

  start(): void {
    needed(this.form, "[data-marking]").hidden = false;
    this.takeOverRows();
    for (const [index, word] of this.words.entries()) {
      word.setAttribute("role", "button");
      word.tabIndex = index === 0 ? 0 : -1;
    }
    this.sentence.addEventListener("keydown", (event) => this.onKey(event));
    this.sentence.addEventListener("pointerdown", (event) => this.onDown(event));
    this.sentence.addEventListener("pointermove", (event) => this.onMove(event));
    document.addEventListener("pointerup", () => (this.pressed = null));
    this.markButton.addEventListener("click", () => this.mark());
    this.form.addEventListener("keydown", (event) => this.onFormKey(event));
    this.form.addEventListener("input", () => this.tell());
    this.show();
    if (document.querySelector("[role=alert]") === null) this.words[0]?.focus();
  }

  /** Rows that are already filled in stay, under the sentence's control; empty ones go. */
  private takeOverRows(): void {
    for (const row of [...this.list.querySelectorAll<HTMLElement>("[data-mark-row]")]) {
      const phrase = field(row, "phrase");
      if (phrase.value === "" && field(row, "substitutes").value === "") row.remove();
      else this.adopt(row);
    }
  }

  private adopt(row: HTMLElement): void {
    const phrase = field(row, "phrase");
    phrase.readOnly = field(row, "start").value !== "";
    const remove = needed<HTMLButtonElement>(row, "[data-remove]");
    remove.hidden = false;
    remove.addEventListener("click", () => {
      row.remove();
      this.show();
      this.words[this.focused]?.focus();
      this.form.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }

  private onKey(event: KeyboardEvent): void {
    if (!isOurs(event)) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step !== undefined) this.walk(step, event.shiftKey);
    else if (event.key === "Enter" || event.key === " ") this.choice === null ? this.choose(this.focused) : this.mark();
    else if (event.key === "Escape") this.clear();
    else return;
    event.preventDefault();
  }

  private walk(step: number, extend: boolean): void {
    const from = extend ? (this.choice?.from ?? this.focused) : null;
    this.focus(this.focused + step);
    this.choice = from === null ? null : { from, to: this.focused };
    this.show();
  }

  private focus(index: number): void {
    const before = this.words[this.focused];
    if (before !== undefined) before.tabIndex = -1;
    this.focused = Math.max(0, Math.min(this.words.length - 1, index));
    const word = this.words[this.focused];
    if (word === undefined) return;
    word.tabIndex = 0;
    word.focus();
  }

  private onDown(event: PointerEvent): void {
    const index = this.wordAt(event);
    if (index < 0) return;
    event.preventDefault();
    (event.target as HTMLElement).releasePointerCapture(event.pointerId);
    this.focus(index);
    const single = this.choice !== null && this.choice.from === this.choice.to;
    if (single && this.choice !== null && this.choice.from !== index) this.choice = { from: this.choice.from, to: index };
    else this.choice = { from: index, to: index };
    this.pressed = this.choice.from;
    this.show();
  }

  private onMove(event: PointerEvent): void {
    const index = this.wordAt(event);
    if (this.pressed === null || index < 0 || event.pointerType === "touch") return;
    if (index === this.choice?.to) return;
    this.choice = { from: this.pressed, to: index };
    this.show();
  }

  private wordAt(event: PointerEvent): number {
    return this.words.indexOf(event.target as HTMLElement);
  }

  private choose(index: number): void {
    this.choice = { from: index, to: index };
    this.show();
  }

  private clear(): void {
    this.choice = null;
    this.show();
  }

  /** The chosen words get a row, ready to be filled in. */
  private mark(): void {
    const ends = this.ends();
    if (ends === null) return;
    const start = ends[0].dataset.start ?? "";
    const phrase = this.text(ends);
    const twin = this.rows().find(
      (row) => field(row, "start").value === start && field(row, "phrase").value === phrase,
    );
    const row = twin ?? this.addRow(start, phrase);
    this.choice = null;
    this.show();
    field(row, "substitutes").focus();
  }

  private addRow(start: string, phrase: string): HTMLElement {
    const row = this.template.cloneNode(true) as HTMLElement;
    for (const each of row.querySelectorAll<HTMLInputElement>("[data-name]")) {
      if (each.type === "radio") each.checked = false;
    }
    field(row, "start").value = start;
    field(row, "phrase").value = phrase;
    field(row, "substitutes").value = "";
    this.list.append(row);
    this.adopt(row);
    this.number();
    return row;
  }

  private onFormKey(event: KeyboardEvent): void {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      this.form.requestSubmit(this.form.querySelector<HTMLButtonElement>("[data-submit]"));
    } else if (event.key === "Escape" && !this.sentence.contains(event.target as Node)) {
      this.words[this.focused]?.focus();
    } else if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
      this.leaveField(event.target);
    } else return;
    event.preventDefault();
  }

  /** Enter in a row leads on: from the substitutes to the kind, from the kind to the sentence. */
  private leaveField(input: HTMLInputElement): void {
    const kind = input.closest("[data-mark-row]")?.querySelector<HTMLInputElement>("input[type=radio]");
    if (isWriting(input) && kind) kind.focus();
    else this.words[this.focused]?.focus();
  }

  private rows(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>("[data-mark-row]")];
  }

  private ends(): [HTMLElement, HTMLElement] | null {
    if (this.choice === null) return null;
    const { from, to } = this.choice;
    const [first, last] = [this.words[Math.min(from, to)], this.words[Math.max(from, to)]];
    return first === undefined || last === undefined ? null : [first, last];
  }

  /** The words between two ends as they stand in the sentence. */
  private text([first, last]: [HTMLElement, HTMLElement]): string {
    const range = document.createRange();
    range.setStartBefore(first);
    range.setEndAfter(last);
    return range.toString();
  }

  private show(): void {
    this.number();
    const ends = this.ends();
    const [low, high] = this.choice === null ? [0, -1] : [Math.min(this.choice.from, this.choice.to), Math.max(this.choice.from, this.choice.to)];
    const marked = this.rows().map((row) => this.span(row));
    for (const [index, word] of this.words.entries()) {
      const start = Number(word.dataset.start);
      const chosen = index >= low && index <= high;
      word.classList.toggle("chosen", chosen);
      word.setAttribute("aria-pressed", String(chosen));
      word.classList.toggle("marked", marked.some(([from, to]) => from <= start && start < to));
    }
    this.markButton.disabled = ends === null;
    this.hint.textContent = ends === null ? this.plainHint : `“${this.text(ends)}”`;
    this.tell();
  }

  /** Rows are named in their order, so that a draft finds them again. */
  private number(): void {
    for (const [index, row] of this.rows().entries()) {
      for (const each of row.querySelectorAll<HTMLInputElement>("[data-name]")) {
        each.name = `${each.dataset.name ?? ""}-${index}`;
      }
    }
  }

  private span(row: HTMLElement): [number, number] {
    const start = field(row, "start").value;
    // Offsets count characters as people do, not as scripts do.
    return start === "" ? [-1, -1] : [Number(start), Number(start) + [...field(row, "phrase").value].length];
  }

  private tell(): void {
    const count = this.form.querySelector<HTMLOutputElement>("[data-count]");
    const done = this.rows().filter((row) => field(row, "substitutes").value.trim() !== "").length;
    if (count !== null) count.textContent = done < this.least ? `${done} of at least ${this.least}` : `${done} marked`;
  }
}

function needed<Kind extends HTMLElement = HTMLElement>(within: Element, selector: string): Kind {
  const found = within.querySelector<Kind>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

function field(row: HTMLElement, name: string): HTMLInputElement {
  return needed<HTMLInputElement>(row, `[data-name="${name}"]`);
}
