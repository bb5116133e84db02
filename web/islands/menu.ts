/**
 * The menu is a popover and opens, closes and hears Escape by itself. Added here: focus goes into
 * it, returns to its button, and does not stray behind it.
 */
export function menu(): void {
  const sheet = document.querySelector<HTMLElement>(".menu[popover]");
  if (sheet === null || !("showPopover" in sheet)) return;
  const opener = document.querySelector<HTMLElement>(`[popovertarget="${sheet.id}"]`);
  sheet.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState === "open") {
      sheet.querySelector<HTMLElement>("a, button")?.focus();
    } else if (sheet.contains(document.activeElement) || document.activeElement === document.body) {
      opener?.focus();
    }
  });
  sheet.addEventListener("focusout", (event) => {
    const next = event.relatedTarget;
    if (next instanceof Node && !sheet.contains(next) && next !== opener) sheet.hidePopover();
  });
}
