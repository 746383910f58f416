// The line above the text that says what does not work at the moment, and what becomes of it.

import { byId, element } from "../shared/dom";

export class Notice {
  private readonly root = byId("notice");
  private reason: string | null = null;
  private timer = 0;

  /** Say something, for a reason; with what the writer can do about it. */
  show(reason: string, message: string, action: string, act: () => void): void {
    clearInterval(this.timer);
    this.reason = reason;
    const button = element("button", { type: "button" }, action);
    button.addEventListener("click", act);
    this.root.replaceChildren(element("span", {}, message), button);
    this.root.hidden = false;
  }

  /** The same, counting down the seconds until something is tried again. */
  countDown(message: string, seconds: number, retry: () => void): void {
    const until = Date.now() + seconds * 1000;
    const line = () => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      return left > 1 ? `Trying again in ${left} s.` : "Trying again…";
    };
    this.show("away", `${message} Your text is safe in this browser.`, "Try now", retry);
    // Only what changes is outside the live region, or every second would be read aloud.
    const clock = element("span", { "aria-hidden": "true" }, line());
    this.root.insertBefore(clock, this.root.lastChild);
    this.timer = window.setInterval(() => (clock.textContent = line()), 500);
  }

  /** Take it away, if it was shown for this reason. */
  hide(reason: string): void {
    if (this.reason !== reason) return;
    clearInterval(this.timer);
    this.reason = null;
    this.root.hidden = true;
    this.root.replaceChildren();
  }
}
