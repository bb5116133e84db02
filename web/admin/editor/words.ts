/** How long a text is. Scripts without blanks are counted by sign, as the site counts them for its reading time. */
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

export interface Length {
  words: number;
  minutes: number;
}

export function measure(text: string): Length {
  const signs = text.match(SIGNS)?.length ?? 0;
  const words = text.replace(SIGNS, " ").match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._-]*/gu)?.length ?? 0;
  return { words: words + signs, minutes: words + signs === 0 ? 0 : Math.max(1, Math.round(words / 230 + signs / 480)) };
}
