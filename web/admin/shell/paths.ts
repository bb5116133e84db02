// Paths of screens that other screens lead to, below `/admin`.
import type { ContentType } from "../../api/client.gen.ts";

/** Where something new is written. */
export function newContent(type: ContentType = "story", about: { section?: string | undefined; title?: string | undefined } = {}): string {
  const query = new URLSearchParams();
  if (about.section) query.set("section", about.section);
  if (about.title) query.set("title", about.title);
  const text = query.toString();
  return `/new/${type}${text === "" ? "" : `?${text}`}`;
}

/** Where an item is edited. */
export function editContent(type: string, id: string): string {
  return `/edit/${type}/${id}`;
}
