/** Pictures that are enlarged: by wheel, fingers, mouse and keys, from 1x to 3x. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { DESKTOP, leave, PHONE, site, until, withPage } from "../harness/browser.js";

after(leave);

const MARGIN = 24;
const dialog = (page) => page.getByRole("dialog");
const shown = (page) => dialog(page).locator("img");

/** The first picture of the long read, opened; answers its box at 1x. */
async function opened(page, picture = page.locator("main .prose img:not(.placeholder)").first()) {
  await picture.scrollIntoViewIfNeeded();
  await picture.click();
  await dialog(page).waitFor();
  await until("the full variant is there", () => shown(page).evaluate((image) => image.complete && image.naturalWidth > 1000));
  await still(page);
  return shown(page).boundingBox();
}

/** Until the picture has come to rest. */
const still = (page) => until("rest", () => shown(page).evaluate((image) => image.getAnimations().every(({ playState }) => playState === "finished")));

const scale = async (page, fitted) => (await shown(page).boundingBox()).width / fitted.width;
const near = (value, wanted, within = 0.01) => Math.abs(value - wanted) <= within;
const closed = (page) => dialog(page).waitFor({ state: "detached" });
const hasFocus = (picture) => picture.evaluate((image) => image === document.activeElement);

test("at 1x the picture is contained with a margin of 24 pixels, on desktop and phone", async () => {
  for (const viewport of [DESKTOP, PHONE]) {
    await withPage({ viewport }, async (page) => {
      await page.goto(site.made.long);
      const box = await opened(page);
      const gaps = [box.x, box.y, viewport.width - box.x - box.width, viewport.height - box.y - box.height];
      assert(Math.min(...gaps) >= MARGIN - 0.5, gaps.join(" "));
      assert(near(Math.min(...gaps), MARGIN, 1), gaps.join(" "));
    });
  }
});

test("the wheel over the picture scales from 1x to 3x and back, and a wheel beside it dismisses", () =>
  withPage({}, async (page) => {
    await page.goto(site.made.long);
    const fitted = await opened(page);
    await page.mouse.move(700, 450);
    for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, -300);
    await until("3x", async () => near(await scale(page, fitted), 3));
    for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, 300);
    await until("1x", async () => near(await scale(page, fitted), 1));
    assert(await dialog(page).isVisible());
    await page.mouse.move(4, 450);
    await page.mouse.wheel(0, 100);
    await closed(page);
  }));

test("dragging pans beyond 1x and does not dismiss; a click without a drag does", () =>
  withPage({}, async (page) => {
    await page.goto(site.made.long);
    const fitted = await opened(page);
    await page.mouse.move(720, 450);
    for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, -300);
    await until("3x", async () => near(await scale(page, fitted), 3));
    const before = await shown(page).boundingBox();
    await page.mouse.down();
    await page.mouse.move(780, 480, { steps: 4 });
    await page.mouse.up();
    const moved = await shown(page).boundingBox();
    assert(near(moved.x - before.x, 60, 1) && near(moved.y - before.y, 30, 1), JSON.stringify([before, moved]));
    assert(await dialog(page).isVisible());
    // However far it is dragged, its edge stays at the margin.
    await page.mouse.down();
    await page.mouse.move(1400, 880, { steps: 4 });
    await page.mouse.up();
    await page.mouse.move(100, 100);
    for (let again = 0; again < 3; again++) {
      await page.mouse.move(100, 100);
      await page.mouse.down();
      await page.mouse.move(1300, 800, { steps: 4 });
      await page.mouse.up();
    }
    const far = await shown(page).boundingBox();
    assert(near(far.x, MARGIN, 1) && near(far.y, MARGIN, 1), JSON.stringify(far));
    await page.mouse.click(720, 450);
    await closed(page);
  }));

test("Escape and a scroll of the page dismiss", () =>
  withPage({}, async (page) => {
    await page.goto(site.made.long);
    await opened(page);
    await page.keyboard.press("Escape");
    await closed(page);
    await opened(page);
    await page.evaluate(() => scrollBy(0, 200));
    await closed(page);
  }));

test("keys do all of it, and the focus is kept and returned", () =>
  withPage({}, async (page) => {
    await page.goto(site.made.long);
    const picture = page.locator("main .prose img:not(.placeholder)").first();
    await picture.focus();
    await page.keyboard.press("Enter");
    await dialog(page).waitFor();
    await until("the full variant is there", () => shown(page).evaluate((image) => image.complete && image.naturalWidth > 1000));
    await still(page);
    const fitted = await shown(page).boundingBox();
    for (let press = 0; press < 8; press++) await page.keyboard.press("+");
    await until("3x", async () => near(await scale(page, fitted), 3));
    const before = await shown(page).boundingBox();
    await page.keyboard.press("ArrowRight");
    await until("a step to the right", async () => (await shown(page).boundingBox()).x < before.x - 20);
    await page.keyboard.press("ArrowUp");
    await until("a step up", async () => (await shown(page).boundingBox()).y > before.y + 20);
    for (let press = 0; press < 8; press++) await page.keyboard.press("-");
    await until("1x", async () => near(await scale(page, fitted), 1));
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press("Tab");
      const inside = await page.evaluate(() => {
        const active = document.activeElement;
        return active === document.body || active.closest("dialog") !== null;
      });
      assert(inside, "the focus stays in the dialog");
    }
    await page.keyboard.press("Escape");
    await closed(page);
    assert(await hasFocus(picture));
  }));

