//! One archive for each rule, broken in one place.

use serde_json::{Value, json};

use crate::service::edited::Edited;

pub(crate) struct Case {
    pub(crate) rule: &'static str,
    /// What its fault says.
    pub(crate) says: &'static str,
    /// Whether there is one right answer.
    pub(crate) mended: bool,
    pub(crate) edit: fn(&mut Edited),
}

pub(crate) const MENDED: bool = true;
const NAMED: bool = false;
const NOBODY: &str = "01939b1e-7c00-7abc-8def-0123456789ab";

const fn case(rule: &'static str, says: &'static str, mended: bool, edit: fn(&mut Edited)) -> Case {
    Case { rule, says, mended, edit }
}

fn id(number: u16) -> Value {
    json!(format!("01939b1e-7c00-7abc-8def-01234567{number:04x}"))
}

/// Sections below each other, from the attic on.
fn nest(edited: &mut Edited, levels: u16, slug: &str) {
    let mut parent = edited.find("sections", "slug", "attic").clone();
    for level in 0..levels {
        let mut child = parent.clone();
        child["id"] = id(level);
        child["parent_id"] = parent["id"].clone();
        child["slug"] = json!(slug);
        child["path"] = json!(format!("{}/{slug}", parent["path"].as_str().unwrap()));
        edited.add("sections", child.clone());
        parent = child;
    }
}

fn redirect<'a>(edited: &'a mut Edited, old_path: &str) -> &'a mut Value {
    edited.find("redirects", "old_path", old_path)
}

/// An older version of a result.
fn add_version(edited: &mut Edited, number: i64) -> &mut Value {
    let tailoring = edited.any("tailorings");
    let version = json!({ "id": NOBODY, "user_id": tailoring["user_id"], "resume": {},
        "tailoring_id": tailoring["id"], "number": number, "statements": [],
        "saved_at": "2026-01-01T00:00:00Z" });
    edited.add("tailoring_versions", version);
    edited.any("tailoring_versions")
}

