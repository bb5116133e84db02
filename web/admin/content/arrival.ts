/** Whether a change of which nothing was heard has reached the service. Comes when it is asked, after an answer was lost. */
import { canonical } from "../editor/markup/canonical.ts";
import { parse } from "../editor/markup/parse.ts";
import type { ItemForm } from "./item.ts";

/** What the service makes of other fields, unless somebody has written it. */
const DERIVED = ["slug", "summary", "image_url", "image_alt", "published_at"];

/** The number of the write that a tag stands for; null where it names none. */
function writeOf(tag: string | null): number | null {
  const found = /v(\d+)/.exec(tag ?? "");
  return found === null ? null : Number(found[1]);
}

/** Whether exactly one write lies between two tags. After more than one it is not known whose the last was. */
export function isNext(before: string | null, now: string | null): boolean {
  const write = writeOf(before);
  return write !== null && writeOf(now) === write + 1;
}

/** The item is what it was with this change made to it, and nothing else: what somebody else has changed is no arrival of ours. */
export function arrived(sent: object, base: ItemForm, there: ItemForm): boolean {
  const [given, old, now] = [sent, base, there].map((each) => each as Record<string, unknown>) as [Record<string, unknown>, Record<string, unknown>, Record<string, unknown>];
  return Object.keys(there).every((name) => {
    const wanted = name in given ? given[name] : old[name];
    if (DERIVED.includes(name)) {
      if (!(name in given)) return true;
      // One moment has several spellings.
      if (name === "published_at" && wanted != null) return Date.parse(String(wanted)) === Date.parse(String(now[name]));
      // What was emptied is made by the service; as it was before, it was not emptied.
      if (wanted === null || wanted === "") return (old[name] ?? "") === "" || !same(name, now[name], old[name]);
    }
    return same(name, wanted ?? "", now[name] ?? "");
  });
}

function same(name: string, left: unknown, right: unknown): boolean {
  // The service writes markup in its own way.
  if (name === "body") return canonical(parse(String(left))) === canonical(parse(String(right)));
  return JSON.stringify(left) === JSON.stringify(right);
}