test("buttons do it without keys and gestures", () =>
  withPage({}, async (page) => {
    await page.goto(site.made.long);
    const fitted = await opened(page);
    await dialog(page).getByRole("button", { name: "Larger" }).click();
    await until("larger", async () => (await scale(page, fitted)) > 1.2);
    await dialog(page).getByRole("button", { name: "Smaller" }).click();
    await until("1x", async () => near(await scale(page, fitted), 1));
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await closed(page);
  }));

test("two fingers scale, one finger pans, a tap dismisses", () =>
  withPage({ viewport: PHONE, hasTouch: true, isMobile: true }, async (page, context) => {
    await page.goto(site.made.long);
    const fitted = await opened(page);
    const wire = await context.newCDPSession(page);
    const touch = (type, ...points) => wire.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const [x, y] = [PHONE.width / 2, PHONE.height / 2];
    await touch("touchStart", [x - 30, y], [x + 30, y]);
    for (let step = 1; step <= 5; step++) await touch("touchMove", [x - 30 - step * 6, y], [x + 30 + step * 6, y]);
    await touch("touchEnd");
    await until("2x", async () => near(await scale(page, fitted), 2, 0.05));
    const before = await shown(page).boundingBox();
    await touch("touchStart", [x, y]);
    for (let step = 1; step <= 4; step++) await touch("touchMove", [x + step * 10, y]);
    await touch("touchEnd");
    await until("panned", async () => near((await shown(page).boundingBox()).x - before.x, 40, 3));
    await page.touchscreen.tap(x, y);
    await closed(page);
  }));

test("a pen enlarges, pans and dismisses", () =>
  withPage({ scheme: "dark" }, async (page, context) => {
    await page.goto(site.made.long);
    const picture = page.locator("main .prose img:not(.placeholder)").first();
    await picture.scrollIntoViewIfNeeded();
    const wire = await context.newCDPSession(page);
    const pen = (type, x, y) => wire.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: type === "mouseReleased" ? 0 : 1, clickCount: 1, pointerType: "pen" });
    const tap = async (x, y) => {
      await pen("mousePressed", x, y);
      await pen("mouseReleased", x, y);
    };
    const place = await picture.boundingBox();
    await tap(place.x + place.width / 2, place.y + place.height / 2);
    await dialog(page).waitFor();
    await until("the full variant is there", () => shown(page).evaluate((image) => image.complete && image.naturalWidth > 1000));
    await still(page);
    const fitted = await shown(page).boundingBox();
    for (let press = 0; press < 8; press++) await page.keyboard.press("+");
    await until("3x", async () => near(await scale(page, fitted), 3));
    const before = await shown(page).boundingBox();
    await pen("mousePressed", 700, 450);
    for (let step = 1; step <= 4; step++) await pen("mouseMoved", 700 + step * 15, 450);
    await pen("mouseReleased", 760, 450);
    await until("panned", async () => near((await shown(page).boundingBox()).x - before.x, 60, 2));
    assert(await dialog(page).isVisible());
    await tap(700, 450);
    await closed(page);
  }));

test("every kind of page enlarges its pictures", async () => {
  for (const path of ["/", "/writing", "/projects", "/pictures", "/projects/plate-index", "/pictures/drawing-1", "/search?q=plates", site.made.old]) {
    await withPage({ viewport: PHONE, scheme: "dark" }, async (page) => {
      await page.goto(path);
      const pictures = page.locator("main img:not(.placeholder, a *)");
      assert((await pictures.count()) > 0, path);
      await pictures.first().scrollIntoViewIfNeeded();
      await pictures.first().click();
      await dialog(page).waitFor();
      assert.equal(new URL(page.url()).pathname, new URL(path, site.origin).pathname);
      await page.keyboard.press("Escape");
      await closed(page);
    });
  }
});

test("pictures of lists are enlarged and lead nowhere; titles and 'Read Full Story' lead to the story", () =>
  withPage({}, async (page) => {
    await page.goto("/projects");
    const card = page.getByRole("article").filter({ hasText: "Plate index" });
    await card.locator("img:not(.placeholder)").click();
    await dialog(page).waitFor();
    assert.equal(new URL(page.url()).pathname, "/projects");
    await page.keyboard.press("Escape");
    await closed(page);
    const leads = await card.getByRole("link").evaluateAll((links) => links.map((link) => [link.textContent.trim(), link.getAttribute("href")]));
    assert.deepEqual(leads, [["Plate index", "/projects/plate-index"], ["Read Full Story: Plate index", "/projects/plate-index"]]);
    await card.getByText("river was lower").click();
    assert.equal(new URL(page.url()).pathname, "/projects");
    await card.getByRole("link", { name: "Read Full Story" }).click();
    await page.waitForURL("**/projects/plate-index");
    await page.goto("/pictures");
    await page.locator("main img:not(.placeholder)").first().click();
    await dialog(page).waitFor();
  }));

test("without script a click on a picture leads nowhere", () =>
  withPage({ script: false }, async (page) => {
    await page.goto("/projects");
    await page.locator("main img:not(.placeholder)").first().click();
    assert.equal(new URL(page.url()).pathname, "/projects");
  }));