pub(crate) const CASES: &[Case] = &[
    case("documents.damaged", "has a version that no document can have", NAMED, |edited| {
        edited.lines("navlinks")[0]["version"] = json!(0);
    }),
    case("documents.damaged", "holds a NUL character", NAMED, |edited| {
        edited.any("navlinks")["icon"] = json!("a\0b");
    }),
    case("sections.values", "title may have up to 300 characters", NAMED, |edited| {
        edited.any("sections")["title"] = "x".repeat(1_000_000).into();
    }),
    case("sections.values", "image_url must be a site path", NAMED, |edited| {
        edited.any("sections")["image_url"] = json!("javascript:alert(1)");
    }),
    case("sections.parent", "which is not there", NAMED, |edited| {
        edited.find("sections", "slug", "room")["parent_id"] = json!(NOBODY);
    }),
    case("sections.cycle", "is below itself", NAMED, |edited| {
        let room = edited.find("sections", "slug", "room")["id"].clone();
        edited.find("sections", "slug", "house")["parent_id"] = room;
    }),
    case("sections.path", "has the path elsewhere and should have house/room", MENDED, |edited| {
        edited.find("sections", "slug", "room")["path"] = json!("elsewhere");
    }),
    case("sections.path_length", "has a path of more than 4096 characters", NAMED, |edited| {
        nest(edited, 55, &"x".repeat(80));
    }),
    case("sections.depth", "is more than 256 levels deep", NAMED, |edited| nest(edited, 300, "a")),
    case("sections.reserved", "the slug admin, which the service uses", NAMED, |edited| {
        let attic = edited.find("sections", "slug", "attic");
        attic["slug"] = json!("admin");
        attic["path"] = json!("admin");
    }),
    case("items.values", "title may have up to 300 characters", NAMED, |edited| {
        edited.find("items", "slug", "story")["title"] = "x".repeat(301).into();
    }),
    case("items.values", "links[0].url must be a site path", NAMED, |edited| {
        let links = json!([{ "title": "x", "url": "javascript:alert(1)" }]);
        edited.find("items", "slug", "story")["extra"]["links"] = links;
    }),
    case("items.values", "tags may have up to 50 entries", NAMED, |edited| {
        let tags: Vec<String> = (0..51).map(|number| format!("t{number}")).collect();
        edited.find("items", "slug", "story")["tags"] = json!(tags);
    }),
    case("items.words", "has tags or technologies twice", MENDED, |edited| {
        edited.find("items", "slug", "story")["tags"] = json!(["a", " a"]);
    }),
    case("items.date", "is published without a date", MENDED, |edited| {
        edited.find("items", "slug", "story")["published_at"] = Value::Null;
    }),
    case("items.section", "which is not there", NAMED, |edited| {
        edited.find("items", "slug", "story")["section_id"] = json!(NOBODY);
    }),
    case("items.reserved", "the slug admin, which the service uses", NAMED, |edited| {
        edited.find("items", "slug", "page")["slug"] = json!("admin");
    }),
    case("items.path_length", "has a path of more than 4096 characters", NAMED, |edited| {
        nest(edited, 50, &"x".repeat(80));
        let story = edited.find("items", "slug", "story");
        story["section_id"] = id(49);
        story["slug"] = "y".repeat(80).into();
    }),
    case("items.links", "lists links that its body does not have", MENDED, |edited| {
        edited.find("items", "slug", "page")["linked_paths"] = json!(["not-there"]);
    }),
    case("items.body", "has no body", MENDED, |edited| drop(edited.lines("bodies").remove(0))),
    case("bodies.html", "holds what the sanitiser takes out", MENDED, |edited| {
        edited.any("bodies")["html"] = json!("<p>a</p><script>alert(1)</script>");
    }),
    case("bodies.html", "holds what the sanitiser takes out", MENDED, |edited| {
        edited.any("bodies")["html"] = json!("<a href=\"javascript:alert(1)\">a</a>");
    }),
    case("bodies.html", "may have up to 1000000 characters", NAMED, |edited| {
        edited.any("bodies")["html"] = "x".repeat(1_100_000).into();
    }),
    case("bodies.version", "belongs to version 7 of", MENDED, |edited| {
        edited.any("bodies")["item_version"] = json!(7);
    }),
    case("bodies.orphan", "belongs to no item", MENDED, |edited| {
        let orphan = json!({ "id": NOBODY, "item_version": 1, "html": "" });
        edited.add("bodies", orphan);
    }),
    case("redirects.values", "old_path begins with a name", MENDED, |edited| {
        redirect(edited, "old-a")["old_path"] = json!("admin/x");
    }),
    case("redirects.values", "old_path is not spelled", MENDED, |edited| {
        redirect(edited, "old-a")["old_path"] = json!("/Old-A/");
    }),
    case("redirects.values", "new_path must be", MENDED, |edited| {
        redirect(edited, "old-c")["target"] = json!({ "elsewhere": "javascript:alert(1)" });
    }),
    case("redirects.target", "to something that is not there", MENDED, |edited| {
        redirect(edited, "old-a")["target"] = json!({ "thing": { "section": NOBODY } });
    }),
    case("redirects.occupied", "where something else is found", MENDED, |edited| {
        redirect(edited, "old-a")["old_path"] = json!("house");
    }),
    case("redirects.loop", "back to itself", MENDED, |edited| {
        redirect(edited, "old-a")["target"] = json!({ "path": "old-b" });
        redirect(edited, "old-b")["target"] = json!({ "path": "old-a" });
    }),
    case("redirects.loop", "leads from old-a back to itself", MENDED, |edited| {
        redirect(edited, "old-a")["target"] = json!({ "path": "old-a" });
    }),
    case("redirects.chain", "leads from old-a in steps", MENDED, |edited| {
        redirect(edited, "old-a")["target"] = json!({ "path": "old-b" });
    }),
    case("redirects.chain", "leads from old-a in steps", MENDED, |edited| {
        redirect(edited, "old-a")["target"] = json!({ "path": "house" });
    }),
    case("revisions.orphan", "is of an item that is not there", MENDED, |edited| {
        edited.any("revisions")["item_id"] = json!(NOBODY);
    }),
    case("revisions.number", "has a number below 1", NAMED, |edited| {
        edited.any("revisions")["number"] = json!(0);
    }),
    case("revisions.author", "whose name is too long", NAMED, |edited| {
        edited.any("revisions")["saved_by"]["name"] = "x".repeat(1001).into();
    }),
    case("revisions.values", "image_url must", NAMED, |edited| {
        edited.any("revisions")["said"]["image_url"] = json!("data:text/html,x");
    }),
    case("revisions.body", "has no body", MENDED, |edited| {
        edited.lines("revision_bodies").remove(0);
    }),
    case("revisions.bytes", "says that its body has 1 bytes", MENDED, |edited| {
        edited.any("revisions")["bytes"] = json!(1);
    }),
    case("revisions.surplus", "is older than those that are kept", MENDED, |edited| {
        let revision = edited.any("revisions").clone();
        for number in 2..60 {
            let mut more = revision.clone();
            more["id"] = id(number);
            more["number"] = json!(number);
            more["bytes"] = json!(0);
            edited.add("revisions", more);
            edited.add("revision_bodies", json!({ "id": id(number), "html": "" }));
        }
    }),
    case("revision_bodies.orphan", "belongs to no revision", MENDED, |edited| {
        edited.add("revision_bodies", json!({ "id": NOBODY, "html": "" }));
    }),
    case("revision_bodies.html", "holds what the sanitiser takes out", MENDED, |edited| {
        edited.any("revision_bodies")["html"] = json!("<p onclick=\"x()\">a</p>");
    }),
    case("settings.values", "tagline may have up to 300 characters", NAMED, |edited| {
        edited.any("settings")["tagline"] = "x".repeat(301).into();
    }),
    case("settings.values", "profile.portrait must be", NAMED, |edited| {
        edited.any("settings")["profile"]["portrait"] = json!("javascript:alert(1)");
    }),
    case("settings.values", "language must be in its usual spelling", NAMED, |edited| {
        edited.any("settings")["language"] = json!("DE");
    }),
    case("settings.home", "show a home page that is not there", MENDED, |edited| {
        edited.any("settings")["home"] = json!({ "type": "page", "id": NOBODY });
    }),
    case("settings.resume", "name parts of the resume twice", MENDED, |edited| {
        edited.any("settings")["resume"]["show"] = json!(["city", "city"]);
    }),
    case("navlinks.values", "url must be", NAMED, |edited| {
        edited.any("navlinks")["url"] = json!("javascript:alert(1)");
    }),
    case("misses.path", "names no address that is counted", MENDED, |edited| {
        edited.any("misses")["path"] = "x".repeat(201).into();
    }),
    case("uploads.values", "files[0].media_type is none that is served", NAMED, |edited| {
        edited.any("uploads")["files"][0]["media_type"] = json!("text/html");
    }),
    case("uploads.values", "files[0].file must be a plain name", NAMED, |edited| {
        edited.any("uploads")["files"][0]["file"] = json!("../../x.webp");
    }),
    case("uploads.values", "alt may have up to 1000 characters", NAMED, |edited| {
        edited.any("uploads")["alt"] = "x".repeat(1001).into();
    }),
    case("chunks.values", "text may have up to 8000 characters", NAMED, |edited| {
        edited.find("chunks", "source", "opinion")["text"] = "x".repeat(8001).into();
    }),
    case("chunks.values", "metadata may have up to 16384 bytes", NAMED, |edited| {
        let metadata = json!({ "a": "x".repeat(17_000) });
        edited.find("chunks", "source", "opinion")["metadata"] = metadata;
    }),
    case("chunks.origin", "is derived from what is not there", MENDED, |edited| {
        let origin = json!({ "type": "content", "id": NOBODY });
        edited.find("chunks", "source", "opinion")["origin"] = origin;
    }),
    case("voice_feedback.values", "note may have up to 2000 characters", NAMED, |edited| {
        edited.any("voice_feedback")["note"] = "x".repeat(2001).into();
    }),
    case("resumes.values", "document.basics.url must be", NAMED, |edited| {
        let document = r#"{"basics":{"url":"javascript:alert(1)"}}"#;
        edited.any("resumes")["document"] = json!(document);
    }),
    case("resumes.values", "title must not be empty", NAMED, |edited| {
        edited.any("resumes")["title"] = json!(" ");
    }),
    case("resumes.default", "none is the default", MENDED, |edited| {
        edited.any("resumes")["is_default"] = json!(false);
    }),
    case("resumes.count", "there may be up to 500", NAMED, |edited| {
        let resume = edited.any("resumes").clone();
        for number in 0..500 {
            let mut more = resume.clone();
            (more["id"], more["document"]) = (id(number), json!("{}"));
            more["is_default"] = json!(false);
            edited.add("resumes", more);
        }
    }),
    case("tailorings.values", "resume.basics.url must be", NAMED, |edited| {
        let basics = json!({ "url": "javascript:alert(1)" });
        edited.any("tailorings")["resume"]["basics"] = basics;
    }),
    case("tailorings.values", "job_description may have up to 20000", NAMED, |edited| {
        edited.any("tailorings")["job_description"] = "x".repeat(20_001).into();
    }),
    case("tailorings.version", "and has an older one of number 7", MENDED, |edited| {
        add_version(edited, 7);
    }),
    case("tailoring_versions.user", "is not of its result's user", MENDED, |edited| {
        edited.any("tailorings")["version"] = json!(2);
        add_version(edited, 1)["user_id"] = json!("mia");
    }),
    case("tailoring_versions.values", "number must be from 1", NAMED, |edited| {
        add_version(edited, 0);
    }),
    case("tailoring_versions.orphan", "is of a result that is not there", MENDED, |edited| {
        let version = json!({ "id": NOBODY, "user_id": "mia", "tailoring_id": NOBODY, "number": 1,
            "resume": {}, "statements": [], "saved_at": "2026-01-01T00:00:00Z" });
        edited.add("tailoring_versions", version);
    }),
    case("tailoring_versions.values", "resume.basics.url must be", NAMED, |edited| {
        edited.any("tailorings")["version"] = json!(2);
        let basics = json!({ "url": "javascript:alert(1)" });
        add_version(edited, 1)["resume"]["basics"] = basics;
    }),
    case("contact_messages.values", "message holds tags", NAMED, |edited| {
        edited.any("contact_messages")["message"] = json!("a <b>bold</b> word");
    }),
    case("contact_messages.values", "email must be an e-mail address", NAMED, |edited| {
        edited.any("contact_messages")["email"] = json!("a@b\r\nBcc: c@d.example");
    }),
    case("tokens.values", "name a name has 1 to 100 characters", NAMED, |edited| {
        edited.any("tokens")["name"] = json!("two\nlines");
    }),
    case("page_counts.page", "is of no page", MENDED, |edited| {
        edited.any("page_counts")["page"] = json!("\n");
    }),
];

