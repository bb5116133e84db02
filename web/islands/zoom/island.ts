import { addStyle, all, words } from "../page.ts";
import { STYLE } from "./style.ts";
import { open } from "./viewer.ts";

/** Content pictures, and neither what stands behind them nor what already does something. */
const PICTURES = "main img:not(.placeholder, a *, button *, summary *)";

/**
 * Every content picture can be enlarged: by a click, a tap, a pen, or Enter and Space where it has
 * the focus.
 */
export function zoom(): void {
  const pictures = all<HTMLImageElement>(PICTURES);
  if (pictures.length === 0 || !("showModal" in HTMLDialogElement.prototype)) return;
  addStyle(STYLE);
  const [enlarge, nameless] = words();
  for (const picture of pictures) {
    const alt = picture.alt;
    picture.alt = alt || nameless!;
    picture.tabIndex = 0;
    picture.role = "button";
    picture.ariaHasPopup = "dialog";
    picture.ariaLabel = `${enlarge}: ${picture.alt}`;
    picture.classList.add("zooms");
    const show = (event: Event) => {
      event.preventDefault();
      picture.focus({ preventScroll: true });
      open(picture, alt);
    };
    picture.addEventListener("click", show);
    picture.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") show(event);
    });
  }
}
