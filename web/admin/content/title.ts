/** Titles as the service takes them, so that nobody waits for it to say what is wrong with one. */

/** Letters, as the service counts them. */
export const LONGEST_TITLE = 300;

/** What is drawn as nothing at all: spaces of every kind, signs that only join or turn their neighbours, empty letters of some scripts. */
const UNSEEN = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu;

/** Whether somebody would see nothing of it. */
export function isBlank(text: string): boolean {
  return text.replace(UNSEEN, "") === "";
}

/** Why a title cannot be saved, to follow the word Title; undefined when it can. */
export function titleFault(title: string): string | undefined {
  if (isBlank(title)) return "is missing";
  const over = [...title.trim()].length - LONGEST_TITLE;
  if (over <= 0) return undefined;
  return `is too long by ${over} ${over === 1 ? "letter" : "letters"}. At most ${LONGEST_TITLE} are stored.`;
}
