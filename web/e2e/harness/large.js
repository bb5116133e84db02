/** A site with thousands of sections, in a database as any other. Made one by one they would take minutes. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Api } from "./api.js";
import { binary, startServer } from "./server.js";

/** `roots` of them are at the top, the others below these in turn: "Section 7", at `s7` or `s3/s53`. */
export async function startLargeServer(count, roots) {
  const folder = await mkdtemp(join(tmpdir(), "folia-large-"));
  const archive = join(folder, "archive");
  try {
    await exportSample(archive);
    const file = join(archive, "documents/sections.jsonl");
    const sample = JSON.parse((await readFile(file, "utf8")).split("\n")[0]);
    const lines = Array.from({ length: count }, (_, index) => JSON.stringify(section(sample, index, roots)) + "\n").join("");
    await writeFile(file, lines);
    const manifest = JSON.parse(await readFile(join(archive, "manifest.json"), "utf8"));
    manifest.documents.sections = { count, sha256: createHash("sha256").update(lines).digest("hex") };
    await writeFile(join(archive, "manifest.json"), JSON.stringify(manifest));
    const data = await mkdtemp(join(tmpdir(), "folia-e2e-"));
    await promisify(execFile)(binary, ["import", archive, "--data", data]);
    return await startServer({}, data);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The archive of a site with one section, which shows what a stored one looks like. */
async function exportSample(archive) {
  const server = await startServer();
  try {
    await new Api(server.origin, await server.command("token", "create", "--role", "admin")).section("Sample");
    await server.command("export", archive);
  } finally {
    await server.stop();
  }
}

const idOf = (index) => `01939b1e-7c00-7abc-8def-${index.toString(16).padStart(12, "0")}`;

function section(sample, index, roots) {
  const parent = index < roots ? null : index % roots;
  const place = { slug: `s${index}`, path: parent === null ? `s${index}` : `s${parent}/s${index}`, parent_id: parent === null ? null : idOf(parent), sort_order: index };
  return { ...sample, id: idOf(index), document: { ...sample.document, id: idOf(index), title: `Section ${index}`, is_published: index % 7 !== 0, ...place } };
}
