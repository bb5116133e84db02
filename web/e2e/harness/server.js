/** The real program on a data folder of its own. */
import { spawn, execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

/** A loaded machine takes its time to make a database and to read a model. */
const START_WITHIN = 120_000;

const root = resolve(import.meta.dirname, "../../..");
export const binary = process.env.FOLIA_BINARY ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug/folia");

/**
 * Messages of one run come from one address and are sent within seconds, so both limits of the form
 * are lifted. The challenge stays.
 */
const SETTINGS = {
  FOLIA_CONTACT__PER_HOUR: "1000",
  FOLIA_CONTACT__MIN_SECONDS: "0",
  FOLIA_CHALLENGE__DIFFICULTY: "10",
  FOLIA_LOG__LEVEL: "warn",
};

/** `more` are settings besides, as the environment has them; `data` is a folder that goes with the server. */
export async function startServer(more = {}, data = undefined) {
  data ??= await mkdtemp(join(tmpdir(), "folia-e2e-"));
  const env = { ...process.env, ...SETTINGS, ...more };
  const child = spawn(binary, ["serve", "--listen", "127.0.0.1:0", "--data", data], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const [origin, link] = await new Promise((ready, failed) => {
    const timer = setTimeout(() => failed(new Error(`folia did not start:\n${said}`)), START_WITHIN);
    const listen = (chunk) => {
      said += chunk;
      const address = said.match(/^listening on (http:\/\/\S+)$/m)?.[1];
      const owner = said.match(/(http:\/\/\S+\/auth\/link\?key=\S+)\s/)?.[1];
      // Where a provider signs people in, no link is printed.
      const signsIn = more.FOLIA_AUTH__ISSUER !== undefined;
      if (address === undefined || (owner === undefined && !signsIn)) return;
      clearTimeout(timer);
      ready([address, owner]);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.on("error", failed);
    child.on("exit", (code) => failed(new Error(`folia ended with ${code}:\n${said}`)));
  });
  const command = async (...args) => (await promisify(execFile)(binary, [...args, "--data", data], { env })).stdout.trim();
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
    }
    await rm(data, { recursive: true, force: true });
  };
  return { origin, link, command, stop, said: () => said };
}
