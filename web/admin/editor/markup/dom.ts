/** Documents that the browser has parsed, as markup: for what is pasted and dropped. */
import { element, type Markup } from "./tree.ts";

/** The attributes that say anything about pasted text; all others stay outside. */
const TOLD = [
  "alt", "checked", "cite", "class", "colspan", "controls", "data-checked", "datetime", "dir", "height", "href", "hreflang", "lang", "poster",
  "reversed", "rowspan", "scope", "sizes", "span", "src", "srcset", "start", "style", "title", "type", "width",
];

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
      found.push(element(source.localName, attributes, fromDom(source)));
    }
  }
  return found;
}
