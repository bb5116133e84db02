// The icons that the public menu knows for links, by the names it knows them by.
import type { IconName } from "../ui/icons.ts";

export const LINK_ICONS: readonly { value: string; label: string; icon: IconName }[] = [
  { value: "", label: "Link", icon: "link" },
  { value: "code", label: "Code", icon: "code" },
  { value: "at-sign", label: "At sign", icon: "at-sign" },
  { value: "rss", label: "Feed", icon: "rss" },
  { value: "mail", label: "Mail", icon: "mail" },
  { value: "home", label: "House", icon: "house" },
  { value: "user", label: "Person", icon: "user" },
  { value: "image", label: "Picture", icon: "image" },
  { value: "book", label: "Book", icon: "book-open" },
  { value: "calendar", label: "Calendar", icon: "calendar" },
  { value: "file", label: "Document", icon: "file-text" },
  { value: "map", label: "Place", icon: "map-pin" },
];

export function linkIcon(name: string): IconName {
  return LINK_ICONS.find(({ value }) => value === name)?.icon ?? "link";
}

/** Where an address leads, in words. */
export function leadsWhere(url: string): string {
  if (url.startsWith("/")) return "this site";
  return url.startsWith("mailto:") ? "e-mail" : "another site";
}
