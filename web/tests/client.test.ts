// What the generated client sends and how it tells failures.
import assert from "node:assert/strict";
import test from "node:test";
import { FoliaClient, ProblemError, type ClientOptions } from "../api/client.gen.ts";

interface Sent {
  address: string;
  method: string;
  headers: Headers;
  body: BodyInit | null | undefined;
}

/** A client whose requests are answered one after the other, and what it has sent. */
function scripted(answers: Response[], options: ClientOptions = {}): { client: FoliaClient; sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch = (address: string, init: RequestInit): Promise<Response> => {
    sent.push({ address, method: init.method ?? "GET", headers: new Headers(init.headers), body: init.body });
    const answer = answers.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError("no network"));
  };
  return { client: new FoliaClient({ ...options, fetch }), sent };
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}

function refusal(status: number, code: string, more: object = {}): Response {
  const problem = { type: `/docs#${code}`, code, title: code, status, detail: `It was ${code}.`, ...more };
  const headers = { "content-type": "application/problem+json", "retry-after": "7", "x-request-id": "r1" };
  return new Response(JSON.stringify(problem), { status, headers });
}

test("a read sends its query and gives back the tag", async () => {
  const { client, sent } = scripted([json({ items: [], total: 0, limit: 5, offset: 0 }, 200, { etag: '"v3"' })]);
  const answer = await client.getSections({ query: { limit: 5, nav_visibility: "main" } });
  assert.equal(sent[0]?.address, "/api/sections?limit=5&nav_visibility=main");
  assert.equal(sent[0]?.headers.get("x-csrf-token"), null);
  assert.equal(answer.etag, '"v3"');
  assert.deepEqual(answer.data.items, []);
});

test("the parts of a path are encoded", async () => {
  const { client, sent } = scripted([json({})], { base: "https://site.example" });
  await client.getSectionsResolvePathByFullPath({ full_path: "a/ü?" });
  assert.equal(sent[0]?.address, "https://site.example/sections/resolve-path/a%2F%C3%BC%3F");
});

test("a change carries its version, its body and the key against forgery", async () => {
  const { client, sent } = scripted([json({})], { csrfToken: () => Promise.resolve("secret") });
  await client.putSettings({ body: { title: "x", profile: { portrait: null } }, ifMatch: '"v1"' });
  const [request] = sent;
  assert.equal(request?.method, "PUT");
  assert.equal(request?.headers.get("if-match"), '"v1"');
  assert.equal(request?.headers.get("x-csrf-token"), "secret");
  assert.equal(request?.headers.get("content-type"), "application/json");
  assert.equal(request?.body, '{"title":"x","profile":{"portrait":null}}');
});

test("a file goes out as a form, whose type the browser writes", async () => {
  const { client, sent } = scripted([json({}, 201)], { token: () => "folia_x" });
  const file = new File([new Uint8Array([1, 2])], "a.png");
  await client.postUploads({ body: { file, alt: "Two bytes" } });
  const form = sent[0]?.body;
  assert.ok(form instanceof FormData);
  assert.equal((form.get("file") as File).name, "a.png");
  assert.equal(form.get("alt"), "Two bytes");
  assert.equal(form.has("image_filter"), false);
  assert.equal(sent[0]?.headers.get("content-type"), null);
  assert.equal(sent[0]?.headers.get("authorization"), "Bearer folia_x");
});

test("a refusal is an error with a code and the fields", async () => {
  const errors = [{ field: "title", message: "must not be empty" }];
  const { client } = scripted([refusal(422, "invalid", { errors })]);
  const failed = client.postSections({ body: { title: "" } });
  await assert.rejects(failed, (error) => {
    assert.ok(error instanceof ProblemError);
    assert.equal(error.code, "invalid");
    assert.equal(error.messageFor("title"), "must not be empty");
    assert.equal(error.messageFor("slug"), undefined);
    assert.equal(error.retryAfter, 7);
    assert.equal(error.requestId, "r1");
    return true;
  });
});

test("whoever removes the cause gets a second try, and only one", async () => {
  const answers = [refusal(401, "unauthenticated"), json({ title: "kept" })];
  let asked = 0;
  const recover = (problem: ProblemError): Promise<boolean> => {
    asked += 1;
    return Promise.resolve(problem.code === "unauthenticated");
  };
  const first = scripted(answers, { recover });
  assert.equal((await first.client.putSettings({ body: { title: "kept" } })).data.title, "kept");
  assert.deepEqual(first.sent.map((request) => request.body), Array(2).fill('{"title":"kept"}'));
  const second = scripted([refusal(401, "unauthenticated"), refusal(401, "unauthenticated")], { recover });
  await assert.rejects(second.client.putSettings({ body: {} }), ProblemError);
  assert.equal(asked, 2);
});

test("what stands between us and the service cannot break the client", async () => {
  const page = new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "content-type": "text/html" } });
  const { client } = scripted([page]);
  await assert.rejects(client.getSettings(), { name: "ProblemError", code: "unavailable", status: 502 });
  await assert.rejects(client.getSettings(), TypeError);
});

test("nothing comes back as nothing, and text as text", async () => {
  const { client, sent } = scripted([new Response(null, { status: 204 }), new Response("# Jo")]);
  const id = "01939b1e-7c00-7abc-8def-0123456789ab";
  assert.equal((await client.deleteNavlinksById({ id })).data, undefined);
  assert.equal((await client.getTailoringsByIdResumeMd({ id })).data, "# Jo");
  assert.equal(sent[1]?.address, `/api/tailorings/${id}/resume.md`);
});
