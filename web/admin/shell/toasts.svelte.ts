// One short message at a time at the foot of the window. Errors that need action belong to the
// place where they happened, not here.

export interface Toast {
  text: string;
  /** Takes back what was done. */
  undo?: () => void | Promise<void>;
  tone?: "plain" | "bad";
  /** What Undo would bring back is a part of the screen, and goes with it. */
  onlyHere?: boolean;
}

const LASTS = 6_000;
const LASTS_WITH_UNDO = 10_000;

class Toasts {
  current = $state.raw<(Toast & { id: number }) | null>(null);
  private count = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  show(toast: Toast): void {
    this.current = { ...toast, id: ++this.count };
    this.resume();
  }

  close(): void {
    clearTimeout(this.timer);
    this.current = null;
  }

  /** Another screen is shown. */
  leaveScreen(): void {
    if (this.current?.onlyHere) this.close();
  }

  /** While somebody points at it or has the focus in it. */
  pause(): void {
    clearTimeout(this.timer);
  }

  resume(): void {
    clearTimeout(this.timer);
    if (this.current === null) return;
    this.timer = setTimeout(() => (this.current = null), this.current.undo ? LASTS_WITH_UNDO : LASTS);
  }
}

export const toasts = new Toasts();

export function toast(given: Toast): void {
  toasts.show(given);
}
