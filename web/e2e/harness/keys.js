/** The way of the Tab key through a page, or through what lies above it: every stop, what shows it, and what is never reached. */

/** In the page: notes each element that gets the focus, from now on. */
function watch() {
  const says = (element) => `${element.tagName.toLowerCase()}${element.getAttribute("role") ? `[${element.getAttribute("role")}]` : ""} “${(element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 50)}”`;
  /** Radios that are drawn by their label, and fields in a frame: it is the frame that is drawn. */
  const around = (element) => [element, element.parentElement, element.closest("label"), ...(element.closest("label")?.querySelectorAll("*") ?? [])].filter((each) => each !== null);
  const isOutlined = (each) => getComputedStyle(each).outlineStyle !== "none" && parseFloat(getComputedStyle(each).outlineWidth) >= 2;
  const shadows = (element) => around(element).map((each) => getComputedStyle(each).boxShadow).join();
  let last = null;
  const note = () => {
    // A ring is a shadow that was there as long as the focus was.
    if (last !== null) last.isShown ||= shadows(last.element) !== last.shadows;
    last = null;
    const element = document.activeElement;
    if (element === null || element === document.body) return;
    const box = element.getBoundingClientRect();
    last = {
      element,
      says: says(element),
      shadows: shadows(element),
      // In a text the caret is seen, and a page in a frame shows its own focus.
      isShown: around(element).some(isOutlined) || element.isContentEditable || element.tagName === "IFRAME",
      isInSight: box.width > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
      place: [["above", "dialog, [role=dialog], [role=menu]"], ["sidebar", ".side[aria-label=Sidebar]"], ["work", "main"], ["details", "aside"], ["bar", "header"]].find(([, where]) => element.closest(where))?.[0] ?? "page",
    };
    window.stops.push(last);
  };
  window.stops = [];
  document.addEventListener("focusin", note, true);
  // What has the focus already is a stop, too.
  note();
}

/** In the page: what Tab should reach inside of `root`, and has not. One of several radios is enough, and one row of a tree. */
function missed(root) {
  const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [contenteditable=true], [tabindex]";
  const seen = new Set(window.stops.map(({ element }) => element));
  const isThere = (element) => {
    if (element.disabled || element.closest("[inert], [hidden]") || element.getAttribute("tabindex") === "-1" || element.tabIndex < 0) return false;
    return element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  };
  const isAmong = (element) => {
    if (element.type !== "radio" || element.name === "") return false;
    return [...root.querySelectorAll(`input[type=radio][name="${CSS.escape(element.name)}"]`)].some((one) => seen.has(one));
  };
  // A text is one stop, whatever is in it.
  const isInText = (element) => element.parentElement?.closest("[contenteditable=true]") != null;
  return [...root.querySelectorAll(FOCUSABLE)]
    .filter((element) => isThere(element) && !seen.has(element) && !isAmong(element) && !isInText(element))
    .map((element) => `${element.tagName.toLowerCase()} “${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 60)}”`);
}

/**
 * Presses Tab until everything inside of `within` has had the focus, or nothing new gets it any more. Gives back what was
 * wrong on the way, and the places in their order.
 */
export async function tabThrough(page, within = page.locator("body")) {
  await page.evaluate(watch);
  const rest = () => within.evaluate(missed);
  let left = await rest();
  for (let idle = 0; left.length > 0 && idle < 3; ) {
    for (let step = 0; step < Math.min(left.length + 2, 40); step += 1) await page.keyboard.press("Tab");
    const now = await rest();
    idle = now.length < left.length ? 0 : idle + 1;
    left = now;
  }
  // One more, so that what the last one looks like without the focus is known, too.
  await page.keyboard.press("Tab");
  const stops = (await page.evaluate(() => window.stops.map(({ element, shadows, ...stop }) => stop))).slice(0, -1);
  return {
    stops,
    faults: [
      ...left.map((what) => `Tab never comes to ${what}`),
      ...stops.filter(({ isShown }) => !isShown).map(({ says }) => `nothing shows that the focus is on ${says}`),
      ...stops.filter(({ isInSight }) => !isInSight).map(({ says }) => `out of sight with the focus: ${says}`),
      ...(await page.evaluate(() => [...document.querySelectorAll("[tabindex]")].filter((element) => element.tabIndex > 0).map((element) => `a Tab order of its own: ${element.outerHTML.slice(0, 80)}`))),
    ],
  };
}

/** Whether the focus is inside of it. */
export const holdsFocus = (element) => element.evaluate((root) => root.contains(document.activeElement));
