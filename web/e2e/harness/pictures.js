/** Pictures made here, so that none has to be kept: hills under a sky. */
import { crc32, deflateSync } from "node:zlib";

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(8 + data.length + 4);
  out.writeUInt32BE(data.length, 0);
  named.copy(out, 4);
  out.writeUInt32BE(checksum(named), 8 + data.length);
  return out;
}

/** `zlib.crc32` came with node 20.15. */
function checksum(bytes) {
  if (crc32 !== undefined) return crc32(bytes);
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

export function png(width, height, colour) {
  const rows = Buffer.alloc(height * (1 + width * 3));
  let at = 0;
  for (let y = 0; y < height; y++) {
    rows[at++] = 0;
    for (let x = 0; x < width; x++) for (const value of colour(x / width, y / height)) rows[at++] = value;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

/** `hue` from 0 to 1 turns the colours, so that pictures can be told apart. */
export function hills(width, height, hue) {
  const ridge = (x, layer) => 0.35 + layer * 0.18 + 0.08 * Math.sin(x * (5 + layer * 3) + hue * 9 + layer);
  return png(width, height, (x, y) => {
    let layer = -1;
    for (let i = 0; i < 4; i++) if (y > ridge(x, i)) layer = i;
    const light = layer < 0 ? 0.75 + 0.2 * y : 0.55 - 0.12 * layer;
    const tint = (shift) => Math.round(255 * light * (0.8 + 0.2 * Math.cos(6.283 * (hue + shift))));
    return [tint(0), tint(0.33), tint(0.66)];
  });
}
