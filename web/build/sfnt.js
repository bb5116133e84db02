// The little of a font file's form that renaming needs: its tables, and the one with the names.

const HEAD_ADJUSTMENT = 8;

/** The same font with other names, and none of its own left. */
export function rename(font, names) {
  const tables = new Map();
  const count = font.readUInt16BE(4);
  for (let index = 0; index < count; index += 1) {
    const at = 12 + 16 * index;
    const start = font.readUInt32BE(at + 8);
    tables.set(font.toString("latin1", at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12)));
  }
  tables.set("name", nameTable(names));
  return assemble(font.readUInt32BE(0), tables);
}

/** Names in English for Windows, in UTF-16, which every system reads. */
function nameTable(names) {
  const entries = Object.entries(names).map(([id, text]) => [Number(id), Buffer.from(text, "utf16le").swap16()]);
  const head = Buffer.alloc(6 + 12 * entries.length);
  head.writeUInt16BE(entries.length, 2);
  head.writeUInt16BE(head.length, 4);
  let offset = 0;
  entries.forEach(([id, text], index) => {
    const fields = [3, 1, 0x409, id, text.length, offset];
    fields.forEach((field, place) => head.writeUInt16BE(field, 6 + 12 * index + 2 * place));
    offset += text.length;
  });
  return Buffer.concat([head, ...entries.map(([, text]) => text)]);
}

function assemble(version, tables) {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const power = 2 ** Math.floor(Math.log2(sorted.length));
  const directory = Buffer.alloc(12 + 16 * sorted.length);
  directory.writeUInt32BE(version, 0);
  directory.writeUInt16BE(sorted.length, 4);
  directory.writeUInt16BE(power * 16, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE((sorted.length - power) * 16, 10);
  const parts = [directory];
  let offset = directory.length;
  let head = 0;
  sorted.forEach(([tag, bytes], index) => {
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    bytes.copy(padded);
    if (tag === "head") {
      head = offset;
      padded.writeUInt32BE(0, HEAD_ADJUSTMENT);
    }
    const at = 12 + 16 * index;
    directory.write(tag, at, "latin1");
    directory.writeUInt32BE(sum(padded), at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(bytes.length, at + 12);
    parts.push(padded);
    offset += padded.length;
  });
  const font = Buffer.concat(parts);
  font.writeUInt32BE((0xb1b0afba - sum(font)) >>> 0, head + HEAD_ADJUSTMENT);
  return font;
}

function sum(bytes) {
  let total = 0;
  for (let at = 0; at < bytes.length; at += 4) total = (total + bytes.readUInt32BE(at)) >>> 0;
  return total;
}
