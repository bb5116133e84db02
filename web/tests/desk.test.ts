import assert from "node:assert/strict";
import { test } from "node:test";
import type { Redirect } from "../api/client.gen.ts";
import { endOf, endsSoon, isLongUnused } from "../admin/access/tokens.ts";
import { paragraphs, replyLink } from "../admin/messages/mail.ts";
import { isElsewhere, redirectFrom, resolvedPath, shown, typedPath } from "../admin/redirects/destination.ts";
import { contrast, PAPER, presetOf, PRESETS, shades } from "../admin/settings/accent.ts";
import { below, changed } from "../admin/settings/changes.ts";
import { LOOK_PROPERTIES, lookProperties } from "../admin/settings/look.ts";
import { dropIndex, follow, keyTarget } from "../admin/ui/order.ts";
import { fullTime, shortDate, shortTime } from "../admin/ui/when.ts";

const now = new Date(2026, 10, 15, 14, 30);
const at = (...parts: [number, number, number, number?, number?]): Date => new Date(...parts);

test("moments are told shortly in lists and in full elsewhere", () => {
  assert.equal(shortTime(at(2026, 10, 15, 14, 30), now), "now");
  assert.equal(shortTime(at(2026, 10, 15, 14, 10), now), "20 min ago");
  assert.equal(shortTime(at(2026, 10, 15, 9, 0), now), "5 h ago");
  assert.equal(shortTime(at(2026, 10, 14, 23, 59), now), "yesterday");
  assert.equal(shortTime(at(2026, 10, 2), now), "2 Nov");
  assert.equal(shortTime(at(2025, 10, 2), now), "2 Nov 2025");
  assert.equal(shortTime(at(2026, 10, 24), now), "in 9 days");
  assert.equal(shortTime(at(2026, 10, 16, 1), now), "tomorrow");
  assert.equal(shortTime(at(2027, 1, 1), now), "1 Feb 2027");
  assert.equal(shortTime("nonsense", now), "");
  assert.equal(shortDate(at(2026, 0, 9), now), "9 Jan");
  assert.equal(fullTime(at(2026, 10, 13, 21, 4)), "13 November 2026, 21:04");
});

test("a reply carries the words it answers, and stays short enough for mail programs", () => {
  const message = { name: "A reader", email: "a+b&c@sample.example", message: "First.\nSecond & last?", created_at: at(2026, 10, 13, 21, 14).toISOString() };
  const link = new URL(replyLink(message, "Field notes"));
  assert.equal(decodeURIComponent(link.pathname), "a+b&c@sample.example");
  assert.equal(link.searchParams.get("subject"), "Your message to Field notes");
  assert.equal(link.searchParams.get("body"), "\n\nOn 13 November 2026, 21:14, A reader wrote:\n> First.\n> Second & last?");
  for (const text of ["川".repeat(2000), "word ".repeat(400), "\n".repeat(2000)]) {
    const long = replyLink({ ...message, message: text }, "Field notes");
    assert.ok(long.length <= 1800, `${long.length}`);
    assert.doesNotThrow(() => new URL(long));
  }
  assert.deepEqual(paragraphs("One\nline.\n\n \nTwo.\n"), ["One\nline.", "Two."]);
});

test("an address may be typed in any way that people write one", () => {
  const origin = "https://site.example";
  for (const typed of ["/stories/glass", "stories/glass/", "https://site.example/stories/glass?x=1#y", " //stories//glass "]) {
    assert.equal(typedPath(typed, origin), "/stories/glass", typed);
  }
  assert.equal(typedPath("/", origin), "/");
  assert.equal(typedPath("caf%C3%A9", origin), "/café");
  for (const typed of ["", "  ", "https://other.example/a", "http://"]) assert.equal(typedPath(typed, origin), null, typed);
  assert.equal(shown("writing/x"), "/writing/x");
  assert.equal(shown("https://video.example"), "https://video.example");
  assert.deepEqual([isElsewhere("https://a.example"), isElsewhere("/a"), isElsewhere("a/b")], [true, false, false]);
  assert.equal(resolvedPath("http://h/api/sections/resolve-path/writing%2Fx"), "writing/x");
  assert.equal(resolvedPath("http://h/sections/resolve-path/writing/x?y"), "writing/x");
  assert.equal(resolvedPath("http://h/other"), null);
  const redirects = [{ id: "1", old_path: "/stories/Glass" }] as Redirect[];
  assert.equal(redirectFrom(redirects, "/stories/glass")?.id, "1");
  assert.equal(redirectFrom(redirects, "/stories"), null);
});

