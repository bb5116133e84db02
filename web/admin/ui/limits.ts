/** Fields with a longest length cut what is pasted into them, and browsers say no word about it. We do. */
import { toast } from "../shell/toasts.svelte.ts";

/** How many letters do not fit. */
export function leftOut(length: number, chosen: number, given: number, most: number): number {
  return most < 0 ? 0 : Math.max(0, length - chosen + given - most);
}

export function sayWhatIsCut(event: InputEvent): void {
  const field = event.target;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const given = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
  if (given === "" || event.isComposing) return;
  const chosen = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
  const over = leftOut(field.value.length, chosen, given.length, field.maxLength);
  if (over > 0) toast({ text: `At most ${field.maxLength} letters fit here. ${over === 1 ? "One letter was" : `${over} letters were`} left out.`, tone: "bad" });
}
