/** What the bars and the slash menu do with whole blocks. They come after the text, and so does this. */
import type { Attrs, Node, NodeType } from "prosemirror-model";
import { type Command, Selection } from "prosemirror-state";
import { around, insertBlock } from "./commands.ts";
import { block } from "./schema/index.ts";

export const insertRule = insertBlock(block.horizontal_rule.create());
export const insertCode = insertBlock(block.code_block.create({ form: "code" }));
export const insertDetails = insertBlock(block.details.create(null, [block.summary.create(), block.paragraph.create({ bare: false })]));

export function insertTable(rows: number, columns: number): Command {
  const row = (head: boolean): Node => {
    const attrs = head ? { scope: "col" } : null;
    const cells = Array.from({ length: columns }, () => (head ? block.table_header : block.table_cell).createAndFill(attrs) as Node);
    return block.table_row.create({ part: head ? "thead" : "tbody" }, cells);
  };
  return insertBlock(block.table.create(null, Array.from({ length: rows }, (_, index) => row(index === 0))));
}

/** Attributes of the figure, table, code or video in which the selection is. */
export function change(type: NodeType, attrs: Attrs): Command {
  return (state, dispatch) => {
    const found = around(state, type);
    if (found === null) return false;
    if (dispatch) dispatch(state.tr.setNodeMarkup(found.pos, null, { ...found.node.attrs, ...attrs }));
    return true;
  };
}

export const removeBlock = (...types: NodeType[]): Command => (state, dispatch) => {
  const found = around(state, ...types);
  if (found === null) return false;
  if (dispatch) {
    const tr = state.tr.delete(found.pos, found.pos + found.node.nodeSize);
    if (tr.doc.childCount === 0) tr.insert(0, block.paragraph.create());
    dispatch(tr.setSelection(Selection.near(tr.doc.resolve(Math.min(found.pos, tr.doc.content.size)))).scrollIntoView());
  }
  return true;
};

/** Two figures that follow each other become a pair. */
export const pairWithNext: Command = (state, dispatch) => {
  const found = around(state, block.figure);
  if (found === null || found.depth !== 1) return false;
  const behind = found.pos + found.node.nodeSize;
  const next = state.doc.resolve(behind).nodeAfter;
  if (next?.type !== block.figure) return false;
  if (dispatch) {
    const halves = [found.node, next].map((each) => block.figure.create({ ...each.attrs, size: "", form: "figure" }, each.content));
    dispatch(state.tr.replaceWith(found.pos, behind + next.nodeSize, block.pair.create(null, halves)).scrollIntoView());
  }
  return true;
};
