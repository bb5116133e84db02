/** Documents that the browser has parsed, as markup: for what is pasted and dropped. */
import { element, type Markup } from "./tree.ts";

/** The attributes that say anything about pasted text; all others stay outside. */
const TOLD = [
  "alt", "checked", "cite", "class", "colspan", "controls", "data-checked", "datetime", "dir", "height", "href", "hreflang", "lang", "poster",
  "reversed", "rowspan", "scope", "sizes", "span", "src", "srcset", "start", "style", "title", "type", "width",
];

const SET_ASIDE = "data-style";

/** Styles say what was meant and are read, but the policy of the page lets none be applied: they are parsed under another name. */
export function setStylesAside(html: string): string {
  return html.replace(/(<[a-z][^<>]*?\s)style(?=\s*=)/gi, `$1${SET_ASIDE}`);
}

export function fromDom(parent: Node): Markup[] {
  const found: Markup[] = [];
  for (const child of parent.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) {
      if (child.nodeValue) found.push(child.nodeValue);
    } else if (child instanceof Element || child.nodeType === Node.ELEMENT_NODE) {
      const source = child as Element;
      const attributes: Record<string, string> = {};
      for (const name of TOLD) {
        const value = source.getAttribute(name);
        if (value !== null) attributes[name] = value;
      }
      const style = source.getAttribute(SET_ASIDE);
      if (style !== null) attributes["style"] = style;
      found.push(element(source.localName, attributes, fromDom(source)));
    }
  }
  return found;
}
