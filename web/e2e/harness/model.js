/** A chat model that says every line with a word in front, so that there is something to decide on. */
import { createServer } from "node:http";

const WORD = "Carefully";

export async function startModel() {
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const question = JSON.parse(Buffer.concat(pieces).toString());
    const content = JSON.stringify(answer(question));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content }, finish_reason: "stop" }] }));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => new Promise((done) => server.close(done)) };
}

/** The facts stand between fences, one JSON object on each line. */
function answer(question) {
  const lines = question.messages.at(-1).content.split("\n");
  const begin = lines.findIndex((line) => line.startsWith("[BEGIN FACTS"));
  const end = lines.findIndex((line) => line.startsWith("[END FACTS"));
  const facts = lines.slice(begin + 1, end).map((line) => JSON.parse(line));
  const highlights = facts.filter(({ text }) => /^(Kept|Drew|Trained)/.test(text)).map(({ label, text }) => ({ fact: label, text: `${WORD} ${text.charAt(0).toLowerCase()}${text.slice(1)}` }));
  return { summary: [], highlights, order: [] };
}
