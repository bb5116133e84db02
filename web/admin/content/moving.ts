/** Words that were left on this device while what they belong to was being made: they go to its address. */
import { forgetDraft, getDraft, keepDraft, type LocalDraft } from "./drafts.ts";

/** What is kept under a key becomes this, or is let go where nothing is left of it. */
export async function moveDraft<T>(key: string, change: (draft: LocalDraft<T>) => LocalDraft<T> | null): Promise<void> {
  const found = await getDraft<T>(key);
  if (found === null) return;
  const { key: _, ...draft } = found;
  const moved = change(draft);
  if (moved !== null) await keepDraft(moved);
  await forgetDraft(key);
}