const GONE: &str = "/media/01939b1e-7c00-7abc-8def-0123456789ab/photo.webp";

/// What requests may bring about too: it is told, mended when that is asked for, and refused nowhere.
pub(crate) const NOTES: &[Case] = &[
    case("items.picture", "which is not there", MENDED, |edited| {
        let story = edited.find("items", "slug", "story");
        story["image_url"] = json!(GONE);
        story["derives_image"] = json!(false);
    }),
    case("items.media", "which is not there", MENDED, |edited| {
        edited.find("items", "slug", "image")["extra"]["media_id"] = json!(NOBODY);
    }),
    case("items.derived", "is not its body's: summary, minutes", MENDED, |edited| {
        let story = edited.find("items", "slug", "story");
        (story["summary"], story["minutes"]) = (json!("Something else"), json!(77));
    }),
    case("sections.picture", "which is not there", MENDED, |edited| {
        edited.find("sections", "slug", "attic")["image_url"] = json!(GONE);
    }),
    case("redirects.unreached", "where the service answers itself", MENDED, |edited| {
        redirect(edited, "old-a")["old_path"] = json!("robots.txt");
    }),
    case("settings.portrait", "which is not there", MENDED, |edited| {
        edited.any("settings")["profile"]["portrait"] = json!(GONE);
    }),
];

/// Rules about vectors, which no archive has. Their tests are those of the memory.
pub(crate) const OF_VECTORS: [&str; 2] = ["vectors.chunk", "vector_sets.table"];
