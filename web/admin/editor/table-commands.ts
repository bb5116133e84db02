/** What can be done with a table: for its keys and the bar above it, which come after the text. */
import { type Command, Selection, TextSelection } from "prosemirror-state";
import { around } from "./commands.ts";
import { block } from "./schema/index.ts";
import { tables } from "./tables.ts";

/** What can be done with the table the caret is in, by its name. */
export function tableCommands(): { label: string; act: Command }[] {
  const loaded = tables();
  if (loaded === null) return [];
  return [
    { label: "Row below", act: loaded.addRowAfter },
    { label: "Column right", act: loaded.addColumnAfter },
    { label: "Delete row", act: loaded.deleteRow },
    { label: "Delete column", act: loaded.deleteColumn },
    { label: "Head", act: toggleHead },
    { label: "Join cells", act: loaded.mergeCells },
    { label: "Split cell", act: loaded.splitCell },
  ];
}

/** The first row of a table is its head, or not. */
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

/** To the next cell, or the one before it, and all that stands there. By itself: a key cannot wait for what `tables.ts` loads. */
function nextCell(direction: 1 | -1): Command {
  return (state, dispatch) => {
    const cell = around(state, block.table_cell, block.table_header);
    if (cell === null) return false;
    const { doc, selection: { $from } } = state;
    const to = Selection.findFrom(doc.resolve(direction > 0 ? $from.after(cell.depth) : cell.pos), direction, true)?.$from;
    const table = cell.depth - 2;
    if (to === undefined || to.depth < cell.depth || to.node(table) !== $from.node(table)) return false;
    dispatch?.(state.tr.setSelection(TextSelection.between(doc.resolve(to.start(cell.depth)), doc.resolve(to.end(cell.depth)))).scrollIntoView());
    return true;
  };
}

export const tableKeys: Record<string, Command> = { Tab: nextCell(1), "Shift-Tab": nextCell(-1) };
