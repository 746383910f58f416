// What was answered so far outlives a reload, in this tab alone, until it is submitted.

/** Keep the fields of a form as they are filled in, and fill them in again. */
export function keepDraft(form: HTMLFormElement): void {
  const name = `motjuste.draft.${form.dataset.task ?? ""}`;
  // What the server sends back to be mended is newer than anything kept here.
  if (document.querySelector("[role=alert]") === null) restore(form, sessionStorage.getItem(name));
  const store = () => sessionStorage.setItem(name, JSON.stringify(fieldsOf(form)));
  form.addEventListener("input", store);
  form.addEventListener("change", store);
}

function fieldsOf(form: HTMLFormElement): [string, string][] {
  const given = [...new FormData(form)].filter(([name]) => name !== "token" && name !== "key");
  return given.map(([name, value]) => [name, String(value)]);
}

function restore(form: HTMLFormElement, kept: string | null): void {
  if (kept === null) return;
  for (const [name, value] of JSON.parse(kept) as [string, string][]) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList) field.value = value;
    else if (field instanceof HTMLInputElement && field.type === "radio") field.checked = field.value === value;
    else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = value;
  }
}
