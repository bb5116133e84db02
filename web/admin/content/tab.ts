/** This window among others of the same browser. A lock is held as long as the page lives, however it ends. */
const PREFIX = "folia-tab:";

/** Another one after each load: a window that was copied has its own, too. */
export const tab: string = crypto.randomUUID();

// Browsers lend locks to secure pages alone. Elsewhere every window counts as closed, as it was before there were locks.
const locks = (globalThis.navigator as Navigator | undefined)?.locks;
void locks?.request(PREFIX + tab, () => new Promise(() => undefined)).catch(() => undefined);

/** Which other windows are open now. */
export async function openTabs(): Promise<(tab: string) => boolean> {
  const held = (await locks?.query().catch(() => null))?.held ?? [];
  const names = new Set(held.map(({ name }) => name));
  // What this one has kept itself is nobody else's.
  return (given) => given !== tab && names.has(PREFIX + given);
}
