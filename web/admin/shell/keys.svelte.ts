// Keys as they are called on this machine, and whether single letters are shortcuts (WCAG 2.1.4
// asks for a way to switch them off).
const KEY = "folia-admin-letters";
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

export const ALT = isApple ? "⌥" : "Alt ";
export const COMMAND = isApple ? "⌘" : "Ctrl ";

class Letters {
  on = $state(readLetters());

  set(on: boolean): void {
    this.on = on;
    try {
      localStorage.setItem(KEY, on ? "on" : "off");
    } catch {
      // It holds until the page is loaded again.
    }
  }
}

function readLetters(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

export const letters = new Letters();

/** ⌘ on Apple's machines, Ctrl elsewhere. */
export function hasCommand(event: KeyboardEvent): boolean {
  return isApple ? event.metaKey : event.ctrlKey;
}

/** Whether keys go into a text, so that single letters mean themselves. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit", "range"].includes(target.type);
}
