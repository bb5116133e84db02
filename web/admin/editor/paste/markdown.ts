/** Markdown as people write it, turned into markup: for text that is pasted. */
import { type Element, element, type Markup } from "../markup/tree.ts";

/** Whether text has anything of Markdown in it; a lone dash or star is only text. */
export function looksLikeMarkdown(text: string): boolean {
  return /^(?:#{1,6} \S|>\s?\S|```|~~~|\s*[-*+] \S.*\n\s*[-*+] \S|\s*\d+[.)] \S.*\n\s*\d+[.)] \S|\s*[-*+] \[[ xX]\] |\|.+\|\s*\n\|?[\s:|-]+\||---\s*$)/m.test(text) ||
    /\*\*\S[^*\n]*\*\*|(?:^|\s)`[^`\n]+`(?:\s|[.,;:!?)]|$)|\[[^\]\n]+\]\((?:https?:|\/|mailto:|#)[^)\s]*\)/m.test(text);
}

/** Text without Markdown: an empty line ends a paragraph, any other a line. */
export function plainBlocks(text: string): Markup[] {
  return text.replace(/\r\n?/g, "\n").split(/\n{2,}/).filter((part) => part.trim() !== "").map((part) => element("p", {}, lines(part)));
}

function lines(text: string): Markup[] {
  return text.split("\n").flatMap((line, index) => (index === 0 ? [line] : [element("br"), line]));
}

export function markdownBlocks(text: string): Markup[] {
  const notes = new Map<string, string>();
  const body = text.replace(/\r\n?/g, "\n").replaceAll("\t", "    ").replace(/^\[\^([^\]\s]+)\]:\s*(.+(?:\n {2,}\S.*)*)\n?/gm, (_, name: string, words: string) => {
    notes.set(name, words.replace(/\n\s+/g, " "));
    return "";
  });
  return blocks(body.split("\n"), notes);
}

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*).*$/;
const ITEM = /^( *)([-*+]|\d{1,9}[.)])( +|$)(.*)$/;
const RULE = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;

function blocks(given: string[], notes: Map<string, string>): Markup[] {
  const found: Markup[] = [];
  let at = 0;
  while (at < given.length) {
    const line = given[at] ?? "";
    const fence = FENCE.exec(line);
    const title = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line);
    if (line.trim() === "") at++;
    else if (fence) {
      const end = given.findIndex((each, index) => index > at && each.trim().startsWith(fence[1] ?? "```") && each.trim().replace(/^[`~]+/, "") === "");
      const stop = end < 0 ? given.length : end;
      const language = fence[2] === "" ? null : `language-${(fence[2] ?? "").toLowerCase()}`;
      found.push(element("pre", {}, [element("code", { class: language }, [given.slice(at + 1, stop).join("\n")])]));
      at = stop + 1;
    } else if (title) {
      found.push(element(`h${Math.max(2, title[1]?.length ?? 2)}`, {}, phrases(title[2] ?? "", notes)));
      at++;
    } else if (RULE.test(line)) {
      found.push(element("hr"));
      at++;
    } else if (/^ {0,3}>/.test(line)) {
      const end = run(given, at, (each) => /^ {0,3}>/.test(each) || (each.trim() !== "" && !starts(each)));
      found.push(element("blockquote", {}, blocks(given.slice(at, end).map((each) => each.replace(/^ {0,3}> ?/, "")), notes)));
      at = end;
    } else if (ITEM.test(line)) at = list(given, at, found, notes);
    else if (line.includes("|") && /^ *\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$/.test(given[at + 1] ?? "")) {
      const end = run(given, at, (each) => each.includes("|"));
      found.push(table(given.slice(at, end), notes));
      at = end;
    } else {
      const end = run(given, at, (each, index) => each.trim() !== "" && (index === at || !starts(each)));
      found.push(paragraph(given.slice(at, end), notes));
      at = end;
    }
  }
  return found;
}

function run(given: string[], from: number, belongs: (line: string, index: number) => boolean): number {
  let end = from;
  while (end < given.length && belongs(given[end] ?? "", end)) end++;
  return Math.max(end, from + 1);
}

