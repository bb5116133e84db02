/** A service that makes vectors: the letters of a text, counted. It can be told to think for a while. */
import { createServer } from "node:http";

const DIMENSION = 26;

export async function startEmbedding() {
  let held = null;
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const { input } = JSON.parse(Buffer.concat(pieces).toString());
    // A single text is a question about the service itself, or somebody's search.
    if (held !== null && input.length > 1) await held;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: vector(text) })) }));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const stop = () => new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
  /** From now on nobody gets vectors of several texts, until what it gives back is called. */
  const hold = () => {
    let release;
    held = new Promise((done) => (release = done));
    return () => {
      held = null;
      release();
    };
  };
  return { url: `http://127.0.0.1:${server.address().port}/v1`, stop, hold };
}

function vector(text) {
  const counts = Array.from({ length: DIMENSION }, () => 0.01);
  for (const letter of text.toLowerCase()) {
    const place = letter.charCodeAt(0) - 97;
    if (place >= 0 && place < DIMENSION) counts[place] += 1;
  }
  return counts;
}
