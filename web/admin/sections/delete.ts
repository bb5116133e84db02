import { api, explain } from "../http/client.ts";
import type { Question } from "../shell/confirm.svelte.ts";
import { navigate, router } from "../shell/router.svelte.ts";
import { toast } from "../shell/toasts.svelte.ts";
import { sections } from "./store.svelte.ts";
import { consequences } from "./consequences.ts";
import { countBelow, type SectionNode } from "./tree.ts";

/** Deletes a section once its name was typed. True when it is gone. */
export async function deleteSection(node: SectionNode, ask: (question: Question & { typed: string }) => Promise<boolean>): Promise<boolean> {
  const { id, title, path } = node.section;
  // Counted now: what the tree shows may be of a while ago.
  const entries = (await sections.count()) ? (sections.totals.get(id) ?? 0) : null;
  const yes = await ask({
    title: `Delete ${title}`,
    text: consequences(title, path, countBelow(node), entries),
    action: "Delete",
    typed: title,
  });
  if (!yes) return false;
  try {
    await api.deleteSectionsById({ id });
  } catch (error) {
    toast({ text: `Not deleted. ${explain(error)}`, tone: "bad" });
    return false;
  }
  sections.remove(id);
  if (router.shown.path === `/sections/${id}`) void navigate("/", { replace: true });
  await sections.reload();
  toast({ text: `Deleted ${title}.`, undo: () => restore(id, title) });
  return true;
}

async function restore(id: string, title: string): Promise<void> {
  try {
    await api.postSectionsByIdRestore({ id });
    await sections.reload();
    toast({ text: `${title} is back.` });
  } catch (error) {
    toast({ text: `Not restored. ${explain(error)}`, tone: "bad" });
  }
}
