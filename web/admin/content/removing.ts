/** Deleting what is open, in a way that Undo brings back all of it. */
import { api } from "../http/client.ts";
import { navigate } from "../shell/router.svelte.ts";
import { toast } from "../shell/toasts.svelte.ts";
import type { Work } from "./work.svelte.ts";

/** With a way to save what stands on the page, which says whether that worked in time. */
export async function remove(work: Work, name: string, save: () => Promise<boolean>): Promise<void> {
  const { id, type } = work;
  if (id === null) return;
  // Undo brings back what stands there: a draft is saved first, all else is kept on this device.
  if (work.isUnsaved && (work.isPublic || !(await save()))) await work.keepNow();
  work.saving.stop();
  await api.deleteContentByContentTypeById({ content_type: type, id });
  work.saving.settled(null);
  await navigate(work.form.section_id === null ? "/" : `/sections/${work.form.section_id}`, { unasked: true });
  toast({ text: `Deleted ${name}`, undo: async () => {
    await api.postContentByContentTypeByIdRestore({ content_type: type, id });
    await navigate(`/edit/${type}/${id}`);
  } });
}
