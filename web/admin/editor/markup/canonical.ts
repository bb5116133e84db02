/**
 * Says whether two pieces of markup mean the same. The order of attributes, white space that no page
 * shows, and in which order `<a>` and `<em>` lie around the same words do not count; all else does.
 */
import { isBlank, isPhrase, type Markup, PHRASES, textOf } from "./tree.ts";

/** Phrases that hold a place of their own and are no property of the text in them. */
const STANDING = new Set(["img", "br", "input", "video", "wbr", "ruby", "rt", "rp"]);

export function canonical(markup: Markup[], preserve = false): string {
  const parts: string[] = [];
  let run: Markup[] = [];
  const close = (): void => {
    const text = line(run, preserve);
    if (text !== "") parts.push(text);
    run = [];
  };
  for (const part of markup) {
    if (isPhrase(part)) {
      run.push(part);
      continue;
    }
    close();
    if (typeof part !== "string") {
      const inside = preserve || part.tag === "pre";
      parts.push(`<${part.tag}${attributes(part.attributes)}>${canonical(part.children, inside)}</${part.tag}>`);
    }
  }
  close();
  return parts.join("");
}

/** Loose phrases as the paragraph that every page makes of them. */
export function wrapLoose(markup: Markup[]): Markup[] {
  const wrapped: Markup[] = [];
  let run: Markup[] = [];
  const close = (): void => {
    if (run.some((part) => !isBlank(part))) wrapped.push({ tag: "p", attributes: {}, children: run });
    run = [];
  };
  for (const part of markup) {
    if (isPhrase(part)) run.push(part);
    else {
      close();
      wrapped.push(part);
    }
  }
  close();
  return wrapped;
}

function line(run: Markup[], preserve: boolean): string {
  const pieces: { text: string; around: string }[] = [];
  const walk = (markup: Markup[], around: string[]): void => {
    for (const part of markup) {
      const key = [...around].sort().join("");
      const last = pieces[pieces.length - 1];
      if (typeof part === "string") {
        if (last !== undefined && last.around === key && !last.text.startsWith("<")) last.text += part;
        else pieces.push({ text: part, around: key });
      } else if (STANDING.has(part.tag)) {
        const inside = canonical(part.children, preserve);
        pieces.push({ text: `<${part.tag}${attributes(part.attributes)}>${inside}`, around: key });
      } else if (PHRASES.has(part.tag)) {
        const mark = `<${part.tag}${attributes(part.attributes)}>`;
        if (textOf(part.children) === "" && part.children.length === 0) pieces.push({ text: mark, around: key });
        else walk(part.children, around.includes(mark) ? around : [...around, mark]);
      } else {
        pieces.push({ text: `<block ${canonical([part], preserve)}>`, around: key });
      }
    }
  };
  walk(run, []);
  if (preserve) return pieces.map((piece) => `{${piece.around}|${piece.text}}`).join("");
  // Blanks collapse across pieces, and those at both ends of a line are not there.
  let open = false;
  const shown = pieces.map((piece) => {
    if (piece.text.startsWith("<")) {
      open = !piece.text.startsWith("<br");
      return { ...piece };
    }
    let text = piece.text.replace(/[ \t\n\r\f]+/g, " ");
    if (!open && text.startsWith(" ")) text = text.slice(1);
    if (text !== "") open = !text.endsWith(" ");
    return { ...piece, text };
  });
  for (let index = shown.length - 1; index >= 0; index--) {
    const piece = shown[index];
    if (piece === undefined || piece.text.startsWith("<")) break;
    piece.text = piece.text.trimEnd();
    if (piece.text !== "") break;
  }
  return shown.filter((piece) => piece.text !== "").map((piece) => `{${piece.around}|${piece.text}}`).join("");
}

function attributes(given: Record<string, string>): string {
  return Object.entries(given)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
    .join("");
}
