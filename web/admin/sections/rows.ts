// The tree as the rows that are on the page: what is open, what the filter leaves, and which of it
// is in sight.
import type { SectionNode, SectionTree } from "./tree.ts";

export interface Row {
  readonly node: SectionNode;
  readonly id: string;
  readonly depth: number;
  /** From 1, among its visible siblings. */
  readonly position: number;
  readonly siblings: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  /** Its own title holds the words of the filter. */
  readonly isMatch: boolean;
}

/** The nodes that a filter leaves: those whose titles hold the words, and those above them. Null: all. */
export function filterNodes(tree: SectionTree, words: string): { visible: Set<SectionNode>; matches: Set<SectionNode> } | null {
  const wanted = fold(words);
  if (wanted === "") return null;
  const visible = new Set<SectionNode>();
  const matches = new Set<SectionNode>();
  for (const node of tree.byId.values()) {
    if (!fold(node.section.title).includes(wanted)) continue;
    matches.add(node);
    for (let above: SectionNode | null = node; above !== null && !visible.has(above); above = above.parent) visible.add(above);
  }
  return { visible, matches };
}

function fold(text: string): string {
  return text.trim().toLocaleLowerCase();
}

/** While a filter is on, everything is open. */
export function rowsOf(tree: SectionTree, open: ReadonlySet<string>, words = ""): Row[] {
  const filter = filterNodes(tree, words);
  const left = (nodes: readonly SectionNode[]) => (filter === null ? nodes : nodes.filter((node) => filter.visible.has(node)));
  const rows: Row[] = [];
  interface Level {
    nodes: readonly SectionNode[];
    next: number;
  }
  const levels: Level[] = [{ nodes: left(tree.roots), next: 0 }];
  while (levels.length > 0) {
    const level = levels[levels.length - 1]!;
    const node = level.nodes[level.next];
    if (node === undefined) {
      levels.pop();
      continue;
    }
    level.next += 1;
    const children = left(node.children);
    const isOpen = children.length > 0 && (filter !== null || open.has(node.section.id));
    rows.push({
      node,
      id: node.section.id,
      depth: node.depth,
      position: level.next,
      siblings: level.nodes.length,
      hasChildren: children.length > 0,
      isOpen,
      isMatch: filter?.matches.has(node) ?? true,
    });
    if (isOpen) levels.push({ nodes: children, next: 0 });
  }
  return rows;
}

const INDENT = 18;
/** What a title needs at the least to be known by its beginning. */
const TITLE = 96;

export interface Range {
  first: number;
  /** One after the last. */
  end: number;
}

/** Which rows are worth drawing: those in sight, and a few around them. */
export function rowsInSight(scrolled: number, height: number, rowHeight: number, count: number, around = 8): Range {
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - around);
  const end = Math.min(count, Math.ceil((scrolled + height) / rowHeight) + around);
  return { first: Math.min(first, Math.max(0, end - 1)), end: Math.max(end, 0) };
}

/** How far each level is indented: less where the tree is so deep that its titles would find no room. */
export function indentFor(width: number, rows: readonly Pick<Row, "depth">[], taken: number): number {
  const deepest = rows.reduce((most, row) => Math.max(most, row.depth), 0);
  const room = width - taken - TITLE;
  return deepest === 0 || width === 0 ? INDENT : Math.min(INDENT, Math.max(room, 0) / deepest);
}

/** How far to scroll so that a row is whole in sight; null where it is. */
export function scrollToRow(index: number, scrolled: number, height: number, rowHeight: number): number | null {
  const top = index * rowHeight;
  if (top < scrolled) return top;
  if (top + rowHeight > scrolled + height) return top + rowHeight - height;
  return null;
}

/** What a key does to the row that has the focus. */
export type Step = { focus: number } | { open: string } | { close: string } | null;

export function stepByKey(rows: readonly Row[], index: number, key: string): Step {
  const row = rows[index];
  if (row === undefined) return rows.length > 0 && ["ArrowDown", "ArrowUp", "Home", "End"].includes(key) ? { focus: 0 } : null;
  switch (key) {
    case "ArrowDown":
      return index + 1 < rows.length ? { focus: index + 1 } : null;
    case "ArrowUp":
      return index > 0 ? { focus: index - 1 } : null;
    case "Home":
      return { focus: 0 };
    case "End":
      return { focus: rows.length - 1 };
    case "ArrowRight":
      if (!row.hasChildren) return null;
      return row.isOpen ? { focus: index + 1 } : { open: row.id };
    case "ArrowLeft": {
      if (row.isOpen) return { close: row.id };
      const parent = rows.findLastIndex((other, at) => at < index && other.depth < row.depth);
      return parent >= 0 ? { focus: parent } : null;
    }
    default:
      return null;
  }
}

/** The next row whose title begins with what was typed, from the present one on and around. */
export function findByTyping(rows: readonly Row[], index: number, typed: string): number {
  const wanted = fold(typed);
  if (wanted === "") return -1;
  // One letter goes on to the next; more letters may mean the row where we are.
  const from = wanted.length === 1 ? index + 1 : Math.max(index, 0);
  for (let step = 0; step < rows.length; step += 1) {
    const at = (from + step) % rows.length;
    if (fold(rows[at]!.node.section.title).startsWith(wanted)) return at;
  }
  return -1;
}
