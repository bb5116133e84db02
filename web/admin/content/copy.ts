/** A way out of a conflict: their version here, ours as a new draft beside it. */
import type { NewItem } from "../../api/client.gen.ts";
import { api } from "../http/client.ts";
import { changes, emptyForm } from "./item.ts";
import { titleFault } from "./title.ts";
import type { Work } from "./work.svelte.ts";

/** With the word behind it, where there is room. A title that fills its place stays whole. */
function titleOfCopy(title: string): string {
  const named = `${title.trim()} (copy)`;
  return titleFault(named) === undefined ? named : title;
}

/** Gives back the id of the draft. */
export async function keepAsCopy(work: Work): Promise<string | null> {
  const met = work.conflict;
  if (met === null) return null;
  const mine = { ...met.mine, title: titleOfCopy(met.mine.title), slug: "", is_published: false, published_at: null };
  const { data } = await api.postContentByContentType({ content_type: work.type, body: changes(work.type, mine, emptyForm(null)) as NewItem, idempotencyKey: met.copyKey });
  await work.forget().catch(() => undefined);
  work.conflict = null;
  work.take(met.item, met.etag);
  return data.id;
}
