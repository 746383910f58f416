// What a screen reader says without the focus moving: one live region for the whole page.

import { byId } from "./dom";

/** Have a sentence read aloud. */
export function announce(sentence: string): void {
  const region = byId("announcements");
  // The same sentence twice is no change, and would not be read.
  region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence;
}
