/**
 * Drafts on this device of which the server has every word: an answer was lost, or somebody has saved the same elsewhere.
 * They go. What holds a word that the server has not is never touched here, however old it is: a clock may be wrong, and
 * words are thrown away by people alone.
 */
import { api } from "../http/client.ts";
import { session } from "../shell/session.svelte.ts";
import { forgetDraft, listDrafts, type LocalDraft } from "./drafts.ts";
import { formOf, type ItemForm } from "./item.ts";
import { isEmpty, isThere, itemOf } from "./spare.ts";
import { openTabs } from "./tab.ts";

/** Looked at in one go; the others wait for the next. */
const MOST = 20;
const EVERY = 86_400_000;
const KEY = "folia-tidied";
/** Once a day on each device, when there is nothing else to do. */
export async function tidy(now: number = Date.now()): Promise<void> {
  const last = Number(localStorage.getItem(KEY) ?? 0);
  if (last <= now && now - last < EVERY) return;
  localStorage.setItem(KEY, String(now));
  const account = session.user?.id ?? "";
  const isOpen = await openTabs();
  const mine = (await listDrafts<ItemForm>()).filter((draft) => draft.account === account && draft.tab !== undefined && !isOpen(draft.tab));
  for (const draft of mine.slice(0, MOST)) if (await isSpare(draft.item ?? draft.key, draft)) await forgetDraft(draft.key);
}

async function isSpare(name: string, { value, base, creating }: Pick<LocalDraft<ItemForm>, "value" | "base" | "creating">): Promise<boolean> {
  const item = itemOf(name);
  if (item === null) return name.startsWith("new:") && creating == null && isEmpty(value);
  // What is not there any more leaves its words to whoever opens it.
  const stored = await api.getContentByContentTypeById({ content_type: item.type, id: item.id }).catch(() => null);
  return stored !== null && isThere(value, formOf(stored.data), base);
}
