import { untrack } from "svelte";
import { wayBack } from "./pages.ts";

/**
 * To be called while a component is made. A page of a list may be behind its end, because all on it was deleted or its
 * address is old: then the last page that there is takes its place. Only the answer itself is asked: what the
 * address says may be ahead of it.
 */
export function returnToLast(answer: () => Parameters<typeof wayBack>[0] | undefined, go: (offset: number) => void): void {
  $effect(() => {
    const shown = answer();
    const back = shown === undefined ? null : wayBack(shown);
    if (back !== null) untrack(() => go(back));
  });
}
