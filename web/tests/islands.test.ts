import assert from "node:assert/strict";
import { test } from "node:test";
import { currentOf } from "../islands/contents.ts";
import { needsRenewal } from "../islands/contact.ts";

test("the current heading is the last one that has passed the upper third", () => {
  assert.equal(currentOf([400, 900], 900), -1);
  assert.equal(currentOf([-50, 250, 600], 900), 1);
  assert.equal(currentOf([-900, -300, -10], 900), 2);
  assert.equal(currentOf([-900, Infinity, 100], 900), 2);
  assert.equal(currentOf([], 900), -1);
});

test("a challenge that is about to end is fetched anew", () => {
  const at = (seconds: number) => ({ provider: "builtin", expires_at: new Date(seconds * 1000).toISOString() });
  assert.equal(needsRenewal(at(1000), 900_000), false);
  assert.equal(needsRenewal(at(1000), 950_000), true);
  assert.equal(needsRenewal({ provider: "turnstile" }, 0), false);
});
