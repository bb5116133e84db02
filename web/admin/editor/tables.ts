/** The first row of a table is its head, or not. */
import { type Command, TextSelection } from "prosemirror-state";
import { around } from "./commands.ts";
import { block } from "./schema/index.ts";

export const toggleHead: Command = (state, dispatch) => {
  const found = around(state, block.table);
  const first = found?.node.firstChild;
  if (!found || !first) return false;
  if (dispatch) {
    const head = first.attrs["part"] !== "thead";
    const cells = first.children.map((cell) => {
      const attrs = { ...cell.attrs, scope: head ? "col" : null };
      return (head ? block.table_header : block.table_cell).create(attrs, cell.content);
    });
    const row = block.table_row.create({ part: head ? "thead" : "tbody" }, cells);
    const tr = state.tr.replaceWith(found.pos + 1, found.pos + 1 + first.nodeSize, row);
    // The row is as long as it was, so the caret is where it was.
    dispatch(tr.setSelection(TextSelection.create(tr.doc, state.selection.anchor)));
  }
  return true;
};
