/** The text as a page of the site shows it, as well as a browser can tell without asking the service at every key. */
import { parse } from "../editor/markup/parse.ts";
import { type Element, element, hasClass, isElement, type Markup, textOf } from "../editor/markup/tree.ts";

/** Notes get their numbers and stand behind their block, footnotes at the end, tables in their box. */
export function asShown(body: string): Markup[] {
  let notes = 0;
  let count = 0;
  const footnotes: Element[] = [];
  const shown: Markup[] = [];
  const inside = (parts: Markup[], beside: Element[]): Markup[] =>
    parts.map((part) => {
      if (!isElement(part)) return part;
      if (part.tag === "span" && (hasClass(part, "note") || hasClass(part, "footnote"))) {
        const isNote = hasClass(part, "note");
        const number = String(isNote ? ++notes : ++count);
        if (isNote) beside.push(element("aside", { class: "note" }, [element("sup", {}, [number]), " ", ...part.children]));
        else footnotes.push(element("li", {}, part.children));
        return element("sup", { class: "ref" }, [element("a", { href: "#" }, [number])]);
      }
      return { ...part, children: inside(part.children, beside) };
    });
  for (const part of parse(body)) {
    const beside: Element[] = [];
    const [made] = inside([part], beside);
    if (made === undefined) continue;
    shown.push(isElement(made) ? boxed(made) : made);
    if (beside.length > 0) shown.push(element("div", { class: "notes" }, beside));
  }
  if (footnotes.length > 0) shown.push(element("section", { class: "footnotes" }, [element("ol", {}, footnotes)]));
  return shown;
}

function boxed(part: Element): Element {
  if (part.tag === "table") return element("div", { class: "table" }, [part]);
  if (part.tag === "pre") return element("figure", { class: "code" }, [part]);
  if (part.tag === "figure" && hasClass(part, "video")) {
    const link = part.children.find((child) => isElement(child) && child.tag === "a");
    if (!isElement(link)) return part;
    const facade = element("a", { class: "facade", href: "#" }, [element("span", { class: "title" }, [textOf(link.children) || "Video"])]);
    return { ...part, children: part.children.map((child) => (child === link ? facade : child)) };
  }
  return part;
}

/** Where a page of the site has its styles, and what its body is dressed in. */
export interface Dress {
  styles: string[];
  classes: string;
  language: string;
  theme: string | null;
}

export function dressOf(page: string): Dress {
  const styles = [...page.matchAll(/<link\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => /rel="?stylesheet/.test(tag)).flatMap((tag) => /href="([^"]+)"/.exec(tag)?.[1] ?? []);
  const html = /<html\b[^>]*>/.exec(page)?.[0] ?? "";
  return {
    styles,
    classes: /<body\b[^>]*class="([^"]*)"/.exec(page)?.[1] ?? "",
    language: /lang="([^"]*)"/.exec(html)?.[1] ?? "en",
    theme: /data-theme="([^"]*)"/.exec(html)?.[1] ?? null,
  };
}
