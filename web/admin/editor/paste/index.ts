/** What comes from the clipboard, as a piece of the document. */
import { Fragment, Slice } from "prosemirror-model";
import { readBlocks, readLine } from "../body/read.ts";
import { isPhrase, type Markup } from "../markup/tree.ts";
import { clean, type Surroundings } from "./clean.ts";
import { looksLikeMarkdown, markdownBlocks, plainBlocks } from "./markdown.ts";

export function sliceOf(markup: Markup[]): Slice {
  if (markup.every(isPhrase)) return new Slice(readLine(markup), 0, 0);
  return Slice.maxOpen(Fragment.fromArray(readBlocks(markup)));
}

export function pastedMarkup(markup: Markup[], site: Surroundings): Slice {
  return sliceOf(clean(markup, site));
}

/** `plain`: the words as they are, as asked for by Shift. */
export function pastedText(text: string, plain: boolean, site: Surroundings): Slice {
  if (plain || !looksLikeMarkdown(text)) {
    return /\n/.test(text.trim()) ? sliceOf(plainBlocks(text)) : sliceOf([text.trim()]);
  }
  return pastedMarkup(markdownBlocks(text), site);
}
