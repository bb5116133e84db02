/** What a text needs besides its letters: Markdown while typing, what comes from the clipboard, and cursors beside blocks. It comes after the text. */
import { dropCursor } from "prosemirror-dropcursor";
import { gapCursor } from "prosemirror-gapcursor";
import { undoInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import { Plugin, Selection } from "prosemirror-state";
import { formatKeys } from "./formatting.ts";
import { markdownRules } from "./rules.ts";
import { block } from "./schema/index.ts";
import { tableKeys } from "./table-commands.ts";

export { pasteAddress } from "./paste/address.ts";
export { pastedMarkup, pastedText } from "./paste/index.ts";
export { insertMade } from "./upload/insert.ts";
export { leftBehind, lostWords } from "./paste/pictures.ts";

export function cursors(): Plugin[] {
  return [dropCursor({ color: false, class: "dropcursor" }), gapCursor(), lastParagraph()];
}

/** Signs and keys that format, and those of tables. Before all other keys: Backspace takes back what a sign has just become. */
export function markdown(): Plugin[] {
  return [markdownRules(), keymap({ ...formatKeys, ...tableKeys, Backspace: undoInputRule })];
}

/** There is always a line to write in below the last picture or table. */
function lastParagraph(): Plugin {
  return new Plugin({
    props: {
      handleClick(view, pos, event) {
        const { doc } = view.state;
        const last = doc.lastChild;
        if (last === null || last.isTextblock || pos < doc.content.size - 1) return false;
        const box = view.dom.lastElementChild?.getBoundingClientRect();
        if (box === undefined || event.clientY <= box.bottom) return false;
        const tr = view.state.tr.insert(doc.content.size, block.paragraph.create());
        view.dispatch(tr.setSelection(Selection.atEnd(tr.doc)).scrollIntoView());
        return true;
      },
    },
  });
}
