/** Whether a draft holds a word that is stored nowhere else. */
import type { ContentType } from "../../api/client.gen.ts";
import { canonical } from "../editor/markup/canonical.ts";
import { parse } from "../editor/markup/parse.ts";
import { emptyForm, type ItemForm, TYPES } from "./item.ts";
import { isBlank } from "./title.ts";

/** What a draft never says anything about: it is kept without what was to become of its publication. */
const SILENT: readonly (keyof ItemForm)[] = ["is_published", "published_at"];

const markup = (text: string): string => canonical(parse(text));

function isSame(name: keyof ItemForm, left: ItemForm, right: ItemForm): boolean {
  if (name === "body") return markup(left.body) === markup(right.body);
  return JSON.stringify(left[name] ?? "") === JSON.stringify(right[name] ?? "");
}

/** Whether nothing was written in a draft that is not in what is stored. What is as in the version it was made from, nobody has written in it. */
export function isThere(draft: ItemForm, stored: ItemForm, base: ItemForm | null = null): boolean {
  return (Object.keys(stored) as (keyof ItemForm)[]).every((name) => SILENT.includes(name) || !(name in draft) || (base !== null && isSame(name, draft, base)) || isSame(name, draft, stored));
}

/** Whether nobody has written anything in a draft for a new item. */
export function isEmpty(draft: ItemForm): boolean {
  return isBlank(draft.title) && isThere({ ...draft, title: "", section_id: null }, emptyForm(null));
}

/** The type and the id in "story:1"; null for what is new. */
export function itemOf(name: string): { type: ContentType; id: string } | null {
  const [type, id] = name.split(":", 2);
  const found = TYPES.find((each) => each === type);
  return found === undefined || id === undefined || id === "" ? null : { type: found, id };
}
