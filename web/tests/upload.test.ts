import assert from "node:assert/strict";
import { test } from "node:test";
import { FILTERS, MATRICES } from "../admin/editor/upload/filters.ts";
import { checkSize, checkType, formatOf, inMegabytes, isAnimated, MOST_BYTES, Refused } from "../admin/editor/upload/judge.ts";
import { encodingFor, encodingInstead, planResize } from "../admin/editor/upload/plan.ts";

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test("files are judged by their first bytes, not by their names", () => {
  assert.equal(formatOf(bytes("\xff\xd8\xff\xe0")), "jpeg");
  assert.equal(formatOf(bytes("\x89PNG\r\n\x1a\n")), "png");
  assert.equal(formatOf(bytes("RIFF1234WEBPVP8 ")), "webp");
  assert.equal(formatOf(bytes("GIF89a")), "gif");
  assert.equal(formatOf(bytes("\0\0\0\x20ftypavif")), "avif");
  assert.equal(formatOf(bytes("\0\0\0\x20ftypisom")), "mp4");
  assert.equal(formatOf(bytes("\x1a\x45\xdf\xa3")), "webm");
  assert.throws(() => checkType(bytes("\0\0\0\x20ftypheic"), "a.heic"), /HEIC/);
  assert.throws(() => checkType(bytes("<svg xmlns="), "a.svg"), /SVG/);
  assert.throws(() => checkType(bytes("%PDF-1.7"), "a.jpg"), Refused);
});

test("what is too large after resizing is refused, films are not", () => {
  assert.doesNotThrow(() => checkSize(MOST_BYTES, "jpeg", "a"));
  assert.throws(() => checkSize(MOST_BYTES + 1, "jpeg", "a"), /5\.2 MB/);
  assert.doesNotThrow(() => checkSize(MOST_BYTES * 9, "mp4", "a"));
  assert.equal(inMegabytes(700_000), "700 kB");
});

test("moving pictures are found", () => {
  const header = "GIF89a\x01\0\x01\0\0\0\0";
  const frame = "\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0";
  const control = "\x21\xf9\x04\0\0\0\0\0";
  assert(!isAnimated(bytes(`${header}${control}${frame}\x3b`), "gif"));
  assert(isAnimated(bytes(`${header}${control}${frame}${control}${frame}\x3b`), "gif"));
  assert(isAnimated(bytes("\x89PNG\r\n\x1a\n....IHDR....acTL"), "png"));
  assert(!isAnimated(bytes("\x89PNG\r\n\x1a\n....IHDR....IDAT"), "png"));
});

test("only what is longer than 2048 is resized, and no canvas is larger than twice the result", () => {
  assert.equal(planResize({ width: 2048, height: 2048 }), null);
  assert.deepEqual(planResize({ width: 3000, height: 2000 }), { width: 2048, height: 1365, steps: [{ width: 2048, height: 1365 }] });
  const phone = planResize({ width: 4284, height: 5712 });
  assert.deepEqual([phone?.width, phone?.height], [1536, 2048]);
  for (const side of [2049, 4096, 4097, 8000, 30000]) {
    for (const other of [1, 900, side]) {
      const plan = planResize({ width: side, height: other });
      assert(plan && plan.steps.every((step) => step.width * step.height <= 4096 * 4096 && step.height >= 1));
    }
  }
});

test("encodings", () => {
  assert.deepEqual(encodingFor("jpeg"), { type: "image/jpeg", quality: 0.92 });
  assert.deepEqual(encodingFor("png"), { type: "image/webp", quality: 0.9 });
  assert.deepEqual(encodingInstead(true), { type: "image/png" });
  assert.deepEqual(encodingInstead(false), { type: "image/jpeg", quality: 0.92 });
});

test("every filter but none has an arithmetic, and each matrix twenty numbers", () => {
  for (const { value } of FILTERS) {
    assert.equal(MATRICES[value].length > 0, value !== "none");
    for (const matrix of MATRICES[value]) assert.equal(matrix.trim().split(/\s+/).length, 20);
  }
});
