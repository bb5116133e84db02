//! A site with something of every kind, most of it for some eyes only: for tests that walk all rows of the
//! table.

use std::net::SocketAddr;

use contact::challenge::solve;
use edge::{Method, Table};
use serde_json::{Value, json};
use testkit::{Answer, Form, request_at};

use crate::career::{JOB, resume};
use crate::media::picture;

/// What a site needs to be furnished: a form that is answered as quickly as tests fill it in.
pub(crate) const SETTINGS: [(&str, &str); 2] =
    [("FOLIA_CONTACT__MIN_SECONDS", "0"), ("FOLIA_CHALLENGE__DIFFICULTY", "2")];

/// Words that only some may read.
pub(crate) const SECRETS: [&str; 12] = [
    "zdraft",
    "zstory",
    "zchunk",
    "zresume",
    "zredirect",
    "zowner",
    "zmember",
    "zmessage",
    "zupload",
    "ztoken",
    "ztailored",
    "zaddressed",
];

/// Those of them that somebody was told.
pub(crate) fn seen(answer: &Answer) -> Vec<&'static str> {
    let text = String::from_utf8_lossy(&answer.body);
    SECRETS.into_iter().filter(|secret| text.contains(secret)).collect()
}

/// What there is, by kind.
pub(crate) struct Furnished(Value);

struct Hand<'a> {
    address: SocketAddr,
    token: &'a str,
}

