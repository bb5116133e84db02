import { all } from "./page.ts";

/** On the page of a picture the arrow keys lead to the one before and the one after. */
export function neighbours(): void {
  const [beside] = all(".image .neighbours");
  if (beside === undefined) return;
  const [back, on] = getComputedStyle(beside).direction === "rtl" ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
  addEventListener("keydown", (event) => {
    // In an enlarged picture, in the menu and with another key held down they mean something else.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || all("dialog[open], :popover-open").length > 0) return;
    const way = event.key === back ? "prev" : event.key === on ? "next" : "";
    if (way !== "") beside.querySelector<HTMLElement>(`a[rel=${way}]`)?.click();
  });
}
