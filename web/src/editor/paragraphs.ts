// The paragraphs of a text, which are what is checked: runs of lines between blank ones.

import type { Text } from "@codemirror/state";

export interface Paragraph {
  from: number;
  to: number;
  text: string;
}

/** The paragraphs of a document; those longer than `longest` in pieces, cut between sentences. */
export function paragraphs(doc: Text, longest: number): Paragraph[] {
  const found: Paragraph[] = [];
  let start: number | null = null;
  let end = 0;
  const close = () => {
    if (start !== null) found.push(...pieces(doc, start, end, longest));
    start = null;
  };
  for (let number = 1; number <= doc.lines; number++) {
    const line = doc.line(number);
    if (line.text.trim() === "") {
      close();
    } else {
      start ??= line.from;
      end = line.to;
    }
  }
  close();
  return found;
}

function pieces(doc: Text, from: number, to: number, longest: number): Paragraph[] {
  const found: Paragraph[] = [];
  while (to - from > longest) {
    const size = cut(doc.sliceString(from, from + longest));
    found.push({ from, to: from + size, text: doc.sliceString(from, from + size) });
    from += size;
  }
  return [...found, { from, to, text: doc.sliceString(from, to) }];
}

/** Where to cut a stretch: after its last sentence, or word, or not inside a pair of units. */
function cut(stretch: string): number {
  for (const end of [/.*[.!?…]["”’)]*\s/su, /.*\s/su]) {
    const size = end.exec(stretch)?.[0].length ?? 0;
    if (size > stretch.length / 2) return size;
  }
  return /[\ud800-\udbff]$/.test(stretch) ? stretch.length - 1 : stretch.length;
}
