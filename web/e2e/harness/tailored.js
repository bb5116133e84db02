/** A site of its own with a model, a resume and a result of Tailor, open in a browser of its owner. */
import { Api } from "./api.js";
import { leave, openAsOwner } from "./browser.js";
import { startModel } from "./model.js";
import { JOB, RESUME } from "./resume.js";
import { startServer } from "./server.js";

export async function startTailored(job = JOB.trim()) {
  const model = await startModel();
  const server = await startServer({ FOLIA_LLM__URL: model.url, FOLIA_LLM__MODEL: "stand-in" });
  const api = new Api(server.origin, await server.command("token", "create", "--role", "admin"));
  await api.send("POST", "/resumes", { document: RESUME });
  const result = await api.send("POST", "/tailor", { job_description: job, threshold: 0, max_attempts: 1 });
  const page = await openAsOwner(server);
  const stop = async () => {
    await page.context().close();
    await server.stop();
    await model.stop();
    await leave();
  };
  return { model, server, api, result, page, stop };
}
