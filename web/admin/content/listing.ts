/** What of a section's list fits the filters, and what a section is usually given. */
import type { ContentType, DisplayType, ListingItem } from "../../api/client.gen.ts";
import { statusOf } from "./item.ts";

export interface Filters {
  text: string;
  status: string;
  tag: string;
}

export function chosenFrom(items: readonly ListingItem[], { text, status, tag }: Filters): ListingItem[] {
  const asked = text.trim().toLowerCase();
  return items.filter((item) =>
    (asked === "" || item.title.toLowerCase().includes(asked)) &&
    (status === "" || statusOf(item) === status) &&
    (tag === "" || item.tags.includes(tag)));
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
