import assert from "node:assert/strict";
import { test } from "node:test";
import { address, below, match } from "../admin/shell/routes.ts";

const screens = ["/", "/media/:id?", "/sections/:id", "/sections/new", "/content/:type/:id", "/content/:type/:id/revisions"].map((path) => ({ path }));
const found = (path: string) => {
  const result = match(screens, path);
  return result && [result.screen.path, result.params];
};

test("an address means the screen whose pattern it has", () => {
  assert.deepEqual(found("/"), ["/", {}]);
  assert.deepEqual(found("/media"), ["/media/:id?", {}]);
  assert.deepEqual(found("/media/7"), ["/media/:id?", { id: "7" }]);
  assert.deepEqual(found("/content/story/7/"), ["/content/:type/:id", { type: "story", id: "7" }]);
  assert.deepEqual(found("/content/story/7/revisions"), ["/content/:type/:id/revisions", { type: "story", id: "7" }]);
});

test("fixed words win over parameters, whatever the order", () => {
  assert.deepEqual(found("/sections/new"), ["/sections/new", {}]);
  assert.deepEqual(found("/sections/9"), ["/sections/:id", { id: "9" }]);
});

test("what no screen has is nothing", () => {
  for (const path of ["/sections", "/media/1/2", "/content/story", "/nothing", "/sections/%E0%A4%A"]) assert.equal(found(path), null, path);
});

test("parameters are decoded", () => {
  assert.deepEqual(found("/sections/a%2Fb%20c"), ["/sections/:id", { id: "a/b c" }]);
});

test("paths of screens and addresses of the site go back and forth", () => {
  for (const path of ["/", "/media", "/media/1"]) assert.equal(below(address(path)), path);
  assert.equal(below("/admin/"), "/");
  for (const other of ["/", "/administration", "/writing/admin"]) assert.equal(below(other), null);
});
