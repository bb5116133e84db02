/** Tables need a good deal of code of their own, which is loaded with the first table. */
import { type Command, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { around } from "./commands.ts";
import { block } from "./schema/index.ts";

type Tables = typeof import("prosemirror-tables");
let loaded: Tables | null = null;
let loading: Promise<Tables> | null = null;

/** Sees to it that a document with a table has what tables need. */
export function provideTables(view: EditorView): void {
  if (!view.state.doc.children.some((child) => child.type === block.table)) return;
  const has = (tables: Tables): boolean => view.state.plugins.some((plugin) => plugin.spec.key === tables.tableEditingKey);
  if (loaded !== null && has(loaded)) return;
  loading ??= import("prosemirror-tables").catch((error: unknown) => {
    loading = null;
    throw error;
  });
  void loading.then((tables) => {
    loaded = tables;
    if (!view.isDestroyed && !has(tables)) view.updateState(view.state.reconfigure({ plugins: [...view.state.plugins, tables.tableEditing()] }));
  }, () => undefined);
}

/** What can be done with the table the caret is in, by its name. */
export function tableCommands(): { label: string; act: Command }[] {
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

/** To the next cell, or the one before it. */
export function nextCell(direction: 1 | -1): Command {
  return (state, dispatch, view) => loaded?.goToNextCell(direction)(state, dispatch, view) ?? false;
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
