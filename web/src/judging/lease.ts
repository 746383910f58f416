// A task is somebody's for a while; they are told before it goes to somebody else.
import { element } from "../shared/dom";

const WARNING = 120;

/** Warn when the time for a task is nearly up. */
export function watchLease(form: HTMLFormElement): void {
  const left = Number(form.dataset.lease ?? 0);
  const warn = () => {
    const said = "The time for this task is nearly up. Submit it soon, or it goes to somebody else.";
    form.before(element("p", { class: "problem", role: "status" }, said));
  };
  // Longer than this, browsers count wrong; and a tab open for days is nobody's worry.
  if (left > WARNING && left < 2_000_000) setTimeout(warn, (left - WARNING) * 1000);
}
