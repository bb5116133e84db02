import { button, words as said } from "../page.ts";
import { FITTED, fit, LEAST, MOST, moved, scaleAt, settle, type Size, type View, widest } from "./geometry.ts";
import { listen } from "./pointers.ts";

/** How far one press of a key or a button goes. */
const STEP = 1.25;
const ARROW = 80;
/** After this long without pointer or key the controls make room for the picture. */
const QUIET_AFTER = 2000;
const DURATION = 220;

const DRAWINGS = {
  less: "M5 12h14",
  more: "M5 12h14M12 5v14",
  fit: "M8 3H5a2 2 0 0 0-2 2v3M21 8V5a2 2 0 0 0-2-2h-3M3 16v3a2 2 0 0 0 2 2h3M16 21h3a2 2 0 0 0 2-2v-3",
  close: "M18 6 6 18M6 6l12 12",
};

/** What pointers and keys may ask of the viewer. */
export interface Viewer {
  readonly view: View;
  readonly dialog: HTMLDialogElement;
  readonly image: HTMLImageElement;
  show(view: View): void;
  hold(held: boolean): void;
  close(): void;
}

/** Shows the picture over the page until it is dismissed. The focus comes back to it then. */
export function open(picture: HTMLImageElement, words: string): void {
  const [, nameless, smaller, larger, fitting, closing] = said();
  const dialog = document.createElement("dialog");
  dialog.className = "zoom";
  dialog.tabIndex = -1;
  dialog.ariaLabel = words || nameless!;
  const image = new Image();
  image.alt = words;
  image.draggable = false;
  const less = button(smaller!, DRAWINGS.less);
  const more = button(larger!, DRAWINGS.more);
  const whole = button(fitting!, DRAWINGS.fit);
  const exit = button(closing!, DRAWINGS.close);
  const value = document.createElement("output");
  const bar = document.createElement("div");
  bar.append(less, value, more, whole);
  dialog.append(image, bar, exit);

  let size: Size = { width: picture.naturalWidth, height: picture.naturalHeight };
  let fitted = fit(size, around());
  let view = FITTED;
  let timer = 0;

  const show = (next: View) => {
    view = settle(next, fitted, around());
    image.style.width = `${fitted.width}px`;
    image.style.height = `${fitted.height}px`;
    image.style.transform = transform(view);
    value.value = `${view.scale.toFixed(1)}×`;
    dialog.classList.toggle("large", view.scale > LEAST);
    less.disabled = view.scale <= LEAST;
    more.disabled = view.scale >= MOST;
  };
  const awake = () => {
    dialog.classList.remove("quiet");
    clearTimeout(timer);
    timer = setTimeout(() => dialog.classList.add("quiet"), QUIET_AFTER);
  };
  const measure = () => {
    fitted = fit(size, around());
    show(view);
  };
  const by = (factor: number) => show(scaleAt(view, factor, { x: 0, y: 0 }));
  const viewer: Viewer = {
    get view() {
      return view;
    },
    dialog,
    image,
    show,
    hold: (held) => dialog.classList.toggle("held", held),
    close: () => dialog.close(),
  };

  less.onclick = () => by(1 / STEP);
  more.onclick = () => by(STEP);
  whole.onclick = () => show(FITTED);
  exit.onclick = viewer.close;
  dialog.addEventListener("keydown", (event) => {
    awake();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (event.key === "+" || event.key === "=") by(STEP);
    else if (event.key === "-") by(1 / STEP);
    else if (event.key === "0") show(FITTED);
    else if (arrow) show(moved(view, { x: arrow[0] * ARROW, y: arrow[1] * ARROW }));
    else return;
    event.preventDefault();
  });
  dialog.addEventListener("pointermove", awake);
  const stop = listen(viewer);
  addEventListener("resize", measure);
  addEventListener("scroll", viewer.close, { once: true });
  dialog.addEventListener("close", () => {
    stop();
    clearTimeout(timer);
    removeEventListener("resize", measure);
    removeEventListener("scroll", viewer.close);
    dialog.remove();
    picture.focus({ preventScroll: true });
  });

  image.src = picture.currentSrc || picture.src;
  load(picture, (full) => {
    image.src = full.src;
    size = { width: full.naturalWidth, height: full.naturalHeight };
    measure();
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.focus();
  show(view);
  awake();
  appear(image, picture);
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function around(): Size {
  return { width: document.documentElement.clientWidth, height: innerHeight };
}

function transform({ x, y, scale }: View): string {
  return `translate(-50%,-50%) translate(${x}px,${y}px) scale(${scale})`;
}

/** Fetches the full variant; until it is there, the one on the page serves. */
function load(picture: HTMLImageElement, ready: (full: HTMLImageElement) => void): void {
  const full = new Image();
  full.src = picture.dataset.full || widest(picture.srcset) || picture.src;
  full.decode().then(
    () => ready(full),
    () => {},
  );
}

/** From the picture's own place; for those who want no motion it fades in. */
function appear(image: HTMLImageElement, picture: HTMLImageElement): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    image.animate({ opacity: [0, 1] }, DURATION);
    return;
  }
  const from = picture.getBoundingClientRect();
  const to = image.getBoundingClientRect();
  if (to.width === 0) return;
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  const start = transform({ x, y, scale: from.width / to.width });
  image.animate({ transform: [start, transform(FITTED)] }, { duration: DURATION, easing: "cubic-bezier(.2,0,0,1)" });
}
