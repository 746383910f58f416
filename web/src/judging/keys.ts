// Which key presses are ours: not those of somebody who is writing, nor the browser's own.

/** Whether a key was pressed alone, and not while writing text. */
export function isOurs(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return false;
  return !isWriting(event.target);
}

/** Whether this is a place where text is written. */
export function isWriting(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && target.type !== "radio";
}
