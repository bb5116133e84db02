// Nights in which clocks are set, in a zone that has some.
process.env["TZ"] = "Europe/Vienna";
import assert from "node:assert/strict";
import { test } from "node:test";
import { dateFault, localTime, momentsOf, zoneOf } from "../admin/content/dates.ts";

const utc = (text: string): string[] => momentsOf(text).map((date) => date.toISOString().slice(0, 16));

test("a time means one moment on all days but two", () => {
  assert.deepEqual(utc("2027-01-15T09:00"), ["2027-01-15T08:00"]);
  assert.deepEqual(utc("2027-07-15T09:00"), ["2027-07-15T07:00"]);
  assert.equal(dateFault("2027-07-15T09:00"), undefined);
});

test("a time that is skipped is no time", () => {
  assert.deepEqual(utc("2027-03-28T02:30"), []);
  assert.match(dateFault("2027-03-28T02:30") ?? "", /does not exist/);
  for (const near of ["2027-03-28T01:59", "2027-03-28T03:00"]) assert.equal(utc(near).length, 1, near);
});

test("a time that is there twice means either", () => {
  assert.deepEqual(utc("2027-10-31T02:30"), ["2027-10-31T00:30", "2027-10-31T01:30"]);
  assert.deepEqual(momentsOf("2027-10-31T02:30").map(zoneOf), ["UTC+2", "UTC+1"]);
  for (const near of ["2027-10-31T01:59", "2027-10-31T03:00"]) assert.equal(utc(near).length, 1, near);
  assert.equal(dateFault("2027-10-31T02:30"), undefined);
});

test("every quarter of an hour of the year is there, and comes back as it was", () => {
  for (let time = Date.UTC(2027, 0, 1); time < Date.UTC(2028, 0, 1); time += 900_000) {
    const date = new Date(time);
    assert.ok(momentsOf(localTime(date)).some((moment) => moment.getTime() === time), date.toISOString());
  }
});
