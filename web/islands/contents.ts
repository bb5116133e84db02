import { all } from "./page.ts";

/** Marks in the list of contents which part of the page is being read. */
export function contents(): void {
  const links = all<HTMLAnchorElement>(".contents a[href^='#']");
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  if (links.length === 0) return;
  let waiting = false;
  const mark = () => {
    waiting = false;
    const tops = headings.map((heading) => heading?.getBoundingClientRect().top ?? Infinity);
    const current = currentOf(tops, innerHeight);
    links.forEach((link, index) => {
      if (index === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  };
  const later = () => {
    if (!waiting) requestAnimationFrame(mark);
    waiting = true;
  };
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later, { passive: true });
  later();
}

/** The last heading that has passed the upper third of the window; -1 above the first. */
export function currentOf(tops: readonly number[], height: number): number {
  let current = -1;
  tops.forEach((top, index) => {
    if (top < height / 3) current = index;
  });
  return current;
}
