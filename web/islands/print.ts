import { all } from "./page.ts";

/** Buttons that print the page; without script nobody sees them. */
export function printing(): void {
  for (const press of all<HTMLElement>("[data-print]")) {
    press.parentElement!.hidden = false;
    press.onclick = () => print();
  }
}
