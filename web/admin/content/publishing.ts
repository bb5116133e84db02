/** What makes an item public, and takes that back. */
import { api } from "../http/client.ts";
import { serviceNow } from "../http/clock.ts";
import { toast } from "../shell/toasts.svelte.ts";
import { changes, type ItemForm, moment, statusOf } from "./item.ts";
import { MADE, type Work } from "./work.svelte.ts";

export async function publish(work: Work, at: string | null): Promise<void> {
  const { form } = work;
  const before = { is_published: form.is_published, published_at: form.published_at };
  form.is_published = true;
  // Without a date it is the moment of the first publication, which the service knows.
  if (at !== null) form.published_at = at;
  else if (statusOf({ ...before, is_published: true }) === "scheduled") form.published_at = serviceNow().toISOString();
  work.touch();
  if (!(await work.saving.save())) return void Object.assign(work.form, before);
  const date = work.status === "scheduled" ? work.form.published_at : null;
  toast({ text: date ? `Will be published ${moment(date)}` : "Published" });
}

/** Undo makes public again what was public, or fails when somebody has changed it. */
export async function unpublish(work: Work): Promise<void> {
  const shown = work.stored.form;
  const wasPublic = work.status === "published";
  work.form.is_published = false;
  work.touch();
  if (!(await work.saving.save())) {
    work.form.is_published = shown.is_published;
    return;
  }
  const undo = (): Promise<void> => work.saving.alone(() => showAgain(work, shown));
  toast({ text: wasPublic ? "Unpublished. Only signed-in people see it now." : "Will not be published.", undo });
}

/**
 * What visitors saw, and no word more. What was written since, saved or not, is in the editor and on this device, and
 * waits for its button.
 */
async function showAgain(work: Work, shown: ItemForm): Promise<void> {
  const { id, type } = work;
  if (id === null) return;
  const since = await work.words();
  const body = changes(type, shown, work.stored.form);
  for (const name of MADE) if (!work.chosen.has(name)) delete body[name];
  // Not in the sitting of the editor: what was saved in it stays a revision of its own.
  const { data, etag } = await api.putContentByContentTypeById({ content_type: type, id, body, ifMatch: work.stored.etag ?? undefined });
  await work.shownAgain(data, etag, since);
}
