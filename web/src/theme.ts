// Runs before the page is drawn, so that it does not flash in another theme.
import { showTheme } from "./shared/theme";

showTheme();
