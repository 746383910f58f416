// The owner's figures, fresh every few seconds, except where the owner is busy.

const EVERY = 10_000;

/** Renew the parts of the owner's page that say what they are. */
export function refreshOwner(): void {
  if (document.querySelector("[data-live]") === null) return;
  setInterval(() => void refresh(), EVERY);
}

async function refresh(): Promise<void> {
  if (document.hidden) return;
  const answer = await fetch(location.pathname, { credentials: "same-origin" }).catch(() => null);
  if (answer === null || !answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const old of document.querySelectorAll<HTMLElement>("[data-live]")) {
    const fresh = page.querySelector(`[data-live="${old.dataset.live ?? ""}"]`);
    if (fresh !== null && !isBusy(old)) old.replaceWith(fresh);
  }
}

function isBusy(part: HTMLElement): boolean {
  const written = [...part.querySelectorAll<HTMLInputElement>("input:not([type=hidden])")];
  return part.contains(document.activeElement) || written.some((input) => input.value !== "");
}
