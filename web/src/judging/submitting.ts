// One press, one submission; the server takes a second one for the same, but need not be asked.

/** Let a form be sent once; a page that the browser brings back may be sent again. */
export function submitOnce(form: HTMLFormElement): void {
  let sent = false;
  form.addEventListener("submit", (event) => {
    if (sent) event.preventDefault();
    else sent = true;
  });
  window.addEventListener("pageshow", () => {
    sent = false;
  });
}
