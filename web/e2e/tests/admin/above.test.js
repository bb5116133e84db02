/** axe over whatever opens above a screen, light and dark. The link and what else opens at a selection are in `dialogs`. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { dialogsOf } from "../../harness/above.js";
import { findings } from "../../harness/axe.js";
import { leave, site, until, withPage } from "../../harness/browser.js";
import { clearAway, furnish } from "../../harness/places.js";
import { api, refused } from "../../harness/writing.js";

let made;
before(async () => {
  made = await furnish(api, site.origin);
});
after(async () => {
  await clearAway(api, made);
  await leave();
});

/** A text is one place for the keys: the caret goes through what scrolls in it. */
const isInText = (fault) => /scrollable-region-focusable: (\.ProseMirror )?pre:/.test(fault);

test("axe finds nothing on what opens above a screen", () =>
  withPage({ ...refused, bypassCSP: true }, async (page) => {
    const found = [];
    for (const { name, path, ready, open } of dialogsOf(made)) {
      if (name === "a link") continue;
      await page.goto(`/admin${path}`);
      await page.locator(ready).first().waitFor({ state: "attached" });
      await until(`${path} has loaded`, async () => (await page.locator("main .skeleton").count()) === 0);
      const above = await open(page);
      await above.waitFor();
      found.push(...(await findings(page, name)));
    }
    assert.deepEqual(found.filter((fault) => !isInText(fault)), []);
  }));
