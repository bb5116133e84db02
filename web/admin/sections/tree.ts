// The tree of sections, built from a flat list. Whatever the list holds, every section is in the
// tree once: one whose parent is not there stands at the top, and a circle is opened at its first
// section.
import type { Section } from "../../api/client.gen.ts";

export interface SectionNode {
  readonly section: Section;
  readonly parent: SectionNode | null;
  readonly children: readonly SectionNode[];
  readonly depth: number;
}

export interface SectionTree {
  readonly roots: readonly SectionNode[];
  readonly byId: ReadonlyMap<string, SectionNode>;
}

interface Growing extends SectionNode {
  parent: Growing | null;
  children: Growing[];
  depth: number;
}

/** Siblings stand by `sort_order`; where it is the same, as the service orders them. */
export function compareSections(a: Section, b: Section): number {
  return a.sort_order - b.sort_order || compareText(a.title, b.title) || compareText(a.id, b.id);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function buildTree(sections: readonly Section[]): SectionTree {
  const nodes = new Map<string, Growing>();
  for (const section of [...sections].sort(compareSections)) {
    if (!nodes.has(section.id)) nodes.set(section.id, { section, parent: null, children: [], depth: 0 });
  }
  const roots: Growing[] = [];
  for (const node of nodes.values()) {
    const above = node.section.parent_id;
    const parent = above === null ? undefined : nodes.get(above);
    if (parent === undefined || leadsTo(parent, node)) {
      roots.push(node);
      continue;
    }
    node.parent = parent;
    parent.children.push(node);
  }
  const waiting: Growing[] = [...roots];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const child of node.children) {
      child.depth = node.depth + 1;
      waiting.push(child);
    }
  }
  return { roots, byId: nodes };
}

/** Whether a node is the other or somewhere below it. */
export function leadsTo(node: SectionNode | null, other: SectionNode): boolean {
  for (let above = node; above !== null; above = above.parent) if (above === other) return true;
  return false;
}

/** From the top down to the node's parent. */
export function ancestors(node: SectionNode): SectionNode[] {
  const above: SectionNode[] = [];
  for (let next = node.parent; next !== null; next = next.parent) above.unshift(next);
  return above;
}

export function siblingsOf(tree: SectionTree, node: SectionNode): readonly SectionNode[] {
  return node.parent?.children ?? tree.roots;
}

/** How many sections are below a node. */
export function countBelow(node: SectionNode): number {
  let count = 0;
  const waiting = [...node.children];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    count += 1;
    waiting.push(...next.children);
  }
  return count;
}

/** The drafts on the way to a section, itself among them: visitors see nothing of what is there. */
export function draftsOnTheWay(tree: SectionTree, id: string | null): Section[] {
  const node = id === null ? undefined : tree.byId.get(id);
  return node === undefined ? [] : [...ancestors(node), node].map((part) => part.section).filter((section) => !section.is_published);
}

/** "Writing / Darkroom": for lists in which a title alone says too little. */
export function fullTitle(node: SectionNode): string {
  return [...ancestors(node), node].map((part) => part.section.title).join(" / ");
}

/** All nodes from the top down, as an open tree shows them. */
export function inOrder(tree: SectionTree): SectionNode[] {
  const all: SectionNode[] = [];
  const waiting = [...tree.roots].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    all.push(node);
    for (let index = node.children.length - 1; index >= 0; index -= 1) waiting.push(node.children[index]!);
  }
  return all;
}

/** How much is in each section together with all below it, from how much is directly in each. */
export function totals(tree: SectionTree, own: ReadonlyMap<string, number>): Map<string, number> {
  const sums = new Map<string, number>();
  // From the end: whatever is below a section was counted before it.
  for (const { section, children } of inOrder(tree).reverse()) {
    const below = children.reduce((sum, child) => sum + (sums.get(child.section.id) ?? 0), 0);
    sums.set(section.id, below + (own.get(section.id) ?? 0));
  }
  return sums;
}
