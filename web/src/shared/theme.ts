// Light, dark, or as the system has it; chosen by a button, kept by the browser.

import { keep, kept } from "./store";

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

/** Show the page in the theme that was chosen last. */
export function showTheme(theme: Theme = kept("theme", isTheme) ?? "auto"): Theme {
  document.documentElement.dataset["theme"] = theme;
  return theme;
}

/** Make a button go through the themes. */
export function themeButton(button: HTMLButtonElement): void {
  let theme = showTheme();
  const label = () => {
    button.setAttribute("aria-label", `Theme: ${theme}`);
    button.title = `Theme: ${theme}`;
  };
  button.addEventListener("click", () => {
    theme = showTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]);
    keep("theme", theme);
    label();
  });
  label();
}
