// Where a section can go, and what the service is told about it. `sort_order` is a number between
// those of the two neighbours, so that one request is enough.
import type { Section, SectionChange } from "../../api/client.gen.ts";
import { orderBetween } from "./order.ts";
import { leadsTo, siblingsOf, type SectionTree } from "./tree.ts";

/** A place in the tree. */
export interface Place {
  parentId: string | null;
  /** Among the children of the parent, the moved section left out. */
  index: number;
}

export type Direction = "up" | "down" | "into" | "out";

export interface MovePlan {
  id: string;
  place: Place;
  /** What the service is told, and what takes it back. */
  change: SectionChange;
  undo: SectionChange;
  /** Siblings that must make room first: they had the same number. */
  room: { id: string; sort_order: number }[];
  /** Another parent is another address. */
  reparented: boolean;
}

export function canGoInto(tree: SectionTree, id: string, parentId: string | null): boolean {
  const node = tree.byId.get(id);
  if (node === undefined) return false;
  if (parentId === null) return true;
  const parent = tree.byId.get(parentId);
  return parent !== undefined && !leadsTo(parent, node);
}

/** One step by key or by menu; null where there is nowhere to go. */
export function stepTo(tree: SectionTree, id: string, direction: Direction): Place | null {
  const node = tree.byId.get(id);
  if (node === undefined) return null;
  const siblings = siblingsOf(tree, node);
  const at = siblings.indexOf(node);
  const parentId = node.parent?.section.id ?? null;
  switch (direction) {
    case "up":
      return at > 0 ? { parentId, index: at - 1 } : null;
    case "down":
      return at + 1 < siblings.length ? { parentId, index: at + 1 } : null;
    case "into": {
      const before = siblings[at - 1];
      return before === undefined ? null : { parentId: before.section.id, index: before.children.length };
    }
    case "out": {
      if (node.parent === null) return null;
      const above = siblingsOf(tree, node.parent);
      return { parentId: node.parent.parent?.section.id ?? null, index: above.indexOf(node.parent) + 1 };
    }
  }
}

/** What a move needs; null where it may not be, or nothing would change. */
export function planMove(tree: SectionTree, id: string, place: Place): MovePlan | null {
  const node = tree.byId.get(id);
  if (node === undefined || !canGoInto(tree, id, place.parentId)) return null;
  const parent = place.parentId === null ? null : tree.byId.get(place.parentId)!;
  const siblings = parent?.children ?? tree.roots;
  const others = siblings.filter((sibling) => sibling !== node);
  const index = Math.max(0, Math.min(place.index, others.length));
  // A section whose parent is gone stands at the top, too, and putting it there makes it so.
  const reparented = place.parentId !== node.section.parent_id;
  if (!reparented && siblings.indexOf(node) === index) return null;
  const { order, room } = orderBetween(others.map((other) => other.section), index);
  const { parent_id, sort_order } = node.section;
  return {
    id,
    place: { parentId: place.parentId, index },
    change: { sort_order: order, ...(reparented && { parent_id: place.parentId }) },
    undo: { sort_order, ...(reparented && { parent_id }) },
    room,
    reparented,
  };
}


/** The list as it will be, before the service has said so. */
export function withMove(sections: readonly Section[], plan: MovePlan): Section[] {
  const room = new Map(plan.room.map(({ id, sort_order }) => [id, sort_order]));
  return sections.map((section) => {
    if (section.id === plan.id) {
      const { sort_order, parent_id } = plan.change;
      return { ...section, sort_order: sort_order ?? section.sort_order, parent_id: parent_id === undefined ? section.parent_id : parent_id };
    }
    const order = room.get(section.id);
    return order === undefined ? section : { ...section, sort_order: order };
  });
}

/** Where a section now is, for those who listen and for the toast. */
export function describePlace(tree: SectionTree, plan: MovePlan): string {
  const { parentId, index } = plan.place;
  const parent = parentId === null ? null : tree.byId.get(parentId);
  const others = (parent?.children ?? tree.roots).filter((node) => node.section.id !== plan.id);
  if (plan.reparented) return parent ? `into ${parent.section.title}` : "to the top level";
  const before = others[index - 1];
  return before ? `below ${before.section.title}` : `above ${others[index]?.section.title ?? "nothing"}`;
}

/** "17 old addresses now redirect." */
export function describeRedirects(addresses: number, when: "will" | "now"): string {
  if (addresses === 0) return when === "will" ? "no address changes" : "No address has changed.";
  const words = addresses === 1 ? "1 address" : `${addresses.toLocaleString("en")} addresses`;
  return when === "will" ? `${words} will redirect` : `${addresses === 1 ? "1 old address now redirects" : `${addresses.toLocaleString("en")} old addresses now redirect`}.`;
}
