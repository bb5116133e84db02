/** Markdown while typing: a sign or two at the start of a line, or around words, becomes what it means. */
import { InputRule, inputRules, smartQuotes, textblockTypeInputRule, wrappingInputRule } from "prosemirror-inputrules";
import type { MarkType } from "prosemirror-model";
import { type Plugin, TextSelection } from "prosemirror-state";
import { findWrapping } from "prosemirror-transform";
import { isAddress } from "./addresses.ts";
import { block, mark } from "./schema/index.ts";

/** `open` and `close` around words turn into a mark. The text before must not make it part of a longer word. */
function wrapped(pattern: RegExp, type: MarkType, attrs: Record<string, string> | null = null): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const [whole, before = "", words = ""] = match;
    if (words.trim() !== words || words === "") return null;
    const $start = state.doc.resolve(start);
    if ($start.parent.type.spec.code || mark.code.isInSet($start.marks())) return null;
    const from = start + before.length;
    const opened = whole.indexOf(words, before.length) - before.length;
    const tr = state.tr;
    const close = end - (from + opened + words.length);
    if (close > 0) tr.delete(from + opened + words.length, end);
    tr.delete(from, from + opened);
    return tr.addMark(from, from + words.length, type.create(attrs)).removeStoredMark(type);
  }, { inCodeMark: false });
}

const plain = { inCodeMark: false };

export const rules: InputRule[] = [
  textblockTypeInputRule(/^(#{1,4})\s$/, block.heading, (match) => ({ level: Math.max(2, match[1]?.length ?? 2) })),
  wrappingInputRule(/^\s*>\s$/, block.blockquote),
  // A box is a list of tasks, also inside the bullet that was made by its dash.
  new InputRule(/^\s*(?:[-*]\s)?\[([ xX]?)\]\s$/, (state, match, start, end) => {
    const done = /x/i.test(match[1] ?? "");
    const tr = state.tr.delete(start, end);
    const $start = tr.doc.resolve(start);
    const parent = $start.depth >= 2 ? $start.node($start.depth - 2) : null;
    if (parent?.type === block.bullet_list && parent.childCount === 1) {
      const at = $start.before($start.depth - 2);
      const item = block.task_item.create({ done }, parent.firstChild?.content);
      tr.replaceWith(at, at + parent.nodeSize, block.task_list.create(null, [item]));
      return tr.setSelection(TextSelection.create(tr.doc, at + 3));
    }
    const range = $start.blockRange();
    const wrapping = range && findWrapping(range, block.task_list);
    if (!range || !wrapping || wrapping.length !== 2) return null;
    tr.wrap(range, [wrapping[0] as (typeof wrapping)[0], { type: block.task_item, attrs: { done } }]);
    return tr;
  }),
  wrappingInputRule(/^\s*([-+*])\s$/, block.bullet_list),
  wrappingInputRule(
    /^(\d{1,4})[.)]\s$/,
    block.ordered_list,
    (match) => ({ start: match[1] === "1" ? null : (match[1] ?? null) }),
    (match, node) => node.attrs["start"] === null && node.childCount + 1 === Number(match[1]),
  ),
  textblockTypeInputRule(/^```([a-zA-Z0-9+#.-]*)\s$/, block.code_block, (match) => ({ language: match[1] === "" ? null : match[1]?.toLowerCase() })),
  new InputRule(/^(?:---|___|\*\*\*)$/, (state, _, start) => {
    const $start = state.doc.resolve(start);
    if ($start.parent.type !== block.paragraph || $start.depth !== 1) return null;
    const at = $start.before();
    const tr = state.tr.replaceWith(at, $start.after(), [block.horizontal_rule.create(), block.paragraph.create()]);
    return tr.setSelection(TextSelection.create(tr.doc, at + 2));
  }, plain),
  wrapped(/(^|[^*\w])\*\*([^*]+)\*\*$/, mark.strong),
  wrapped(/(^|[^_\w])__([^_]+)__$/, mark.strong),
  wrapped(/(^|[^*\w])\*([^*]+)\*$/, mark.em),
  wrapped(/(^|[^_\w])_([^_]+)_$/, mark.em),
  wrapped(/(^|[^~])~~([^~]+)~~$/, mark.strike),
  wrapped(/(^|[^=])==([^=]+)==$/, mark.highlight),
  wrapped(/(^|[^`])`([^`]+)`$/, mark.code),
  new InputRule(/(^|[^!])\[([^\]]+)\]\(([^()\s]+)\)$/, (state, match, start, end) => {
    const [, before = "", words = "", href = ""] = match;
    if (!isAddress(href)) return null;
    const from = start + before.length;
    const tr = state.tr.insertText(words, from, end);
    return tr.addMark(from, from + words.length, mark.link.create({ href })).removeStoredMark(mark.link);
  }, plain),
  new InputRule(/\s(--)\s$/, "–", plain),
  new InputRule(/\.\.\.$/, "…", plain),
  ...smartQuotes,
];

export function markdownRules(): Plugin {
  return inputRules({ rules });
}