/** Whether a line begins something new in the middle of a paragraph. */
function starts(line: string): boolean {
  return FENCE.test(line) || /^ {0,3}(?:#{1,6}\s|>)/.test(line) || RULE.test(line) || /^ *(?:[-*+]|1[.)]) +\S/.test(line);
}

function paragraph(given: string[], notes: Map<string, string>): Element {
  const parts = given.flatMap((line, index) => {
    const words = phrases(line.trim(), notes);
    if (index === 0) return words;
    const before = given[index - 1] ?? "";
    return /(?: {2}|\\)$/.test(before) || !isWrapped(before, line) ? [element("br"), ...words] : [" ", ...words];
  });
  return element("p", {}, parts);
}

/** Between these a line that goes on is broken; whoever ends one sooner or later has meant it. */
const NARROWEST = 60;
const BROADEST = 120;

/** Whether a line was broken only because the next word had no room in it. */
function isWrapped(line: string, next: string): boolean {
  const [word = ""] = next.trim().split(/\s/, 1);
  return line.length <= BROADEST && line.length + 1 + word.length > NARROWEST;
}

function list(given: string[], from: number, found: Markup[], notes: Map<string, string>): number {
  const [, margin = "", sign = "-"] = ITEM.exec(given[from] ?? "") ?? [];
  const ordered = /\d/.test(sign);
  const items: Element[] = [];
  let at = from;
  while (at < given.length) {
    const match = ITEM.exec(given[at] ?? "");
    if (!match || match[1]?.length !== margin.length || /\d/.test(match[2] ?? "") !== ordered) break;
    const inner = margin.length + (match[2]?.length ?? 1) + Math.max(1, Math.min(4, match[3]?.length ?? 1));
    const own = [match[4] ?? ""];
    at++;
    while (at < given.length) {
      const line = given[at] ?? "";
      const deep = /^ */.exec(line)?.[0].length ?? 0;
      const goesOn = line.trim() === "" ? /^ *$/.test(line) && (/^ */.exec(given[at + 1] ?? "")?.[0].length ?? 0) > margin.length : deep > margin.length || !(starts(line) || ITEM.test(line));
      if (!goesOn || (deep <= margin.length && line.trim() !== "" && own.at(-1) === "")) break;
      own.push(line.slice(Math.min(deep, inner)));
      at++;
    }
    const task = /^\[([ xX])\]\s+(.*)$/.exec(own[0] ?? "");
    if (task) own[0] = task[2] ?? "";
    const content = blocks(own, notes);
    const first = content[0];
    const tight = typeof first === "object" && first.tag === "p" && !content.slice(1).some((each) => typeof each === "object" && each.tag === "p");
    const inside = tight && !task ? [...first.children, ...content.slice(1)] : content;
    const box = task ? [element("input", { type: "checkbox", disabled: "", checked: task[1] === " " ? null : "" })] : [];
    items.push(element("li", {}, [...box, ...inside]));
    // An empty line between two items does not end the list.
    if ((given[at] ?? "x").trim() === "" && ITEM.exec(given[at + 1] ?? "")?.[1]?.length === margin.length) at++;
  }
  const tasks = items.some((item) => typeof item.children[0] === "object" && item.children[0].tag === "input");
  const start = parseInt(sign, 10);
  found.push(element(ordered ? "ol" : "ul", { class: tasks ? "tasks" : null, start: ordered && start > 1 ? String(start) : null }, items));
  return at;
}

function table(given: string[], notes: Map<string, string>): Element {
  const cells = (line: string): string[] => line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
  const row = (line: string, tag: string): Element =>
    element("tr", {}, cells(line).map((cell) => element(tag, { scope: tag === "th" ? "col" : null }, phrases(cell, notes))));
  const [head = "", , ...rest] = given;
  const body = rest.length > 0 ? [element("tbody", {}, rest.map((line) => row(line, "td")))] : [];
  return element("table", {}, [element("thead", {}, [row(head, "th")]), ...body]);
}

const INLINE: [RegExp, (match: RegExpExecArray, notes: Map<string, string>) => Markup[]][] = [
  [/^\\([!-/:-@[-`{-~])/, ([, sign = ""]) => [sign]],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, ([, , code = ""]) => [element("code", {}, [code.trim()])]],
  [/^!\[([^\]]*)\]\(\s*([^()\s]+)(?:\s+"[^"]*")?\s*\)/, ([, alt = "", src = ""]) => [element("img", { src, alt })]],
  [/^\[\^([^\]\s]+)\]/, ([whole, name = ""], notes) => {
    const words = notes.get(name);
    return words === undefined ? [whole] : [element("span", { class: "footnote" }, phrases(words, new Map()))];
  }],
  [/^\[([^\]]+)\]\(\s*<?([^()\s>]+)>?(?:\s+"[^"]*")?\s*\)/, ([, words = "", href = ""], notes) => [element("a", { href }, phrases(words, notes))]],
  [/^<((?:https?:\/\/|mailto:)[^>\s]+)>/, ([, href = ""]) => [element("a", { href }, [href.replace(/^mailto:/, "")])]],
  [/^https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/, ([href]) => [element("a", { href }, [href])]],
  [/^\*\*(\S(?:[\s\S]*?\S)?)\*\*(?!\*)/, ([, words = ""], notes) => [element("strong", {}, phrases(words, notes))]],
  [/^__(\S(?:[\s\S]*?\S)?)__(?!\w)/, ([, words = ""], notes) => [element("strong", {}, phrases(words, notes))]],
  [/^\*(\S(?:[^*]*?\S)?)\*/, ([, words = ""], notes) => [element("em", {}, phrases(words, notes))]],
  [/^_(\S(?:[^_]*?\S)?)_(?!\w)/, ([, words = ""], notes) => [element("em", {}, phrases(words, notes))]],
  [/^~~(\S(?:[\s\S]*?\S)?)~~/, ([, words = ""], notes) => [element("s", {}, phrases(words, notes))]],
  [/^==(\S(?:[\s\S]*?\S)?)==/, ([, words = ""], notes) => [element("mark", {}, phrases(words, notes))]],
];

function phrases(text: string, notes: Map<string, string>): Markup[] {
  const found: Markup[] = [];
  let plain = "";
  const close = (): void => {
    if (plain !== "") found.push(plain);
    plain = "";
  };
  let at = 0;
  while (at < text.length) {
    const inWord = /\w$/.test(plain) && /[_h]/.test(text[at] ?? "");
    const rest = text.slice(at);
    let taken = 0;
    for (const [pattern, make] of inWord ? [] : INLINE) {
      const match = pattern.exec(rest);
      if (!match) continue;
      close();
      found.push(...make(match, notes));
      taken = match[0].length;
      break;
    }
    if (taken === 0) plain += text[at];
    at += taken || 1;
  }
  close();
  return found;
}
