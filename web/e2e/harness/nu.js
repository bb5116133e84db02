/** What the Nu checker says against pages. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** All errors on these pages of a site. The checker is started once: it is slow to begin. */
export async function invalidities(origin, paths) {
  const folder = await mkdtemp(join(tmpdir(), "folia-nu-"));
  try {
    const files = await Promise.all(
      paths.map(async (path, index) => {
        const answer = await fetch(origin + path, { headers: { accept: "text/html" } });
        const file = join(folder, `${index}.html`);
        await writeFile(file, await answer.text());
        return file;
      }),
    );
    const jar = createRequire(import.meta.url).resolve("vnu-jar/build/dist/vnu.jar");
    const args = ["-Xss1m", "-jar", jar, "--errors-only", "--format", "json", ...files];
    const said = await new Promise((done) => execFile("java", args, { maxBuffer: 1 << 26 }, (_, out, err) => done(err || out)));
    return JSON.parse(said).messages.map(({ url, lastLine, message, extract }) => {
      const path = paths[Number(url.match(/(\d+)\.html$/)[1])];
      return `${path}:${lastLine} ${message} | ${extract}`;
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
