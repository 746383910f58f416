// The editor page.
import { EditorView } from "@codemirror/view";
import { byId } from "./shared/dom";

new EditorView({ parent: byId("editor") });
