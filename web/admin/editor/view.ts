/** The editor put together. It knows no screen: whoever mounts it is told what happens. */
import { baseKeymap, chainCommands, exitCode } from "prosemirror-commands";
import { history } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { type DOMParser, type DOMSerializer, Fragment, type Node, Slice } from "prosemirror-model";
import { type Command, EditorState, NodeSelection, TextSelection } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { readBody } from "./body/read.ts";
import { writePiece } from "./body/write.ts";
import { linkRange } from "./commands.ts";
import { textKeys, toggleTask } from "./keys.ts";
import { fromDom, setStylesAside } from "./markup/dom.ts";
import { hints } from "./marks.ts";
import { nodeViews, shown } from "./nodeviews.ts";
import { block, schema } from "./schema/index.ts";
import type { Ask } from "./slash.ts";
import { provideTables } from "./tables.ts";
import type { Made } from "./upload/insert.ts";

export interface EditorEvents {
  /** The document is another one. */
  changed: (doc: Node) => void;
  /** Anything: the selection, the scroll, the focus. */
  moved: (view: EditorView) => void;
  /** Files were pasted, or dropped at a place. */
  files: (files: File[], at: number | null) => void;
  /** Pictures of a pasted text were not in it; what to say about that. */
  lost: (words: string) => void;
  ask: (what: Ask) => void;
  /** Ctrl or ⌘ with Enter, where it means nothing in the text. */
  submit: () => void;
  /** Keys of a menu that is open; true when it has used one. */
  menuKey: (event: KeyboardEvent) => boolean;
}

type Later = typeof import("./later.ts");
let later: Later | null = null;
let loading: Promise<Later> | null = null;

function loadLater(): Promise<Later> {
  loading ??= import("./later.ts").then(
    (loaded) => (later = loaded),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Uploads as blocks of the text, behind the one where the caret is, or at a place. */
export async function insertUploads(view: EditorView, made: readonly Made[], at: number | null): Promise<void> {
  const { insertMade } = await loadLater();
  if (!view.isDestroyed) insertMade(view, made, at);
}

/** Words alone, for what is dropped before anything else can be read. */
function wordsOf(text: string): Slice {
  const words = text.replace(/\s+/g, " ").trim();
  return words === "" ? Slice.empty : new Slice(Fragment.from(schema.text(words)), 0, 0);
}

export function createEditor(place: HTMLElement, html: string, label: string, events: EditorEvents): EditorView {
  const site = { origin: location.origin };
  const view: EditorView = new EditorView(place, {
    state: newState(readBody(html), events),
    nodeViews,
    attributes: { class: "prose", role: "textbox", "aria-multiline": "true", "aria-label": label, spellcheck: "true" },
    dispatchTransaction(tr) {
      view.updateState(view.state.apply(tr));
      if (tr.docChanged) {
        events.changed(view.state.doc);
        provideTables(view);
      }
      events.moved(view);
    },
    handleKeyDown: (_, event) => events.menuKey(event),
    // A picture is chosen with its figure, so that one bar serves both.
    handleClickOn(view, _pos, node, at) {
      if (node.type !== block.picture && node.type !== block.film) return false;
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at - 1)));
      return true;
    },
    // Only what we read ourselves is pasted: the structure of a selection is in its markup.
    transformPastedHTML: (text) => setStylesAside(text.replace(/ data-pm-slice="[^"]*"/g, "")),
    clipboardParser: {
      parseSlice(dom: globalThis.Node) {
        const reader = later;
        if (reader === null) return wordsOf(dom.textContent ?? "");
        const markup = fromDom(dom);
        const { files, lost } = reader.leftBehind(markup, site);
        // When the words are in the text: the pictures go behind them.
        setTimeout(() => {
          if (view.isDestroyed) return;
          if (files.length > 0) events.files(files, null);
          if (lost > 0) events.lost(reader.lostWords(lost));
        });
        return reader.pastedMarkup(markup, site);
      },
    } as unknown as DOMParser,
    clipboardSerializer: {
      serializeFragment: (fragment: Fragment) => shown(writePiece(fragment.content)),
    } as unknown as DOMSerializer,
    clipboardTextParser: (text, _context, plain) => later?.pastedText(text, plain, site) ?? wordsOf(text),
    handlePaste(view, event) {
      const data = event.clipboardData;
      if (data === null) return false;
      const files = [...data.files];
      const text = data.getData("text/plain").trim();
      // Programs for writing put a picture of the text beside the text.
      if (files.length > 0 && text === "") {
        events.files(files, null);
        return true;
      }
      return later?.pasteAddress(view, text) ?? false;
    },
    handleDrop(view, event) {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return false;
      event.preventDefault();
      events.files(files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? null);
      return true;
    },
    handleDOMEvents: {
      paste: (view, event) => {
        if (later !== null) return false;
        pasteLater(view, event, events);
        return true;
      },
      focus: () => void events.moved(view),
      blur: () => void setTimeout(() => !view.isDestroyed && events.moved(view)),
    },
  });
  provideTables(view);
  void loadLater().then(({ cursors, markdown }) => {
    if (!view.isDestroyed) view.updateState(view.state.reconfigure({ plugins: [...markdown(), ...view.state.plugins, ...cursors()] }));
  }, () => undefined);
  return view;
}

