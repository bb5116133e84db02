/** Blocks that need more than their element while they are edited: a box to tick, fields for a language, a caption. */
import type { Node } from "prosemirror-model";
import type { EditorView, NodeView, NodeViewConstructor } from "prosemirror-view";
import { parse } from "./markup/parse.ts";
import type { Markup } from "./markup/tree.ts";
import { block } from "./schema/index.ts";

type Place = () => number | undefined;

function made<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Record<string, string> = {}, ...children: (globalThis.Node | string)[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Markup as elements, without a parser: nothing in it can run. */
export function shown(markup: Markup[]): DocumentFragment {
  const all = document.createDocumentFragment();
  for (const part of markup) {
    if (typeof part === "string") {
      all.append(part);
      continue;
    }
    const element = document.createElement(/^[a-z][a-z0-9]*$/.test(part.tag) && !["script", "style", "iframe", "link", "meta", "base", "form"].includes(part.tag) ? part.tag : "span");
    for (const [name, value] of Object.entries(part.attributes)) {
      if (/^on|^style$/.test(name) || /^\s*javascript:/i.test(value)) continue;
      element.setAttribute(name, value);
    }
    element.append(shown(part.children));
    all.append(element);
  }
  return all;
}

function change(view: EditorView, place: Place, attrs: Record<string, unknown>): void {
  const at = place();
  const node = at === undefined ? null : view.state.doc.nodeAt(at);
  if (at === undefined || node === null) return;
  view.dispatch(view.state.tr.setNodeMarkup(at, null, { ...node.attrs, ...attrs }));
}

/** A field beside the text. What is typed in it is ours, not the editor's. */
function field(label: string, value: string, width: string, changed: (value: string) => void): HTMLInputElement {
  const input = made("input", { type: "text", class: `field ${width}`, "aria-label": label, placeholder: label, spellcheck: "false", autocomplete: "off" });
  input.value = value;
  input.addEventListener("change", () => changed(input.value.trim()));
  return input;
}

class Task implements NodeView {
  dom: HTMLElement;
  contentDOM: HTMLElement;
  private readonly box = made("input", { type: "checkbox", "aria-label": "Done" });
  constructor(private node: Node, view: EditorView, place: Place) {
    this.contentDOM = made("div");
    this.dom = made("li", {}, made("span", { contenteditable: "false" }, this.box), this.contentDOM);
    this.box.checked = node.attrs["done"] === true;
    this.box.addEventListener("change", () => change(view, place, { done: this.box.checked }));
  }
  update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    this.box.checked = node.attrs["done"] === true;
    return true;
  }
  stopEvent(event: Event): boolean {
    return event.target === this.box;
  }
  ignoreMutation(mutation: { target: globalThis.Node; type: string }): boolean {
    return mutation.type !== "selection" && !this.contentDOM.contains(mutation.target);
  }
}

/** A block with a strip of fields above or below its content. */
abstract class WithFields implements NodeView {
  abstract dom: HTMLElement;
  abstract contentDOM: HTMLElement;
  protected abstract strip: HTMLElement;
  protected abstract fill(node: Node): void;
  constructor(protected node: Node) {}
  update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    this.fill(node);
    return true;
  }
  stopEvent(event: Event): boolean {
    return event.target instanceof Element && this.strip.contains(event.target);
  }
  ignoreMutation(mutation: { target: globalThis.Node; type: string }): boolean {
    return mutation.type !== "selection" && !this.contentDOM.contains(mutation.target);
  }
}

class Code extends WithFields {
  dom: HTMLElement;
  contentDOM = made("code", { spellcheck: "false" });
  protected strip: HTMLElement;
  private readonly language: HTMLInputElement;
  private readonly file: HTMLInputElement;
  constructor(node: Node, view: EditorView, place: Place) {
    super(node);
    this.file = field("File name", "", "grow", (file) => change(view, place, { file }));
    this.language = field("Language", "", "short", (name) => change(view, place, { language: name === "" ? null : name.toLowerCase().replace(/[^a-z0-9+#._-]/g, "") }));
    this.strip = made("div", { class: "strip", contenteditable: "false" }, this.file, this.language);
    this.dom = made("div", { class: "code" }, this.strip, made("pre", {}, this.contentDOM));
    this.fill(node);
  }
  protected fill(node: Node): void {
    this.file.value = String(node.attrs["file"]);
    this.language.value = String(node.attrs["language"] ?? "");
  }
}

class Table extends WithFields {
  dom: HTMLElement;
  contentDOM = made("tbody");
  protected strip: HTMLElement;
  private readonly caption: HTMLInputElement;
  constructor(node: Node, view: EditorView, place: Place) {
    super(node);
    this.caption = field("Caption of the table", "", "grow", (caption) => change(view, place, { caption }));
    this.strip = made("div", { class: "strip", contenteditable: "false" }, this.caption);
    this.dom = made("div", { class: "table" }, made("div", { class: "scroll" }, made("table", {}, this.contentDOM)), this.strip);
    this.fill(node);
  }
  protected fill(node: Node): void {
    this.caption.value = String(node.attrs["caption"]);
  }
}

class Video extends WithFields {
  dom: HTMLElement;
  contentDOM = made("div", { class: "below" });
  protected strip: HTMLElement;
  private readonly href: HTMLInputElement;
  private readonly title: HTMLInputElement;
  constructor(node: Node, view: EditorView, place: Place) {
    super(node);
    this.title = field("Title of the video", "", "grow", (title) => change(view, place, { title }));
    this.href = field("Address of the video", "", "grow", (href) => change(view, place, { href }));
    this.strip = made("div", { class: "facade", contenteditable: "false" }, this.title, this.href);
    this.dom = made("figure", { class: "video" }, this.strip, this.contentDOM);
    this.fill(node);
  }
  protected fill(node: Node): void {
    this.title.value = String(node.attrs["title"]);
    this.href.value = String(node.attrs["href"]);
  }
}

class Foreign implements NodeView {
  dom: HTMLElement;
  constructor(node: Node) {
    const inside = made("div", { inert: "" });
    inside.append(shown(parse(String(node.attrs["html"]))));
    this.dom = made("div", { class: "foreign", contenteditable: "false" }, made("p", { class: "label" }, "Kept as it is. The editor has no form for this part."), inside);
  }
  ignoreMutation(): boolean {
    return true;
  }
}

export const nodeViews: Record<string, NodeViewConstructor> = {
  [block.task_item.name]: (node, view, place) => new Task(node, view, place),
  [block.code_block.name]: (node, view, place) => new Code(node, view, place),
  [block.table.name]: (node, view, place) => new Table(node, view, place),
  [block.video.name]: (node, view, place) => new Video(node, view, place),
  [block.foreign.name]: (node) => new Foreign(node),
};
