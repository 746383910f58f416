// Opening a text file into the editor, and saving the text as one.

import { byId } from "../shared/dom";

const LARGEST = 5_000_000;
const USUAL_NAME = "text.txt";

export interface TextFile {
  name: string;
  text: string;
}

/** Let a button open a file; `failed` is told why one cannot be. */
export function openButton(opened: (file: TextFile) => void, failed: (message: string) => void): void {
  const input = byId<HTMLInputElement>("file");
  byId("open").addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    // The same file can be chosen again.
    if (file !== undefined) void read(file).then(opened, (error: Error) => failed(error.message));
    input.value = "";
  });
}

async function read(file: File): Promise<TextFile> {
  if (file.size > LARGEST) throw new Error(`${file.name} is too large to be opened here (over 5 MB).`);
  const bytes = await file.arrayBuffer();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return { name: file.name, text: text.replace(/\r\n?/g, "\n") };
  } catch {
    // Said below.
  }
  throw new Error(`${file.name} is not a text file in UTF-8.`);
}

/** Save a text under a name, where the browser saves what it loads. */
export function save({ name, text }: TextFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  [link.href, link.download] = [address, name || USUAL_NAME];
  link.click();
  // The browser has begun to read it by then.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** How the server is to read a file: Markdown by its ending, else plain text. */
export function formOf(name: string): "text" | "markdown" {
  return /\.(?:md|markdown|mkd)$/i.test(name) ? "markdown" : "text";
}
