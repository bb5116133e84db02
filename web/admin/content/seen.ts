/** Who sees an item, in words. What is published is not seen as long as a section above it is a draft. */
import type { ItemStatus } from "./item.ts";

/** "Unfinished is", "Unfinished and Old are". */
function are(titles: readonly string[]): string {
  return `${titles.join(" and ")} ${titles.length === 1 ? "is" : "are"}`;
}

/** Why visitors do not see what is published; undefined where they do. */
export function unseen(titles: readonly string[], will = false): string | undefined {
  return titles.length === 0 ? undefined : `${are(titles)} not published, so visitors ${will ? "will" : "do"} not see it`;
}

/** `drafts` are the titles of the sections on the way to it that are no more than that. */
export function seenBy(status: ItemStatus, drafts: readonly string[]): string {
  switch (status) {
    case "draft":
      return "Only signed-in people see it";
    case "scheduled":
      return unseen(drafts, true) ?? "Not public yet";
    case "published":
      return unseen(drafts) ?? "Everybody sees it";
    case "deleted":
      return "Nobody sees it";
  }
}
