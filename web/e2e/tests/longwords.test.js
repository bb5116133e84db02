/** Words that are longer than a line, wherever visitors meet them: no page is wider than its window, and no link too small to hit. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import axe from "axe-core";
import { Api } from "../harness/api.js";
import { inTurn, leave, listed, withPage } from "../harness/browser.js";
import { hills } from "../harness/pictures.js";
import { startServer } from "../harness/server.js";

const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
let server, pages;

before(async () => {
  server = await startServer();
  const api = new Api(server.origin, await server.command("token", "create", "--role", "admin"));
  await api.send("PUT", "/settings", { title: LONG, tagline: LONG, footer: LONG, profile: { name: LONG, biography: LONG, links: [{ title: LONG.slice(0, 60), url: "https://example.org/" }] } });
  const picture = await api.upload(hills(800, 500, 0.3), "hills.png", LONG);
  const named = (number) => `${LONG} ${number}`;
  let parent = null;
  for (const [depth, display_type] of ["feed", "card-grid", "gallery", "static-page", "feed"].entries()) {
    const section = await api.section(named(depth), { slug: `deep-${depth}`, parent_id: parent, display_type, description: LONG, nav_visibility: ["main", "secondary"][depth % 2] });
    await api.item("story", named(depth), { slug: "story", section_id: section.id, summary: LONG, body: `<h2>${LONG}</h2><p>${LONG}</p>${picture.markup}`, tags: [LONG.toLowerCase().slice(0, 40)] });
    await api.item("project", named(depth), { slug: "project", section_id: section.id, body: `<p>${LONG}</p>`, technologies: [LONG.slice(0, 40)], links: [{ title: LONG.slice(0, 60), url: "https://example.org/" }] });
    await api.item("image", named(depth), { slug: "image", section_id: section.id, media_id: picture.id, image_url: picture.url, caption: LONG });
    parent = section.id;
  }
  await api.item("page", LONG, { slug: "page", body: `<p>${LONG}</p>` });
  await api.send("POST", "/navlinks", { title: LONG.slice(0, 60), url: "/page" });
  pages = [...(await listed(server.origin)), "/tags", "/search?q=donaudampf", `/search?q=${LONG}x`, "/deep-0/stori", "/contact"];
});
after(async () => {
  await server?.stop();
  await leave();
});

const visitor = (width) => ({ origin: server.origin, viewport: { width, height: 640 }, bypassCSP: true, expected: (message) => /status of 404/.test(message.text()) });

for (const width of [320, 768, 1440]) {
  test(`no page is wider than a window of ${width} pixels, and every link can be hit`, async () => {
    const faults = [];
    await inTurn(pages, 2, (path) =>
      withPage(visitor(width), async (page) => {
        await page.goto(path);
        await page.evaluate(axe.source);
        const found = await page.evaluate(async () => {
          const { scrollWidth, clientWidth } = document.documentElement;
          const wide = [...document.querySelectorAll("body *")].filter((part) => part.getBoundingClientRect().right > clientWidth + 1 && part.checkVisibility());
          const { violations } = await window.axe.run(document, { runOnly: { type: "rule", values: ["target-size"] }, resultTypes: ["violations"] });
          return [
            ...(scrollWidth > clientWidth ? [`${scrollWidth} wide: ${wide.slice(-3).map((part) => `${part.tagName}.${part.className}`).join(", ")}`] : []),
            ...violations.flatMap(({ nodes }) => nodes.map((node) => `too small: ${node.target.join(" ")}`)),
          ];
        });
        faults.push(...found.map((fault) => `${path}: ${fault}`));
      }),
    );
    assert.deepEqual(faults, []);
  });
}

test("the menu is as wide as its window, whatever is in it", () =>
  withPage(visitor(320), async (page) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.locator(".menu");
    await menu.waitFor();
    assert.deepEqual(await menu.evaluate((part) => [part.scrollWidth <= part.clientWidth, part.getBoundingClientRect().right <= innerWidth]), [true, true]);
  }));