impl Hand<'_> {
    fn post(&self, path: &str, media: &str, body: &[u8]) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        let headers = [("authorization", bearer.as_str()), ("content-type", media)];
        request_at(self.address, "POST", path, &headers, body)
    }

    fn make(&self, path: &str, body: &Value) -> Value {
        self.post(path, "application/json", body.to_string().as_bytes()).expect(201).json()
    }

    fn id(&self, path: &str, body: &Value) -> String {
        text(&self.make(path, body)["id"])
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

impl Furnished {
    /// By a token of an admin and one of a member.
    pub(crate) fn at(address: SocketAddr, admin: &str, member: &str) -> Self {
        let (admin, member) = (Hand { address, token: admin }, Hand { address, token: member });
        let section = admin.id("/sections", &json!({ "title": "Zdraft", "slug": "zdraft" }));
        let story = json!({ "title": "zstory", "slug": "zstory", "section_id": section,
            "body": "<p>x", "tags": ["some"] });
        let story = admin.id("/content/story", &story);
        let chunk = json!({ "text": "zchunk", "source": "opinion", "chunk_type": "meta",
            "purpose": "personality" });
        let own = json!({ "title": "zresume", "is_default": true,
            "document": resume("backend-engineer") });
        let voice = |text: &str| json!({ "original_text": text, "feedback_type": "approved", "job_context": "Captain" });
        admin.id("/voice/feedback", &voice("zowner"));
        let feedback = member.id("/voice/feedback", &voice("zmember"));
        let resume = admin.id("/resumes", &own);
        let job = json!({ "job_description": format!("{JOB} ztailored"), "threshold": 0 });
        let job = job.to_string();
        let tailored = member.post("/tailor", "application/json", job.as_bytes()).expect(200);
        let links = format!("/content/story/{story}/preview-links");
        let made = admin.make(&links, &json!({}));
        let preview = text(&made["url"]);
        let token = json!({ "name": "ztoken", "role": "member", "user_id": "somebody" });
        let still = || Form::default().file("x.gif", &picture("still.gif"));
        let send =
            |path: &str, form: Form| admin.post(path, Form::CONTENT_TYPE, &form.into_bytes());
        let upload = send("/uploads", still().text("alt", "zupload")).expect(201).json();
        let filtered = send("/uploads/filter-previews", still()).expect(200).json();
        let filtered = filtered["previews"].as_object().expect("previews").values().next();
        request_at(address, "GET", "/zmissed", &[("accept", "text/html")], b"").expect(404);
        let bearer = format!("Bearer {}", admin.token);
        let headers = [("authorization", bearer.as_str())];
        let misses = request_at(address, "GET", "/redirects/misses", &headers, b"").expect(200);
        let elsewhere = json!({ "old_path": "zredirect", "new_path": "https://example.org/" });
        Self(json!({
            "feedback": feedback,
            "resume": resume,
            "tailoring": tailored.json()["id"],
            "preview": preview.rsplit('/').next(),
            "preview link": made["id"],
            "token": admin.id("/auth/tokens", &token),
            "upload": upload["id"],
            "file": upload["url"],
            "filtered": filtered,
            "message": message(address, &admin),
            "miss": misses.json()["items"][0]["id"],
            "chunk": admin.id("/content/chunks", &chunk),
            "redirect": admin.id("/redirects", &elsewhere),
            "link": admin.id("/navlinks", &json!({ "title": "open", "url": "/" })),
            "section": section,
            "story": story,
        }))
    }

    /// The path of a row, with what there is in the place of its parameters.
    pub(crate) fn concrete(&self, path: &str) -> String {
        match path {
            "/media/{folder}/{name}" => return text(&self.0["file"]),
            "/media/previews/{token}/{name}" => return text(&self.0["filtered"]),
            _ => {}
        }
        let kind = match path.split('/').nth(1).unwrap_or_default() {
            _ if path.starts_with("/content/chunks") => "chunk",
            _ if path.starts_with("/auth/tokens") => "token",
            _ if path.starts_with("/redirects/misses") => "miss",
            "sections" => "section",
            "content" => "story",
            "voice" => "feedback",
            "resumes" => "resume",
            "tailorings" => "tailoring",
            "redirects" => "redirect",
            "navlinks" => "link",
            "uploads" => "upload",
            "contact" => "message",
            _ => "nothing",
        };
        let known = |kind: &str| self.0[kind].as_str().unwrap_or("nothing");
        path.replace("{id}", known(kind))
            .replace("{link_id}", known("preview link"))
            .replace("{content_type}", "story")
            .replace("{slug}", "zdraft")
            .replace("{*full_path}", "zdraft/zstory")
            .replace("{full_path}", "zdraft/zstory")
            .replace("{*file}", "nothing.css")
            .replace("{*screen}", "sections")
            .replace("{number}", "1")
            .replace("{n}", "1")
            .replace("{tag}", "some")
            .replace("{token}", known("preview"))
            .replace(['{', '}'], "")
    }

    /// Every address that is read: the API's under both its names, all pages, and a few that no row names.
    pub(crate) fn addresses(&self, table: &Table) -> Vec<String> {
        let mut paths = Vec::new();
        for (_, path, _) in table.lines().filter(|(method, ..)| *method == Method::Get) {
            let path = self.concrete(path);
            paths.extend([format!("{path}?include_unpublished=true"), format!("/api{path}")]);
        }
        paths.extend(table.pages().map(|(_, path, _)| self.concrete(path)));
        paths.extend(["/zdraft", "/zdraft/zstory", "/zredirect", "/nowhere"].map(str::to_owned));
        // Using a sign-in link up would change who is who.
        paths.retain(|path| !path.contains("/auth/link"));
        paths
    }

    /// Whether whoever knows the address may read what it shows, so that it is no secret there.
    pub(crate) fn is_given_away(path: &str) -> bool {
        path.starts_with("/preview/")
    }
}

/// A message of a visitor, and its id.
fn message(address: SocketAddr, admin: &Hand<'_>) -> String {
    let form = request_at(address, "GET", "/contact/form", &[], b"").expect(200).json();
    let bits = u32::try_from(form["challenge"]["bits"].as_u64().expect("a number")).expect("few");
    let token = solve(&text(&form["challenge"]["challenge"]), bits).expect("solved");
    let sent = json!({ "name": "zaddressed", "email": "ann@example.net", "message": "zmessage", "topic": "",
        "rendered_at": form["rendered_at"], "challenge_token": token });
    let headers = [("content-type", "application/json")];
    request_at(address, "POST", "/contact", &headers, sent.to_string().as_bytes()).expect(202);
    let bearer = format!("Bearer {}", admin.token);
    let headers = [("authorization", bearer.as_str())];
    let list = request_at(address, "GET", "/contact/messages", &headers, b"").expect(200).json();
    text(&list["items"][0]["id"])
}
