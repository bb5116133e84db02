// How long answers may take, and what is no answer of the service.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isUpload, patienceAfter, readAnswer } from "../admin/editor/upload/send.ts";
import { explain, isGone, isRefusal } from "../admin/http/client.ts";
import { ask, ForeignAnswer, isOfKind, isOverdue, patienceFor } from "../admin/http/line.ts";
import { ProblemError } from "../api/client.gen.ts";

const JSON_TYPE = "application/json";
const of = (type: string | null, status = 200) => (): Promise<Response> =>
  Promise.resolve(new Response(status === 204 ? null : "{}", { status, headers: type === null ? {} : { "content-type": type } }));
const asked = { headers: { accept: JSON_TYPE } };

test("what is no JSON is no answer, whatever its status says", async () => {
  for (const type of ["text/html", "text/html; charset=utf-8", "text/plain", "image/png"]) await assert.rejects(ask(of(type), "/api/x", asked), ForeignAnswer, type);
  for (const type of [JSON_TYPE, "application/json; charset=utf-8", "application/problem+json"]) assert.equal((await ask(of(type), "/api/x", asked)).ok, true, type);
  assert.equal((await ask(of(null, 204), "/api/x", asked)).status, 204);
  // A refusal has words of its own, and is told by its status.
  assert.equal((await ask(of("text/html", 502), "/api/x", asked)).status, 502);
});

test("files are of any kind but a page", () => {
  assert.ok(isOfKind("*/*", 200, "image/png"));
  assert.ok(isOfKind("*/*", 200, "text/plain; charset=utf-8"));
  assert.ok(!isOfKind("*/*", 200, "text/html; charset=utf-8"));
  assert.ok(!isOfKind("text/event-stream", 200, "text/html"));
  assert.ok(isOfKind("text/event-stream", 200, "text/event-stream"));
});

test("nobody waits for ever: a request ends in its time, or when it is called off", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const never = (_: unknown, init?: RequestInit): Promise<Response> => new Promise((__, failed) => init?.signal?.addEventListener("abort", () => failed(init.signal?.reason)));
  const late = ask(never as typeof fetch, "/api/content/story/1", asked);
  t.mock.timers.tick(patienceFor("/api/content/story/1", 0) + 1);
  await assert.rejects(late, isOverdue);
  const stop = new AbortController();
  const called = ask(never as typeof fetch, "/api/x", { ...asked, signal: stop.signal });
  stop.abort();
  await assert.rejects(called, { name: "AbortError" });
});

test("the more there is to send and the longer the work, the longer it may take", () => {
  assert.ok(patienceFor("/api/content/story/1", 2_000_000) > patienceFor("/api/content/story/1", 2_000) + 60_000);
  assert.ok(patienceFor("/api/tailor", 0) > patienceFor("/api/settings", 0));
  assert.ok(patienceFor("/api/x", null) > patienceFor("/api/x", 0));
  assert.ok(patienceAfter(200_000_000) > patienceAfter(200_000));
});

const UPLOAD = { id: "1", url: "/media/1.webp", kind: "image", variants: [], width: 3, height: 2 };

test("an upload is what the service says of one, and nothing else", () => {
  assert.equal(readAnswer(201, "Created", JSON_TYPE, JSON.stringify(UPLOAD)).id, "1");
  const page = "<!doctype html><title>Sign in to the train</title>";
  for (const [type, text] of [["text/html", page], [JSON_TYPE, page], ["text/html", JSON.stringify(UPLOAD)], [JSON_TYPE, ""], [JSON_TYPE, "null"], [JSON_TYPE, '{"ok":true}'], [JSON_TYPE, '{"id":"1","url":']] as const) {
    assert.throws(() => readAnswer(200, "OK", type, text), ForeignAnswer, text);
  }
  assert.throws(() => readAnswer(413, "Too Large", "text/html", page), (error) => error instanceof ProblemError && error.message === "The answer was 413 Too Large.");
  assert.throws(() => readAnswer(422, "", "application/problem+json", '{"type":"/docs#invalid","code":"invalid","detail":"It is no picture.","status":422}'), /It is no picture\./);
  for (const part of ["id", "url", "kind", "variants", "width"]) assert.ok(!isUpload({ ...UPLOAD, [part]: undefined }), part);
});

test("people are told what happened in words, and never by a parser", () => {
  const parser = ((): unknown => {
    try {
      return JSON.parse("<html>");
    } catch (error) {
      return error;
    }
  })();
  assert.match(explain(parser), /^Something between here and the site has answered/);
  assert.equal(explain(new DOMException("signal timed out", "TimeoutError")), "The server did not answer in time.");
  assert.doesNotMatch(explain(new DOMException("x is not y", "InvalidStateError")), /x is not y/);
});

test("what a proxy refuses says nothing about what the service has done", () => {
  const problem = (type: string) => new ProblemError({ type, code: "not-found", title: "", status: 404, detail: "" }, new Headers());
  assert.ok(isRefusal(problem("/docs#not-found")) && isGone(problem("/docs#not-found")));
  assert.ok(!isRefusal(problem("about:blank")) && !isGone(problem("about:blank")));
});