test("every accent can be read, and the ratio is the service's", () => {
  for (let hue = 0; hue < 360; hue += 15) {
    for (const chroma of [0, 0.1, 0.2]) {
      const { light, dark } = shades({ hue, chroma });
      assert.ok(contrast(light, { lightness: 0.935, chroma: 0.007, hue: 135 }) >= 4.5);
      assert.ok(contrast(dark, { lightness: 0.268, chroma: 0.011, hue: 170 }) >= 4.5);
    }
  }
  const ratio = contrast({ lightness: 0.455, chroma: 0.1, hue: 160 }, PAPER);
  assert.ok(Math.abs(ratio - 6.7) < 0.1, String(ratio));
  assert.equal(presetOf({ hue: 235.2, chroma: 0.105 })?.name, "Sea");
  assert.equal(presetOf({ hue: 100, chroma: 0.1 }), null);
  assert.equal(new Set(PRESETS.map(({ name }) => name)).size, PRESETS.length);
});

test("a look sets the properties that it changes and no others", () => {
  const usual = {
    accent: { hue: 160, chroma: 0.1 }, text_face: "book", text_size: "normal", width: 66, header: "line", colour_scheme: "system",
    theme_switch: true, margin_notes: true, credit: false,
  } as const;
  assert.deepEqual(lookProperties(usual), {});
  const other = lookProperties({ ...usual, accent: { hue: 235, chroma: 0.105 }, text_face: "typed", text_size: "large", width: 60 });
  assert.deepEqual(Object.keys(other).sort(), [...LOOK_PROPERTIES].sort());
  assert.equal(other["--measure"], "33.64rem");
  assert.match(other["--leaf"] ?? "", /^light-dark\(oklch\(0\.\d{3} 0\.105 235\.0\),oklch\(0\.785 0\.105 235\.0\)\)$/);
});

test("only what was changed is sent, and messages find their fields", () => {
  assert.equal(changed({ a: 1, b: { c: [1] } }, { a: 1, b: { c: [1] } }), null);
  assert.deepEqual(changed({ a: 1, b: { c: [1] } }, { a: 1, b: { c: [2] } }), { b: { c: [2] } });
  assert.deepEqual(below({ "profile.name": "is long", title: "x", "profile.links[1].url": "y" }, "profile"), { name: "is long", "links[1].url": "y" });
});

test("a token ends when its owner says, never in the past", () => {
  assert.equal(endOf("quarter", "", now)?.getTime(), now.getTime() + 90 * 86_400_000);
  assert.equal(endOf("date", "2026-11-20", now)?.getHours(), 23);
  for (const typed of ["", "2026-11-14", "2026-02-31", "tomorrow"]) assert.equal(endOf("date", typed, now), null, typed);
  assert.equal(endsSoon({ expires_at: at(2026, 10, 20).toISOString() }, now), true);
  assert.equal(endsSoon({ expires_at: null }, now), false);
  assert.equal(isLongUnused({ created_at: at(2026, 0, 1).toISOString(), last_used_at: null }, now), true);
  assert.equal(isLongUnused({ created_at: at(2026, 0, 1).toISOString(), last_used_at: at(2026, 9, 1).toISOString() }, now), false);
});

test("a dragged row goes between the rows around the pointer, and keys move by one", () => {
  const middles = [10, 30, 50];
  assert.deepEqual([0, 20, 45, 90].map((y) => dropIndex(middles, 1, y)), [0, 1, 1, 2]);
  assert.deepEqual([0, 45, 90].map((y) => dropIndex(middles, 0, y)), [0, 1, 2]);
  const press = (key: string, altKey = true) => ({ key, altKey, ctrlKey: false, metaKey: false });
  assert.equal(keyTarget(press("ArrowDown"), 0, 3), 1);
  assert.equal(keyTarget(press("ArrowUp"), 0, 3), null);
  assert.equal(keyTarget(press("ArrowDown"), 2, 3), null);
  assert.equal(keyTarget(press("ArrowDown", false), 0, 3), null);
});

test("what is open stays open when rows around it move", () => {
  const rows = ["a", "b", "c", "d"];
  for (const [from, to] of [[0, 3], [3, 0], [1, 2], [2, 1], [2, 2]] as const) {
    const moved = rows.filter((_, index) => index !== from);
    moved.splice(to, 0, rows[from]!);
    for (const [index, row] of rows.entries()) assert.equal(moved[follow(index, from, to)], row);
  }
});
