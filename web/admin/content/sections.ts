/** All sections, in the order of the tree, for choosing one. */
import type { Section } from "../../api/client.gen.ts";
import { all, api } from "../http/client.ts";

export interface Place {
  id: string;
  title: string;
  path: string;
  depth: number;
  is_published: boolean;
}

export async function loadPlaces(signal?: AbortSignal): Promise<Place[]> {
  const sections = await all((offset) => api.getSections({ query: { limit: 100, offset, include_unpublished: "true" }, ...(signal ? { signal } : {}) }).then(({ data }) => data));
  return inOrder(sections);
}

export function inOrder(sections: Section[]): Place[] {
  const below = new Map<string | null, Section[]>();
  for (const section of sections) below.set(section.parent_id, [...(below.get(section.parent_id) ?? []), section]);
  const found: Place[] = [];
  const walk = (parent: string | null, depth: number): void => {
    for (const { id, title, path, is_published } of (below.get(parent) ?? []).sort((left, right) => left.sort_order - right.sort_order)) {
      found.push({ id, title, path, depth, is_published });
      walk(id, depth + 1);
    }
  };
  walk(null, 0);
  return found;
}

/** The titles from the top down to a section, with their ids. */
export function wayTo(places: readonly Place[], id: string | null): Place[] {
  const place = places.find((each) => each.id === id);
  if (place === undefined) return [];
  return places.filter((each) => place.path === each.path || place.path.startsWith(`${each.path}/`)).sort((left, right) => left.depth - right.depth);
}

/** What a section does to an item at its address, as the end of a sentence: visitors find the section there. */
export function shadowOf(places: readonly Place[], path: string): string | undefined {
  const place = places.find((each) => `/${each.path}` === path);
  return place === undefined ? undefined : `is that of the section “${place.title}”, which visitors find there`;
}
