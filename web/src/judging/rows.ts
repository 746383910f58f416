// A row for each candidate: one key answers it and leads to the next.
import { isOurs } from "./keys";

/** Let the rows of a form be answered by 1, 2, 3 or letters, and walked through with arrows. */
export function workRows(form: HTMLFormElement): void {
  const rows = [...form.querySelectorAll<HTMLElement>("[data-row]")].map(
    (row) => [...row.querySelectorAll<HTMLInputElement>("input[type=radio]")],
  );
  const count = form.querySelector<HTMLOutputElement>("[data-count]");
  let current = 0;

  const isAnswered = (row: HTMLInputElement[]) => row.some((input) => input.checked);
  const firstOpen = () => rows.findIndex((row) => !isAnswered(row));

  function tell(): void {
    const open = rows.filter((row) => !isAnswered(row)).length;
    if (count !== null) count.textContent = open === 0 ? "All answered" : `${open} to go`;
  }

  function goTo(index: number): void {
    current = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[current] ?? [];
    const input = row.find((each) => each.checked) ?? row[0];
    input?.focus({ preventScroll: true });
    input?.closest("[data-row]")?.scrollIntoView({ block: "center" });
  }

  function choose(input: HTMLInputElement): void {
    input.checked = true;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    if (current + 1 < rows.length) goTo(current + 1);
    else input.focus();
  }

  function chosenBy(key: string): HTMLInputElement | undefined {
    const row = rows[current] ?? [];
    return row.find((input, at) => key === String(at + 1) || key === input.dataset.letter);
  }

  function submit(): void {
    const open = firstOpen();
    if (open >= 0) goTo(open);
    else form.requestSubmit(form.querySelector<HTMLButtonElement>("[data-submit]"));
  }

  const moves: Record<string, () => void> = {
    ArrowDown: () => goTo(current + 1),
    ArrowUp: () => goTo(current - 1),
    Home: () => goTo(0),
    End: () => goTo(rows.length - 1),
  };

  document.addEventListener("keydown", (event) => {
    if (!isOurs(event)) return;
    const onControl = event.target instanceof Element && event.target.closest("button, summary, a");
    const chosen = chosenBy(event.key.toLowerCase());
    if (chosen !== undefined) choose(chosen);
    else if (event.key in moves) moves[event.key]?.();
    else if (event.key === "Enter" && !onControl) submit();
    else return;
    event.preventDefault();
  });
  form.addEventListener("focusin", (event) => {
    const at = rows.findIndex((row) => row.includes(event.target as HTMLInputElement));
    if (at >= 0) current = at;
  });
  form.addEventListener("change", tell);
  tell();
  // Where a page of problems was sent back, the problem is what to read first.
  if (document.querySelector("[role=alert]") === null) {
    current = Math.max(0, firstOpen());
    rows[current]?.[0]?.focus({ preventScroll: true });
  }
}
