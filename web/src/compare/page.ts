// The page that compares runs: what is chosen stands in its address, and is fetched and shown.

import { announce } from "../shared/announce";
import { ask, AwayError, isAborted } from "../shared/api";
import { byId, element } from "../shared/dom";
import {
  type Choice,
  choiceIn,
  type Comparison,
  type Items,
  itemsQuery,
  namesOf,
  type Offered,
  runsQuery,
} from "./answers";
import { Chooser } from "./chooser";
import { itemElement } from "./items";
import { Table } from "./table";

const LIMIT = 20;
const PAUSE = 250;
const TRIES = 5;

export class Page {
  private choice: Choice = choiceIn(location.search);
  private names: string[] = [];
  private readonly table = new Table();
  private controller = new AbortController();
  private timer = 0;
  private readonly search = byId<HTMLInputElement>("search");
  private readonly pos = byId<HTMLSelectElement>("pos");
  private readonly differ = byId<HTMLInputElement>("differ");

  /** Show what can be compared, and what the address names. */
  async start(): Promise<void> {
    const offered = await this.wait("Looking for runs…", () => ask<Offered>("/api/runs"));
    if (offered === null) return;
    byId("no-runs").hidden = offered.runs.length > 0;
    byId("choice").hidden = offered.runs.length === 0;
    new Chooser(offered, this.choice, (benchmark, runs) => void this.compare(benchmark, runs));
    this.connect();
    if (this.choice.benchmark !== "" && this.choice.runs.length > 1) await this.show();
  }

  private connect(): void {
    this.search.value = this.choice.q;
    this.differ.checked = this.choice.differ;
    this.search.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => void this.narrow({ q: this.search.value.trim() }), PAUSE);
    });
    this.pos.addEventListener("change", () => void this.narrow({ pos: this.pos.value }));
    this.differ.addEventListener("change", () => void this.narrow({ differ: this.differ.checked }));
    byId("earlier").addEventListener("click", () => void this.turn(-LIMIT));
    byId("later").addEventListener("click", () => void this.turn(LIMIT));
    document.addEventListener("keydown", (event) => {
      const isTyping = (event.target as Element).matches("input:not([type=checkbox], [type=radio]), select");
      if (event.key !== "/" || isTyping || byId("items").hidden) return;
      event.preventDefault();
      this.search.focus();
    });
  }

  private async compare(benchmark: string, runs: string[]): Promise<void> {
    this.choice = { ...this.choice, benchmark, runs, pos: "", offset: 0 };
    await this.show();
    byId("scores-title").focus();
  }

  private async narrow(change: Partial<Choice>): Promise<void> {
    this.choice = { ...this.choice, ...change, offset: 0 };
    await this.showItems();
  }

  private async turn(by: number): Promise<void> {
    this.choice = { ...this.choice, offset: Math.max(0, this.choice.offset + by) };
    await this.showItems();
    byId("items-title").focus();
    byId("items-title").scrollIntoView();
  }

  private async show(): Promise<void> {
    this.renew();
    byId("scores").hidden = byId("items").hidden = true;
    const { signal } = this.controller;
    const path = `/api/compare?${runsQuery(this.choice).toString()}`;
    const comparison = await this.wait("Comparing…", () => ask<Comparison>(path, { signal }));
    if (comparison === null || signal.aborted) return;
    this.names = namesOf(comparison.runs);
    this.table.show(comparison);
    byId("scores").hidden = false;
    await this.showItems();
  }

  private async showItems(): Promise<void> {
    this.renew();
    history.replaceState(null, "", `?${itemsQuery(this.choice).toString()}`);
    const query = itemsQuery(this.choice);
    query.set("limit", String(LIMIT));
    const { signal } = this.controller;
    const path = `/api/compare/items?${query.toString()}`;
    const found = await this.wait("Reading answers…", () => ask<Items>(path, { signal }));
    if (found !== null && !signal.aborted) this.drawItems(found);
  }

  private drawItems({ total, pos, items }: Items): void {
    const { offset } = this.choice;
    byId("items").hidden = false;
    this.pos.replaceChildren(
      element("option", { value: "" }, "all"),
      ...pos.map((each) => element("option", { value: each, selected: each === this.choice.pos }, each)),
    );
    byId("item-list").replaceChildren(...items.map((item) => itemElement(item, this.names)));
    const last = offset + items.length;
    const shown = `${(offset + 1).toLocaleString("en")} to ${last.toLocaleString("en")} of ${total.toLocaleString("en")}`;
    byId("place").textContent = total === 0 ? "No item is like that." : shown;
    byId<HTMLButtonElement>("earlier").disabled = offset === 0;
    byId<HTMLButtonElement>("later").disabled = last >= total;
    announce(total === 1 ? "1 item" : `${total.toLocaleString("en")} items`);
  }

  private renew(): void {
    this.controller.abort();
    this.controller = new AbortController();
  }

  /** What is waited for; nothing if it was called off or failed, which the page then says. */
  private async wait<Answer>(
    doing: string,
    work: () => Promise<Answer>,
    tries = TRIES,
  ): Promise<Answer | null> {
    this.say(doing);
    try {
      const answer = await work();
      this.say(null);
      return answer;
    } catch (error) {
      if (isAborted(error)) return null;
      if (error instanceof AwayError && error.seconds !== null && tries > 1) {
        await new Promise((resolve) => setTimeout(resolve, error.seconds! * 1000));
        return this.wait(doing, work, tries - 1);
      }
      this.say(error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  private say(message: string | null): void {
    byId("notice").textContent = message ?? "";
    byId("notice").hidden = message === null;
  }
}
