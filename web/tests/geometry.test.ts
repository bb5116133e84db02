import assert from "node:assert/strict";
import { test } from "node:test";
import { FITTED, fit, MOST, moved, pinched, scaleAt, settle, wheelFactor, widest } from "../islands/zoom/geometry.ts";

const window = { width: 1048, height: 848 };

test("a picture at 1x keeps a margin of 24 pixels", () => {
  assert.deepEqual(fit({ width: 2000, height: 1000 }, window), { width: 1000, height: 500 });
  assert.deepEqual(fit({ width: 1000, height: 2000 }, window), { width: 400, height: 800 });
});

test("a small picture is not blown up without limit", () => {
  assert.deepEqual(fit({ width: 10, height: 10 }, window), { width: 20, height: 20 });
});

test("a picture without a size and a window without room break nothing", () => {
  assert.deepEqual(fit({ width: 0, height: 0 }, window), { width: 1000, height: 800 });
  const tiny = fit({ width: 100, height: 100 }, { width: 10, height: 10 });
  assert.ok(tiny.width > 0 && tiny.height > 0);
});

test("the scale stays between 1x and 3x", () => {
  const fitted = { width: 1000, height: 500 };
  assert.equal(settle({ scale: 9, x: 0, y: 0 }, fitted, window).scale, 3);
  assert.equal(settle({ scale: 0.1, x: 0, y: 0 }, fitted, window).scale, 1);
  assert.equal(scaleAt(FITTED, 100, { x: 0, y: 0 }).scale, MOST);
});

test("at 1x nothing can be moved, beyond it the edges stop at the margin", () => {
  const fitted = { width: 1000, height: 500 };
  assert.deepEqual(settle(moved(FITTED, { x: 50, y: 50 }), fitted, window), FITTED);
  assert.deepEqual(settle({ scale: 2, x: 9999, y: -9999 }, fitted, window), { scale: 2, x: 500, y: -100 });
});

test("what lies under the pointer stays there", () => {
  const view = scaleAt(FITTED, 2, { x: 100, y: -40 });
  assert.deepEqual(view, { scale: 2, x: -100, y: 40 });
  assert.deepEqual(scaleAt(view, 0.5, { x: 100, y: -40 }), FITTED);
});

test("two fingers scale by their distance and move by their middle", () => {
  const view = pinched(FITTED, [{ x: -50, y: 0 }, { x: 50, y: 0 }], [{ x: -90, y: 10 }, { x: 110, y: 10 }]);
  assert.equal(view.scale, 2);
  assert.deepEqual([view.x, view.y], [10, 10]);
});

test("fingers in the same place break nothing", () => {
  const here = { x: 0, y: 0 };
  assert.ok(Number.isFinite(pinched(FITTED, [here, here], [here, here]).scale));
});

test("the wheel scales up and down evenly, and one turn is never the whole way", () => {
  assert.ok(wheelFactor(-100, 0, false) > 1);
  assert.ok(Math.abs(wheelFactor(-100, 0, false) * wheelFactor(100, 0, false) - 1) < 1e-9);
  assert.ok(wheelFactor(-1e9, 2, false) < 3);
});

test("the largest file of a srcset is the full variant", () => {
  assert.equal(widest("/a_400.webp 400w, /a_768.webp 768w, /a.webp 2048w"), "/a.webp");
  assert.equal(widest("/o_500.jpg 500w, /o_1200.jpg 1200w, /o_750.jpg 750w"), "/o_1200.jpg");
  assert.equal(widest("/a.webp 1x, /b.webp 2x"), "/b.webp");
  assert.equal(widest("/w_4,h_3/a.webp"), "/w_4,h_3/a.webp");
  assert.equal(widest(""), null);
});
