// The panel where there is no room beside the text: a drawer over it, opened by a button.

import { byId } from "../shared/dom";

const NARROW = window.matchMedia("(max-width: 62rem)");

function isOpen(): boolean {
  return byId("page").classList.contains("panel-open");
}

function show(open: boolean): void {
  byId("page").classList.toggle("panel-open", open);
  // What is out of sight must be out of reach, too.
  byId("panel").inert = NARROW.matches && !open;
  byId("panel-button").setAttribute("aria-expanded", String(open));
}

/** Close the panel, if it is open over the text. */
export function closePanel(): void {
  if (isOpen()) show(false);
}

/** Make the buttons that open and close the panel work. */
export function panelButtons(): void {
  const [panel, button, close] = [byId("panel"), byId("panel-button"), byId("panel-close")];
  const leave = () => {
    show(false);
    button.focus();
  };
  button.addEventListener("click", () => {
    show(!isOpen());
    if (isOpen()) close.focus();
  });
  close.addEventListener("click", leave);
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOpen()) leave();
  });
  NARROW.addEventListener("change", () => show(false));
  show(false);
}
