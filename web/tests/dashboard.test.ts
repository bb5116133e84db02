import assert from "node:assert/strict";
import { test } from "node:test";
import type { IndexStatus, ListingItem, SiteSettings } from "../api/client.gen.ts";
import { attention, recent, statusOf } from "../admin/dashboard/attention.ts";
import { firstSteps, progress } from "../admin/dashboard/steps.ts";
import { dayBars, total } from "../admin/dashboard/visits.ts";
import { ago } from "../admin/ui/time.ts";

const now = new Date(2026, 10, 15, 12, 0);
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
const item = (title: string, more: Partial<ListingItem> = {}): ListingItem => ({
  kind: "content", id: title, content_type: "story", title, slug: title, path: title, summary: "", image_url: null, image_alt: null, featured: false,
  is_published: true, sort_order: 0, section_id: null, display_type: null, tags: [], published_at: at(-100), created_at: at(-100), updated_at: at(-100), ...more,
});
const index: IndexStatus = { pending: 0, failed: 0, indexed: 5, model: "m", rebuilding: false, last_error: null };

test("nothing needs attention where everything is in order", () => {
  assert.deepEqual(attention({ now, unread: { total: 0, newest: null }, index, misses: { total: 0, worst: null }, items: [item("a")] }), []);
  assert.deepEqual(attention({ now }), []);
});

test("what needs attention is named with its number, the most urgent first", () => {
  const items = [item("Old draft", { is_published: false, updated_at: at(-50) }), item("New draft", { is_published: false, updated_at: at(-0.4) }), item("Later", { published_at: at(50) })];
  const list = attention({ now, unread: { total: 3, newest: at(-72) }, index: { ...index, failed: 2, last_error: "The model answered 503" }, misses: { total: 14, worst: { path: "/x", count: 9 } }, items });
  assert.deepEqual(list.map((entry) => entry.title), ["3 unread messages", "2 things could not be indexed", "14 addresses that visitors asked for do not exist", "1 item scheduled", "2 drafts"]);
  assert.equal(list[1]!.text, "The model answered 503");
  assert.equal(list[2]!.text, "/x alone was asked for 9 times");
  assert.equal(list[4]!.text, "“New draft” was edited 24 min ago");
  assert.equal(list[4]!.path, "/content?status=draft");
  assert.equal(attention({ now, items: [item("Only draft", { is_published: false })] })[0]!.path, "/edit/story/Only draft");
});

test("an item is a draft, scheduled or published", () => {
  assert.equal(statusOf(item("a"), now).status, "published");
  assert.equal(statusOf(item("a", { is_published: false }), now).status, "draft");
  assert.equal(statusOf(item("a", { published_at: at(1) }), now).status, "scheduled");
});

test("the newest are those changed last", () => {
  const items = [item("a"), item("b", { updated_at: at(-1) }), item("c", { updated_at: at(-2) })];
  assert.deepEqual(recent(items, 2).map(({ title }) => title), ["b", "c"]);
});

test("steps tick off by what the site shows", () => {
  const settings = { title: "A", updated_at: null, profile: { name: "" } } as SiteSettings;
  const none = firstSteps({ settings, sections: 0, items: 0, published: 0, resumes: 0 });
  assert.equal(progress(none).done, 0);
  assert.equal(progress(none).next?.title, "Name the site");
  const some = firstSteps({ settings: { ...settings, updated_at: at(0) }, sections: 2, items: 1, published: 0, resumes: 1 });
  assert.deepEqual([progress(some).done, progress(some).next?.title], [4, "Publish something"]);
  const all = firstSteps({ settings: { ...settings, updated_at: at(0), profile: { ...settings.profile, name: "Ada" } }, sections: 1, items: 1, published: 1, resumes: 1 });
  assert.equal(progress(all).next, null);
});

test("every day has its place, also those without visits", () => {
  const visits = { days: [{ day: "2026-11-14", views: 4 }, { day: "2026-11-12", views: 8 }, { day: "2026-01-01", views: 99 }], pages: [] };
  const bars = dayBars(visits, 5, new Date("2026-11-15T10:00:00Z"));
  assert.deepEqual(bars.map(({ day, height, isMost }) => [day.slice(8), height, isMost]), [["11", 0, false], ["12", 1, true], ["13", 0, false], ["14", 0.5, false], ["15", 0, false]]);
  assert.equal(total({ days: [], pages: [] }), 0);
  assert.equal(dayBars({ days: [], pages: [] }, 3, now).some((bar) => bar.isMost), false);
});

test("near times are words, far ones dates", () => {
  assert.equal(ago(at(-0.001), now), "just now");
  assert.equal(ago(at(-0.5), now), "30 min ago");
  assert.equal(ago(at(-3), now), "3 h ago");
  assert.equal(ago(at(-20), now), "yesterday");
  assert.equal(ago(at(-24 * 10), now), "5 Nov");
  assert.equal(ago("2024-03-02T00:00:00Z", now), "2 Mar 2024");
  assert.equal(ago("nonsense", now), "");
});
