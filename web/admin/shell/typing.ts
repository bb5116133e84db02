// What comes over the page by itself takes the focus, and with it the next letters: a space may press a
// button that nobody has read. So it waits until nobody writes.
const PAUSE = 800;

let last = -Infinity;

/** Somebody has pressed a key or written something. */
export function typed(now = performance.now()): void {
  last = now;
}

// Keys are not seen where a text is spoken or chosen from a list of words.
for (const event of ["keydown", "input"]) globalThis.addEventListener?.(event, () => typed(), { capture: true, passive: true });

/** Ends when nobody has written for a moment. */
export async function pauseInTyping(): Promise<void> {
  for (;;) {
    const left = last + PAUSE - performance.now();
    if (left <= 0) return;
    await new Promise((later) => setTimeout(later, left));
  }
}
