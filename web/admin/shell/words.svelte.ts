// Words that were typed into a form and not sent. Every form with words calls this, and a test of the sources sees to
// it: leaving by a link, by Back, by closing the window or by signing out then asks, and so does closing the form.
import { onMount } from "svelte";
import { confirm } from "./confirm.svelte.ts";
import { guardLeaving } from "./leaving.ts";

export interface Words {
  /** What closes the form, once nothing would be lost or somebody has said that it may. */
  closing(close: () => void): () => Promise<void>;
}

/** To be called while the component of a form is made. `where` continues "What you wrote in", `left` tidies up after a "Leave". */
export function guardWords(where: string, unsaved: () => boolean, left?: () => void): Words {
  const text = `What you wrote in ${where} is not saved, and is gone then.`;
  onMount(() =>
    guardLeaving(
      async () => {
        const may = await confirm({ title: "Leave without saving?", text, action: "Leave", cancel: "Stay" });
        if (may) left?.();
        return may;
      },
      { unsaved },
    ),
  );
  return {
    closing: (close) => async () => {
      if (!unsaved() || (await confirm({ title: "Close without saving?", text, action: "Close", cancel: "Go on writing" }))) close();
    },
  };
}
