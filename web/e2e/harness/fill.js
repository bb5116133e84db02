/** Fills an empty site with something of every kind, and with what is odd or hostile. */
import { Api } from "./api.js";
import { hills } from "./pictures.js";

export const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)>'&amp;{{7*7}}`;
const SENTENCE = "The river was lower than the map said, and the path that should have crossed it ended in reeds. ";

/** How many stories there are in the section that has more than one page. */
export const MANY = 45;

export async function fill(origin, token, recording) {
  const api = new Api(origin, token);
  await api.send("PUT", "/settings", {
    title: "Field notes",
    tagline: "Walks, maps and what they leave out.",
    profile: { name: "Ada Example", biography: "Walks along rivers and draws what is there.", links: [{ title: "Code", url: "https://example.org/@ada", kind: "code" }] },
  });
  const pictures = [];
  for (const [index, [width, height]] of [[1600, 1000], [1000, 1400], [1200, 800], [300, 200]].entries()) {
    const alt = `Hills, drawing ${index + 1}`;
    pictures.push(await api.upload(hills(width, height, index / 4), `hills-${index + 1}.png`, alt));
  }
  const video = await api.upload(recording, "river.webm", "A square that moves");

  const main = { nav_visibility: "main" };
  const writing = await api.section("Writing", { ...main, description: "Longer pieces, newest first." });
  const walks = await api.section("Walks", { parent_id: writing.id });
  const north = await api.section("North", { parent_id: walks.id });
  const projects = await api.section("Projects", { ...main, display_type: "card-grid" });
  const gallery = await api.section("Pictures", { ...main, display_type: "gallery" });
  const about = await api.section("About", { ...main, display_type: "static-page" });
  await api.section("Colophon", { nav_visibility: "secondary", display_type: "static-page" });
  const hidden = await api.section("Unfinished", { is_published: false, ...main });

  const story = (title, fields) => api.item("story", title, { section_id: writing.id, ...fields });
  const day = (number) => `2026-0${1 + Math.floor(number / 28)}-${String(1 + (number % 28)).padStart(2, "0")}T08:00:00Z`;
  for (let number = 1; number <= MANY; number++) {
    const body = `<p>Day ${number}. ${SENTENCE.repeat(3)}</p>`;
    await api.item("story", `Day ${number}`, { section_id: walks.id, body, published_at: day(number), tags: ["days"] });
  }
  await api.item("story", "Snow", { section_id: north.id, body: `<p>${SENTENCE}</p>`, tags: ["days", "winter"] });

  const long = await story("What the plates could not show", {
    slug: "long-read", body: longRead(pictures, video), tags: ["glass", "rivers"], featured: true, published_at: "2026-05-01T08:00:00Z",
  });
  const plain = await story("A second look at quicksilver", {
    body: `<p>Quicksilver is heavy. ${SENTENCE.repeat(4)} See <a href="/writing/long-read">the plates</a>.</p>`, tags: ["glass"],
  });
  const moved = await story("The ferry", { slug: "ferry", body: `<p>${SENTENCE}</p>` });
  await api.send("PUT", `/content/story/${moved.id}/move`, { section_id: writing.id, slug: "ferryman" });
  const draft = await story("A secret about xylophones", { is_published: false, body: `<p>Xylophones. ${SENTENCE}</p>` });

  await story(HOSTILE, { slug: "hostile", body: `<p>${SENTENCE}</p><script>alert(3)</script><p onclick="alert(4)">End.</p>`, tags: [`"><b>tag`] });
  await story("مذكرات من النهر", { slug: "rtl", body: `<p dir="rtl" lang="ar">كان النهر أدنى مما قالت الخريطة.</p>` });
  await story("川の記録と地図に載らない道について", { slug: "cjk", body: `<p lang="ja">${"川は地図より低かった。".repeat(30)}</p>` });
  await story("Donaudampfschifffahrt".repeat(8), { slug: "unbroken", body: `<p>${"x".repeat(600)}</p>` });
  await story("Nothing but a title", { slug: "bare" });
  const old = await story("An old picture", { slug: "old-picture", body: `<p>${SENTENCE}</p>${oldMarkup(pictures[0])}` });

  for (const [index, title] of ["Plate index", "River gauge", "Tide table"].entries()) {
    const body = `<p>${SENTENCE.repeat(2)}</p>${index === 0 ? pictures[2].markup : ""}`;
    await api.item("project", title, {
      section_id: projects.id, body, technologies: ["Rust", "SQLite"], links: [{ title: "Source", url: "https://example.org/source" }], started_on: "2025-03-01",
    });
  }
  for (const [index, picture] of pictures.entries()) {
    await api.item("image", `Drawing ${index + 1}`, { section_id: gallery.id, media_id: picture.id, image_url: picture.url, caption: "Hills by arithmetic." });
  }
  await api.item("page", "About this place", { section_id: about.id, body: `<p>${SENTENCE}</p><h2>Who</h2><p>Ada.</p>` });
  await api.item("page", "Imprint", { body: `<p>${SENTENCE}</p>` });
  await api.item("story", "Below a draft", { section_id: hidden.id, body: `<p>${SENTENCE}</p>` });
  await api.send("POST", "/navlinks", { title: "Start", url: "/writing" });
  await api.send("POST", "/navlinks", { title: "Maps", url: "https://example.org/maps", new_tab: true });
  return { old: `/${old.path}`, oldMarkup: oldMarkup(pictures[0]), long: `/${long.path}`, plain: `/${plain.path}`, draft: `/${draft.path}`, video: video.url };
}

