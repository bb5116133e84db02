// Four WebP variants with sharp, in three arrangements; prints CPU seconds and bytes as JSON.
//
// usage: node sharp.mjs <picture> <none|auto_enhance> <pipelines|once|cascade> [folder for the files]
//
// The filter is the nearest sharp has to auto_enhance: contrast about the middle, a sharpening
// pass and saturation. Not the same picture, but the same kinds of work.
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
const sharp = createRequire(process.cwd() + '/')('sharp');
sharp.concurrency(1);
sharp.cache(false);

const [, , path, filter, arrangement, folder] = process.argv;
const widths = [2048, 1536, 768, 400];
const bytes = readFileSync(path);
const enhance = (image) =>
  filter === 'auto_enhance'
    ? image.linear(1.15, -(0.15 * 128)).sharpen({ sigma: 0.7 }).modulate({ saturation: 1.1 })
    : image;
const webp = (image) => image.webp({ quality: 80, effort: 4 }).toBuffer();

async function pipelines() {
  const files = [];
  for (const width of widths)
    files.push(await webp(enhance(sharp(bytes).autoOrient().resize({ width }))));
  return files;
}
async function once() {
  const image = enhance(sharp(bytes).autoOrient());
  const files = [];
  for (const width of widths) files.push(await webp(image.clone().resize({ width })));
  return files;
}
async function cascade() {
  let { data, info } = await enhance(sharp(bytes).autoOrient().resize({ width: 2048 }))
    .raw().toBuffer({ resolveWithObject: true });
  const files = [];
  for (const width of widths) {
    if (width !== info.width)
      ({ data, info } = await sharp(data, { raw: info }).resize({ width }).raw().toBuffer({ resolveWithObject: true }));
    files.push(await webp(sharp(data, { raw: info })));
  }
  return files;
}

const run = { pipelines, once, cascade }[arrangement];
let best = Infinity;
let files;
for (let repeat = 0; repeat < 3; repeat++) {
  const before = process.cpuUsage();
  files = await run();
  const { user, system } = process.cpuUsage(before);
  best = Math.min(best, (user + system) / 1e6);
}
if (folder) files.forEach((file, index) => writeFileSync(`${folder}/${widths[index]}.webp`, file));
console.log(JSON.stringify({
  cpu: best,
  // Not `maxRSS`, which begins at what the parent process had.
  peak_mb: Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024,
  bytes: files.reduce((sum, file) => sum + file.length, 0),
}));
