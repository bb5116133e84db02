/** Every screen of the admin area, on a site where each of them has something to show: long words, words from right to left, a deep tree. */
import { sendMessage } from "./message.js";
import { JOB, RESUME } from "./resume.js";

export const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
export const RIGHT = "قصة طويلة عن البحر والمد والجزر في المحطات الساحلية";

/** What the screens show, made once for a test file. */
export async function furnish(api, origin) {
  let parent = null;
  let section;
  // Drafts: what visitors see is walked through by tests of its own.
  for (let depth = 1; depth <= 8; depth++) {
    section = await api.send("POST", "/sections", { title: depth % 2 === 0 ? `${RIGHT} ${depth}` : `${LONG} ${depth}`, parent_id: parent, is_published: false });
    parent = section.id;
  }
  const body = `<h2>${LONG}</h2><p>${RIGHT}</p><p>https://sample.example/${"a".repeat(120)}</p><pre><code>${"x".repeat(200)}</code></pre><table><tbody><tr><td>${LONG}</td><td>${LONG}</td><td>${LONG}</td></tr></tbody></table>`;
  const story = await api.item("story", LONG, { section_id: section.id, is_published: false, body });
  await api.item("story", RIGHT, { section_id: section.id, is_published: false });
  await sendMessage(origin, { name: LONG, email: "reader@sample.example", message: `${LONG} ${"b".repeat(150)}` });
  const unique = crypto.randomUUID();
  await api.send("POST", "/redirects", { old_path: `/${unique}-${"old".repeat(40)}`, new_path: `/${"new".repeat(50)}` });
  await api.send("POST", "/navlinks", { title: LONG.slice(0, 60), url: `https://sample.example/${"c".repeat(150)}` });
  const chunk = await api.send("POST", "/content/chunks", { text: `${LONG} ${"d".repeat(150)}`, source: "opinion", chunk_type: "achievement", purpose: ["facts"] });
  const resume = await api.send("POST", "/resumes", { document: { ...RESUME, basics: { ...RESUME.basics, label: LONG } }, title: LONG });
  const tailoring = await api.send("POST", "/tailor", { job_description: JOB.trim(), threshold: 0, resume_id: resume.id });
  const [message] = (await api.send("GET", "/contact/messages")).items;
  const [picture] = (await api.send("GET", "/uploads?kind=image&limit=1")).items;
  const pictured = await api.item("story", "A picture without words", { section_id: section.id, is_published: false, body: `<p>See there.</p><figure><img src="${picture.url}" width="${picture.width}" height="${picture.height}"></figure><p>And on.</p>` });
  return { section, story, pictured, chunk, resume, tailoring, message, picture };
}

/** The path of each screen, and what is on it once it is there. */
export function screensOf({ section, story, chunk, resume, tailoring, message, picture }) {
  return [
    ["", "main a.item"], ["/more", "main nav"], ["/sections", "main"], [`/sections/${section.id}`, "main li, main tr"],
    ["/content", "main li, main tr"], [`/edit/story/${story.id}`, ".ProseMirror"], [`/edit/story/${story.id}/revisions`, "main"], ["/new/story", ".ProseMirror"],
    ["/media", "main img, main video"], [`/media/${picture.id}`, "main img, main video"], ["/inbox", "main li"], [`/inbox/${message.id}`, "main article"],
    ["/navigation", "main ul li"], ["/redirects", "main table, main li"], ["/memory", "main table.bars"], ["/memory/chunks", "main table tbody tr, main li"],
    [`/memory/chunks?chunk=${chunk.id}`, "main"], ["/memory/voice", "main"], ["/resumes", "main li"], [`/resumes/${resume.id}`, "main input"],
    [`/resumes/${resume.id}?section=work`, "main input"], [`/resumes/${resume.id}?as=json`, "main textarea"], [`/resumes/${resume.id}?as=pages`, "main .desk img"],
    ["/tailor", "main textarea"], [`/tailor/${tailoring.id}`, "main button.text"], [`/tailor/${tailoring.id}?view=sides`, "main table"], [`/tailor/${tailoring.id}?view=pages`, "main .desk img"],
    ["/settings", "main form input"], ["/settings/profile", "main form input"], ["/settings/look", "main input"], ["/settings/access", "main table, main li"],
  ];
}

/** Takes away what others would stumble over: a default resume, sections at the top of the tree. */
export async function clearAway(api, { resume, section }) {
  await api.send("DELETE", `/resumes/${resume.id}`);
  let top = section;
  while (top.parent_id) top = await api.send("GET", `/sections/${top.parent_id}`);
  await api.send("DELETE", `/sections/${top.id}`).catch(() => undefined);
}
