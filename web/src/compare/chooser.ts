// Choosing a benchmark and runs; one of them is the baseline, with which the others are compared.

import { byId, element } from "../shared/dom";
import type { Choice, Offered } from "./answers";

const MOST = 10;

export class Chooser {
  private readonly benchmark = byId<HTMLSelectElement>("benchmark");
  private readonly list = byId("runs");
  private readonly button = byId<HTMLButtonElement>("compare");

  constructor(offered: Offered, choice: Choice, chosen: (benchmark: string, runs: string[]) => void) {
    this.benchmark.append(...offered.benchmarks.map((name) => element("option", { value: name }, name)));
    if (offered.benchmarks.includes(choice.benchmark)) this.benchmark.value = choice.benchmark;
    this.list.append(...offered.runs.map((run, index) => this.row(run, index, choice)));
    this.list.addEventListener("change", (event) => this.changed(event.target as HTMLInputElement));
    byId<HTMLFormElement>("choice").addEventListener("submit", (event) => {
      event.preventDefault();
      chosen(this.benchmark.value, this.runs());
    });
    this.check();
  }

  private row(run: Offered["runs"][number], index: number, choice: Choice): HTMLElement {
    const box = element("input", { type: "checkbox", name: "run", value: run.name, id: `run-${index}` });
    box.checked = choice.runs.includes(run.name);
    const radio = element("input", { type: "radio", name: "baseline", value: run.name });
    radio.checked = choice.runs[0] === run.name;
    radio.setAttribute("aria-label", `${run.name} is the baseline`);
    const name = element("label", { for: `run-${index}` }, run.name);
    if (run.system && !run.name.includes(run.system)) name.append(element("span", { class: "quiet" }, run.system));
    const baseline = element("label", { class: "baseline quiet" }, radio, " baseline");
    return element("li", {}, box, name, baseline);
  }

  /** A baseline is a run that is compared; without any, the first one chosen is it. */
  private changed(input: HTMLInputElement): void {
    if (input.type === "radio") this.inputs("checkbox").find((box) => box.value === input.value)!.checked = true;
    this.check();
  }

  private check(): void {
    const boxes = this.inputs("checkbox").filter((box) => box.checked);
    const radios = this.inputs("radio");
    const baseline = radios.find((radio) => radio.checked);
    if (baseline === undefined || !boxes.some((box) => box.value === baseline.value)) {
      for (const radio of radios) radio.checked = radio.value === boxes[0]?.value;
    }
    this.button.disabled = boxes.length < 2 || boxes.length > MOST;
    byId("choice-hint").textContent = this.button.disabled
      ? `Choose from 2 to ${MOST} runs.`
      : `${boxes.length} runs chosen.`;
  }

  private runs(): string[] {
    const chosen = this.inputs("checkbox").filter((box) => box.checked).map((box) => box.value);
    const baseline = this.inputs("radio").find((radio) => radio.checked)?.value;
    return [...chosen.filter((name) => name === baseline), ...chosen.filter((name) => name !== baseline)];
  }

  private inputs(type: string): HTMLInputElement[] {
    return [...this.list.querySelectorAll<HTMLInputElement>(`input[type=${type}]`)];
  }
}
