// The annotation site: its forms work without this; with it, they work from the keyboard alone.
import { keepDraft } from "./judging/draft";
import { watchLease } from "./judging/lease";
import { workMarks } from "./judging/marks";
import { refreshOwner } from "./judging/owner";
import { workRows } from "./judging/rows";
import { submitOnce } from "./judging/submitting";

const form = document.querySelector<HTMLFormElement>("form.task");
if (form !== null) {
  keepDraft(form);
  submitOnce(form);
  watchLease(form);
  if (form.dataset.kind === "sws") workMarks(form);
  else workRows(form);
}
refreshOwner();
