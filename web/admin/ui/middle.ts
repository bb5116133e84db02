/** A long text with its middle left out, for a row or a sentence: an address is known by its beginning and its end. */
export function middle(text: string, most = 80): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  const end = Math.floor((most - 1) / 3);
  return `${letters.slice(0, most - 1 - end).join("")}…${letters.slice(letters.length - end).join("")}`;
}
