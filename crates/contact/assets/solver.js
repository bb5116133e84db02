// @ts-check
// A worker that solves the puzzle of the contact form: for each part a number such that
// SHA-256(SHA-256(challenge) ‖ part ‖ number) begins with enough zero bits; part and number are four
// bytes each, highest first. Written out by hand because the browser's own SHA-256 answers only
// asynchronously, which takes ten times longer than the hash itself, and only on https.
"use strict";

const K = new Int32Array(64);
const FIRST = new Int32Array(8);
{
  // The constants are the first bits of the roots of primes; computed, they cannot be mistyped.
  const bits = (/** @type {number} */ root) => ((root - Math.floor(root)) * 0x100000000) | 0;
  let found = 0;
  for (let candidate = 2; found < 64; candidate += 1) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
      if (candidate % divisor === 0) prime = false;
    }
    if (!prime) continue;
    if (found < 8) FIRST[found] = bits(Math.sqrt(candidate));
    K[found] = bits(Math.cbrt(candidate));
    found += 1;
  }
}

const W = new Int32Array(64);
const H = new Int32Array(8);

/** Takes the sixteen words at the start of W into H. */
function compress() {
  for (let i = 16; i < 64; i += 1) {
    const x = W[i - 15];
    const y = W[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    W[i] = (W[i - 16] + s0 + W[i - 7] + s1) | 0;
  }
  let a = H[0], b = H[1], c = H[2], d = H[3], e = H[4], f = H[5], g = H[6], h = H[7];
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + W[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g; g = f; f = e; e = (d + t1) | 0; d = c; c = b; b = a; a = (t1 + t2) | 0;
  }
  H[0] = (H[0] + a) | 0; H[1] = (H[1] + b) | 0; H[2] = (H[2] + c) | 0; H[3] = (H[3] + d) | 0;
  H[4] = (H[4] + e) | 0; H[5] = (H[5] + f) | 0; H[6] = (H[6] + g) | 0; H[7] = (H[7] + h) | 0;
}

/**
 * SHA-256 of a text, as eight words.
 * @param {string} text
 */
function hashText(text) {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  H.set(FIRST);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i += 1) W[i] = view.getInt32(block + i * 4);
    compress();
  }
  return H.slice();
}

/**
 * @param {string} challenge
 * @param {number} parts
 * @param {number} bits at most 32
 */
function solve(challenge, parts, bits) {
  const seed = hashText(challenge);
  const wanted = 32 - bits;
  const numbers = [];
  for (let part = 0; part < parts; part += 1) {
    for (let number = 0; ; number += 1) {
      // 40 bytes, the padding and the length: one block.
      W.set(seed);
      W[8] = part;
      W[9] = number;
      W[10] = 0x80000000 | 0;
      W[11] = W[12] = W[13] = W[14] = 0;
      W[15] = 320;
      H.set(FIRST);
      compress();
      if (H[0] >>> wanted === 0) {
        numbers.push(number);
        break;
      }
    }
  }
  return `${challenge}.${numbers.join("-")}`;
}

if (typeof onmessage !== "undefined") {
  onmessage = (event) => {
    const { challenge, parts, bits } = event.data;
    postMessage(solve(challenge, parts, bits));
  };
}
