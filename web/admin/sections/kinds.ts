// What kinds of sections are called on the page, and what is usually added to each.
import type { ContentType, DisplayType, NavVisibility } from "../../api/client.gen.ts";
import { newContent } from "../shell/paths.ts";
import type { IconName } from "../ui/icons.ts";

export const DISPLAY_TYPES: readonly { value: DisplayType; label: string; icon: IconName; adds: ContentType }[] = [
  { value: "feed", label: "Feed", icon: "rows-3", adds: "story" },
  { value: "card-grid", label: "Cards", icon: "layout-grid", adds: "project" },
  { value: "gallery", label: "Gallery", icon: "images", adds: "image" },
  { value: "static-page", label: "Page", icon: "file-text", adds: "page" },
];

export const VISIBILITIES: readonly { value: NavVisibility; label: string }[] = [
  { value: "main", label: "Main menu" },
  { value: "secondary", label: "Footer" },
  { value: "hidden", label: "Nowhere" },
];

export function displayOf(type: DisplayType) {
  return DISPLAY_TYPES.find(({ value }) => value === type) ?? DISPLAY_TYPES[0]!;
}

/** Where something new for this section is written, below `/admin`. */
export function newContentPath(section: { id: string; display_type: DisplayType } | null, title?: string): string {
  const type = section === null ? "story" : displayOf(section.display_type).adds;
  return newContent(type, { section: section?.id, title });
}