/** A picture as earlier uploads have it: three widths of another row. The files are those of a new one, so that they are there. */
function oldMarkup({ url }) {
  const file = (width) => url.replace(/\.webp$/, `_${width}.webp`);
  const widths = [[400, 500], [768, 750], [1536, 1200]].map(([made, said]) => `${file(made)} ${said}w`);
  return `<img src="${file(768)}" srcset="${widths.join(", ")}" sizes="(max-width: 500px) 500px, (max-width: 750px) 750px, 1200px" alt="Hills, an old upload">`;
}

/** Everything of docs/body.md. */
function longRead(pictures, video) {
  return `<p>They carried glass.<span class="note">Four hundred sheets.</span> ${SENTENCE.repeat(3)}</p>${pictures[0].markup}
<h2>What they carried</h2><p>${SENTENCE.repeat(4)}<span class="footnote">By the ninth letter.</span></p>
<figure class="wide">${pictures[2].markup}<figcaption>A wide figure.</figcaption></figure>
<figure class="pair"><figure>${pictures[1].markup}<figcaption>One.</figcaption></figure><figure>${pictures[3].markup}<figcaption>Two.</figcaption></figure></figure>
<h2>What they wrote</h2><blockquote><p>It would not hold still for us.</p><p><cite>The ninth letter</cite></p></blockquote>
<ul class="tasks"><li><input type="checkbox" disabled checked><p>Scan the box</p></li><li><input type="checkbox" disabled><p>Name the rest</p></li></ul>
<table><caption>Three plates</caption><thead><tr><th>Plate</th><th>Place and what is known of it</th><th>Seconds of exposure</th><th>Weight of the glass</th></tr></thead>
<tbody><tr><td>014</td><td>Camp at the second bend</td><td>8</td><td>1.1</td></tr><tr><td>131</td><td>Canyon</td><td>22</td><td>1.2</td></tr></tbody></table>
<figure class="code"><figcaption>check.rs</figcaption><pre><code class="language-rust">// A picture without a date.
pub fn undated(plates: &amp;[Plate]) -&gt; usize {
    plates.iter().filter(|plate| plate.note != Some("test")).count()
}</code></pre></figure>
<h3>Seen</h3><figure class="video"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">A video of another site</a></figure>
<p><video src="${video.url}" controls></video></p>
<h2>What I do now</h2><p>${SENTENCE.repeat(6)}</p><details><summary>More</summary><p>${SENTENCE}</p></details>`;
}