/** Whoever pastes at once waits until it can be read: a clipboard lasts no longer than its event. */
function pasteLater(view: EditorView, event: ClipboardEvent, events: EditorEvents): void {
  const data = event.clipboardData;
  if (data === null) return;
  event.preventDefault();
  const [files, text, html] = [[...data.files], data.getData("text/plain"), data.getData("text/html")];
  const paste = (): void => {
    if (view.isDestroyed) return;
    if (files.length > 0 && text.trim() === "") events.files(files, null);
    else if (later?.pasteAddress(view, text.trim())) return;
    else if (html === "") view.pasteText(text);
    else view.pasteHTML(html);
  };
  // Where it cannot be loaded, the words are better than nothing.
  loadLater().then(paste, paste);
}

function newState(doc: Node, events: EditorEvents): EditorState {
  const link: Command = () => {
    events.ask("link");
    return true;
  };
  const submit: Command = () => {
    events.submit();
    return true;
  };
  // Without a word chosen the key means what it means everywhere: the palette.
  const linkOfSelection: Command = (_, dispatch, view) => {
    if (view === undefined) return false;
    takeSelection(view);
    const { from, to } = linkRange(view.state);
    return from !== to && link(view.state, dispatch, view);
  };
  return EditorState.create({
    doc,
    plugins: [
      keymap({ ...textKeys, "Mod-k": linkOfSelection, "Mod-Shift-k": link, "Mod-Enter": chainCommands(exitCode, toggleTask, submit) }),
      keymap(baseKeymap),
      history(),
      hints(),
    ],
  });
}

/** Browsers tell of a new selection a little later than it is made, and keys can be faster than that. */
function takeSelection(view: EditorView): void {
  const seen = document.getSelection();
  if (!(view.state.selection instanceof TextSelection)) return;
  if (seen === null || seen.isCollapsed || !view.dom.contains(seen.anchorNode) || !view.dom.contains(seen.focusNode)) return;
  const at = (node: globalThis.Node | null, offset: number) => view.state.doc.resolve(view.posAtDOM(node!, offset));
  const selection = TextSelection.between(at(seen.anchorNode, seen.anchorOffset), at(seen.focusNode, seen.focusOffset));
  const { from, to } = view.state.selection;
  if (selection.from !== from || selection.to !== to) view.dispatch(view.state.tr.setSelection(selection));
}

/** Another text in place of this one, as a step that can be undone. */
export function replaceBody(view: EditorView, html: string): void {
  const doc = readBody(html);
  if (doc.eq(view.state.doc)) return;
  view.dispatch(view.state.tr.replaceWith(0, view.state.doc.content.size, doc.content));
}
