// Where something that is dragged over the rows would be dropped: the middle of a row means into
// it, its edges between rows; below a row, how far left the pointer is can lead out of its parents.
import type { Place } from "./moves.ts";
import type { Row } from "./rows.ts";
import { leadsTo, siblingsOf, type SectionNode, type SectionTree } from "./tree.ts";

export interface Measures {
  rowHeight: number;
  /** How far each level is indented, and where the first begins. */
  indent: number;
  left: number;
}

export interface Drop {
  place: Place;
  /** The row that would take it in, or the gap above the row of this number, as deep as `depth`. */
  show: { into: string } | { gap: number; depth: number };
}

const EDGE = 0.28;

/** `x` and `y` are inside the tree. Null where it may not go. */
export function dropAt(tree: SectionTree, rows: readonly Row[], id: string, x: number, y: number, measures: Measures): Drop | null {
  const moved = tree.byId.get(id);
  if (moved === undefined || rows.length === 0) return null;
  const { rowHeight } = measures;
  const index = Math.max(0, Math.min(rows.length - 1, Math.floor(y / rowHeight)));
  const part = y / rowHeight - index;
  const row = rows[index]!;
  if (part >= EDGE && part <= 1 - EDGE && y < rows.length * rowHeight) {
    if (leadsTo(row.node, moved)) return null;
    return { place: { parentId: row.id, index: row.node.children.filter((child) => child !== moved).length }, show: { into: row.id } };
  }
  // Above a row means before that row; below one, the pointer can also lead out of what ends there.
  if (part < EDGE) return dropInGap(tree, rows, moved, index, row.depth);
  return dropInGap(tree, rows, moved, index + 1, Math.floor((x - measures.left) / measures.indent));
}

function dropInGap(tree: SectionTree, rows: readonly Row[], moved: SectionNode, gap: number, wanted: number): Drop | null {
  const above = rows[gap - 1];
  const below = rows[gap];
  const depths = { least: below?.depth ?? 0, most: above === undefined ? 0 : above.isOpen ? above.depth + 1 : above.depth };
  const depth = Math.max(depths.least, Math.min(wanted, Math.max(depths.least, depths.most)));
  let parent: SectionNode | null;
  let before: SectionNode | null;
  if (above === undefined) [parent, before] = [null, null];
  else if (depth > above.depth) [parent, before] = [above.node, null];
  else {
    before = above.node;
    while (before.depth > depth && before.parent !== null) before = before.parent;
    parent = before.parent;
  }
  if (parent !== null && leadsTo(parent, moved)) return null;
  const siblings = (parent?.children ?? tree.roots).filter((node) => node !== moved);
  let index = 0;
  if (before === moved) {
    const all = siblingsOf(tree, moved);
    index = all.indexOf(moved);
  } else if (before !== null) index = siblings.indexOf(before) + 1;
  return { place: { parentId: parent?.section.id ?? null, index }, show: { gap, depth } };
}

/** How far the list shall roll in a frame while something is held near its edge. */
export function rollBy(y: number, height: number, edge = 36, most = 14): number {
  if (y < edge) return -Math.ceil(most * Math.min(1, (edge - y) / edge));
  if (y > height - edge) return Math.ceil(most * Math.min(1, (y - height + edge) / edge));
  return 0;
}
