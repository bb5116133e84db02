/** What of a list fits the filters and in which order, and what a section is usually given. */
import type { ContentType, DisplayType, ListingItem } from "../../api/client.gen.ts";
import { statusOf } from "./item.ts";

export interface Filters {
  text: string;
  status: string;
  tag: string;
  kind: string;
  /** "none" for what is in no section. */
  place: string;
}

export const KIND_WORDS: Record<ContentType, string> = { story: "Story", project: "Project", page: "Page", image: "Picture" };

/** The filters as the address of the screen has them. */
export function filtersOf(query: URLSearchParams): Filters {
  const [text, status, tag, kind, place] = ["q", "status", "tag", "kind", "place"].map((name) => query.get(name) ?? "");
  return { text: text!, status: status!, tag: tag!, kind: kind!, place: place! };
}

export function isFiltered(filters: Filters): boolean {
  return Object.values(filters).some((value) => value.trim() !== "");
}

/** `own` is the order that they came in. Sections stay first; what was never published counts as newest. */
export function inListOrder(items: readonly ListingItem[], order: string): ListingItem[] {
  const newest = (item: ListingItem): string => item.published_at ?? `9${item.updated_at}`;
  const compare: Record<string, (a: ListingItem, b: ListingItem) => number> = {
    newest: (a, b) => (newest(a) < newest(b) ? 1 : newest(a) > newest(b) ? -1 : 0),
    updated: (a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at),
    title: (a, b) => a.title.localeCompare(b.title),
  };
  const chosen = compare[order];
  if (chosen === undefined) return [...items];
  const isSection = (item: ListingItem): number => (item.kind === "section" ? 0 : 1);
  return [...items].sort((a, b) => isSection(a) - isSection(b) || chosen(a, b));
}

export function chosenFrom(items: readonly ListingItem[], { text, status, tag, kind, place }: Filters): ListingItem[] {
  const asked = text.trim().toLowerCase();
  return items.filter((item) =>
    (asked === "" || item.title.toLowerCase().includes(asked)) &&
    (status === "" || statusOf(item) === status) &&
    (tag === "" || item.tags.includes(tag)) &&
    (kind === "" || item.content_type === kind) &&
    (place !== "none" || item.section_id === null));
}

export function typeFor(display: DisplayType | undefined): ContentType {
  switch (display) {
    case "card-grid":
      return "project";
    case "gallery":
      return "image";
    case "static-page":
      return "page";
    default:
      return "story";
  }
}
