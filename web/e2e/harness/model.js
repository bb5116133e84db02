/** A chat model that says every line with a word in front, so that there is something to decide on. */
import { createServer } from "node:http";

const WORD = "Carefully";

export async function startModel() {
  /** Set while nobody gets an answer. */
  let holding = null;
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const question = JSON.parse(Buffer.concat(pieces).toString());
    if (holding !== null) {
      response.on("close", holding.drop);
      holding.ask();
      await holding.released;
    }
    const content = JSON.stringify(answer(question));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content }, finish_reason: "stop" }] }));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const stop = () => new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${server.address().port}`, stop, hold };

  /** From now on it thinks, until it is released. `asked` and `dropped` tell of the one who asks. */
  function hold() {
    const settled = () => {
      let settle;
      return [new Promise((done) => (settle = done)), settle];
    };
    const [[asked, ask], [dropped, drop], [released, release]] = [settled(), settled(), settled()];
    holding = { ask, drop, released };
    return { asked, dropped, release: () => { holding = null; release(); } };
  }
}

/** The facts stand between fences, one JSON object on each line. */
function answer(question) {
  const lines = question.messages.at(-1).content.split("\n");
  const begin = lines.findIndex((line) => line.startsWith("[BEGIN FACTS"));
  const end = lines.findIndex((line) => line.startsWith("[END FACTS"));
  const facts = lines.slice(begin + 1, end).map((line) => JSON.parse(line));
  const highlights = facts.filter(({ text }) => /^(Kept|Wrote|Drew|Trained)/.test(text)).map(({ label, text }) => ({ fact: label, text: `${WORD} ${text.charAt(0).toLowerCase()}${text.slice(1)}` }));
  return { summary: [], highlights, order: [] };
}
