/** What a text needs besides its letters: what comes from the clipboard, and cursors beside blocks. It comes after the text. */
import { dropCursor } from "prosemirror-dropcursor";
import { gapCursor } from "prosemirror-gapcursor";
import type { Plugin } from "prosemirror-state";

export { pastedMarkup, pastedText } from "./paste/index.ts";
export { leftBehind, lostWords } from "./paste/pictures.ts";

export function cursors(): Plugin[] {
  return [dropCursor({ color: false, class: "dropcursor" }), gapCursor()];
}
