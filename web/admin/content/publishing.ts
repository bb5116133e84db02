/** What makes an item public, and takes that back. */
import { api } from "../http/client.ts";
import { serviceNow } from "../http/clock.ts";
import { statusOf } from "./item.ts";
import type { Work } from "./work.svelte.ts";

export async function publish(work: Work, at: string | null): Promise<boolean> {
  const { form } = work;
  const before = { is_published: form.is_published, published_at: form.published_at };
  form.is_published = true;
  // Without a date it is the moment of the first publication, which the service knows.
  if (at !== null) form.published_at = at;
  else if (statusOf({ ...before, is_published: true }) === "scheduled") form.published_at = serviceNow().toISOString();
  work.touch();
  const fine = await work.saving.save();
  if (!fine) Object.assign(work.form, before);
  return fine;
}

/** Gives back what publishes it again as it was, or fails when it was changed meanwhile; null when nothing was done. */
export async function unpublish(work: Work): Promise<(() => Promise<void>) | null> {
  const { is_published, published_at } = work.form;
  work.form.is_published = false;
  work.touch();
  if (!(await work.saving.save())) {
    work.form.is_published = is_published;
    return null;
  }
  const etag = work.stored.etag;
  return async () => {
    if (!work.hasEnded) {
      if (!(await publish(work, published_at))) throw new Error("It was changed meanwhile, or could not be saved.");
      return;
    }
    if (work.id === null) return;
    await api.putContentByContentTypeById({ content_type: work.type, id: work.id, body: { is_published, published_at }, ifMatch: etag ?? undefined });
  };
}
