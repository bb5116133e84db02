// What needs attention, from what the service has told; nothing that is in order is mentioned.
import type { IndexStatus, ListingItem } from "../../api/client.gen.ts";
import { unseen } from "../content/seen.ts";
import { editContent } from "../shell/paths.ts";
import type { IconName } from "../ui/icons.ts";
import { ago } from "../ui/time.ts";

export interface Attention {
  icon: IconName;
  tone: "plain" | "bad" | "warn";
  title: string;
  text: string;
  action: string;
  /** Below `/admin`. */
  path: string;
}

export interface Known {
  now: Date;
  unread?: { total: number; newest: string | null } | undefined;
  index?: IndexStatus | undefined;
  misses?: { total: number; worst: { path: string; count: number } | null } | undefined;
  items?: readonly ListingItem[] | undefined;
}

export function attention(known: Known): Attention[] {
  const list: Attention[] = [];
  const { now, unread, index, misses, items = [] } = known;
  if (unread && unread.total > 0) {
    list.push({
      icon: "mail", tone: "plain", title: count(unread.total, "unread message"), text: unread.newest ? `The newest came ${ago(unread.newest, now)}` : "",
      action: "Open inbox", path: "/inbox",
    });
  }
  if (index && index.failed > 0) {
    list.push({
      icon: "circle-alert", tone: "bad", title: `${count(index.failed, "thing")} could not be indexed`,
      text: index.last_error ?? "Search works without them.", action: "Open memory", path: "/memory",
    });
  } else if (index && index.last_error !== null) {
    list.push({ icon: "circle-alert", tone: "bad", title: "Indexing is held up", text: index.last_error, action: "Open memory", path: "/memory" });
  }
  if (misses && misses.total > 0) {
    const worst = misses.worst ? `/${misses.worst.path.replace(/^\//, "")} alone was asked for ${times(misses.worst.count)}` : "";
    list.push({
      icon: "corner-down-right", tone: "warn", title: `${count(misses.total, "address", "addresses")} that visitors asked for ${misses.total === 1 ? "does" : "do"} not exist`,
      text: worst, action: "Add redirect", path: "/redirects",
    });
  }
  const scheduled = items.filter((item) => isScheduled(item, now)).sort((a, b) => compare(a.published_at, b.published_at));
  const [next] = scheduled;
  if (next !== undefined) {
    list.push({
      icon: "clock", tone: "plain", title: `${count(scheduled.length, "item")} scheduled`, text: `“${next.title}” comes out ${day(next.published_at!)}`,
      action: "Open", path: pathOf(next),
    });
  }
  const drafts = items.filter((item) => !item.is_published).sort((a, b) => compare(b.updated_at, a.updated_at));
  const [latest] = drafts;
  if (latest !== undefined) {
    list.push({
      icon: "pencil", tone: "plain", title: count(drafts.length, "draft"), text: `“${latest.title}” was edited ${ago(latest.updated_at, now)}`,
      ...(drafts.length === 1 ? { action: "Continue", path: pathOf(latest) } : { action: "See all", path: "/content?status=draft" }),
    });
  }
  return list;
}

export function isScheduled(item: ListingItem, now: Date): boolean {
  return item.is_published && item.published_at !== null && Date.parse(item.published_at) > now.getTime();
}

/** `drafts` are the sections on the way to it that visitors do not see. */
export function statusOf(item: ListingItem, now: Date, drafts: readonly { title: string }[] = []): { status: "published" | "draft" | "scheduled" | "hidden"; text?: string; title?: string | undefined } {
  if (!item.is_published) return { status: "draft" };
  const [isLater, title] = [isScheduled(item, now), unseen(drafts.map((section) => section.title), isScheduled(item, now))];
  if (isLater) return { status: "scheduled", text: day(item.published_at!), title };
  return title === undefined ? { status: "published" } : { status: "hidden", title };
}

/** The newest by their last change. */
export function recent(items: readonly ListingItem[], most: number): ListingItem[] {
  return [...items].sort((a, b) => compare(b.updated_at, a.updated_at)).slice(0, most);
}

export function pathOf(item: ListingItem): string {
  return editContent(item.content_type ?? "story", item.id);
}

function day(when: string): string {
  return new Date(when).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}

function compare(a: string | null, b: string | null): number {
  const [left, right] = [a ?? "", b ?? ""];
  return left < right ? -1 : left > right ? 1 : 0;
}

function times(number: number): string {
  return number === 1 ? "once" : number === 2 ? "twice" : `${number.toLocaleString("en")} times`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}
