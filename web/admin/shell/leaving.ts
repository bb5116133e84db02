// Asks before somebody leaves what is not saved yet: by a link, by Back, by closing the window or
// by signing out.

export type MayLeave = () => boolean | Promise<boolean>;

export interface Guarding {
  /** Whether something would be lost right now. Asked when the window closes, where no question of ours can be shown. */
  unsaved?: () => boolean;
}

interface Guard extends Guarding {
  mayLeave: MayLeave;
}

const guards = new Set<Guard>();

/** From now on `mayLeave` is asked before the screen is left. Gives back what ends it. */
export function guardLeaving(mayLeave: MayLeave, guarding: Guarding = {}): () => void {
  const guard = { mayLeave, ...guarding };
  guards.add(guard);
  return () => void guards.delete(guard);
}

/** Whether anybody has to be asked. */
export function isGuarded(): boolean {
  return [...guards].some(isUnsaved);
}

/** Asks all in turn; the first refusal counts. */
export async function mayLeave(): Promise<boolean> {
  for (const guard of [...guards].filter(isUnsaved)) {
    if (!(await guard.mayLeave())) return false;
  }
  return true;
}

/** Everybody was asked, or there is nobody to ask: from now on the page is left without a question. */
export function endGuards(): void {
  guards.clear();
}

function isUnsaved(guard: Guard): boolean {
  return guard.unsaved?.() ?? true;
}
