/** A way out of a conflict: their version here, ours as a new draft beside it. */
import type { NewItem } from "../../api/client.gen.ts";
import { api } from "../http/client.ts";
import { toast } from "../shell/toasts.svelte.ts";
import { changes, emptyForm } from "./item.ts";
import { titleFault } from "./title.ts";
import type { Work } from "./work.svelte.ts";

/** With the word behind it, where there is room. A title that fills its place stays whole. */
function titleOfCopy(title: string): string {
  const named = `${title.trim()} (copy)`;
  return titleFault(named) === undefined ? named : title;
}

/** False where nobody is in conflict any more. */
export async function keepAsCopy(work: Work): Promise<boolean> {
  const met = work.conflict;
  if (met === null) return false;
  const mine = { ...met.mine, title: titleOfCopy(met.mine.title), slug: "", is_published: false, published_at: null };
  await api.postContentByContentType({ content_type: work.type, body: changes(work.type, mine, emptyForm(null)) as NewItem, idempotencyKey: met.copyKey });
  await work.forget().catch(() => undefined);
  work.conflict = null;
  work.take(met.item, met.etag);
  toast({ text: "Your version is a draft of its own now. This is the saved one." });
  return true;
}
