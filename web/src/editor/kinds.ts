// What the two kinds of improvement are called, and how each looks.

import type { Kind } from "./answers";

export const KIND_NAMES: Record<Kind, { title: string; className: string; meaning: string }> = {
  "refine-usage": {
    title: "Refine usage",
    className: "refine",
    meaning: "may not be quite the right word",
  },
  "diversify-expression": {
    title: "Diversify expression",
    className: "diversify",
    meaning: "right, but another would vary the text",
  },
};
