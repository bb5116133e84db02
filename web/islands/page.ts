/** The few things about the page that several islands need. */

/**
 * Adds a style sheet for what only exists with script. It is made through the object model, so
 * the page's policy needs no exception.
 */
export function addStyle(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}

export function all<Kind extends Element>(selector: string, within: ParentNode = document): Kind[] {
  return [...within.querySelectorAll<Kind>(selector)];
}

/** What islands say, in the order of `Words::for_scripts`. Pages in other languages bring their own. */
const ENGLISH = "Enlarge|Picture|Smaller|Larger|Fit to the window|Close|Copy|Copied|Not copied";
export const words = (): string[] => (document.body.dataset.words ?? ENGLISH).split("|");

/** A button with words, or with a drawing and a name for those who do not see it. */
export function button(name: string, drawing?: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  if (drawing === undefined) {
    made.textContent = name;
    return made;
  }
  const space = "http://www.w3.org/2000/svg";
  const icon = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  path.setAttribute("d", drawing);
  icon.append(path);
  made.append(icon);
  made.setAttribute("aria-label", name);
  return made;
}
