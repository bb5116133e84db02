//! Many who write at once while the site dies under them, and what they were told it has kept.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use contact::challenge::solve;
use serde_json::{Value, json};
use testkit::{Form, PATIENCE, RunningSite, try_request_at};

use crate::media::picture;
use crate::service::moving::Moving;

/// What has to be at an address.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expected {
    /// A file.
    There,
    Gone,
    /// In one member of the document.
    Is(Value),
}

/// What writers were told, by the address and the member of the document.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) facts: BTreeMap<(String, &'static str), Expected>,
    /// The texts of visitors, which have an address for the owner alone.
    pub(super) messages: Vec<String>,
}

/// A kind of write: where it is, of which member, and what it leaves.
type Kind = (&'static str, &'static str, fn(&Expected) -> bool);

const KINDS: [Kind; 10] = [
    ("/sections/", "/title", |_| true),
    ("/sections/", "/parent_id", |left| matches!(left, Expected::Is(Value::String(_)))),
    ("/content/story/", "/is_published", |_| true),
    ("/content/story/", "/body", |left| format!("{left:?}").contains("second")),
    ("/content/chunks/", "/text", |_| true),
    ("/content/chunks/", "", |left| *left == Expected::Gone),
    ("/content/page/", "", |left| *left == Expected::Gone),
    ("/navlinks/", "", |left| *left == Expected::Gone),
    ("/uploads/", "/alt", |_| true),
    ("/media/", "", |_| true),
];

impl Told {
    /// A kind of write that was never acknowledged.
    pub(super) fn lacks(&self) -> Option<&'static str> {
        let has = |(prefix, member, wanted): Kind| {
            let mut facts = self.facts.iter();
            facts.any(|((address, of), left)| {
                address.starts_with(prefix) && *of == member && wanted(left)
            })
        };
        let lacking = KINDS.into_iter().find(|kind| !has(*kind)).map(|kind| kind.0);
        lacking.or_else(|| self.messages.is_empty().then_some("/contact/messages"))
    }
}

/// When the power fails.
#[derive(Clone, Copy)]
pub(super) struct Until {
    pub(super) pause: Duration,
    /// Not before every kind of write was acknowledged once.
    pub(super) all_kinds: bool,
}

/// How deep sections are put into each other.
const DEEP: usize = 4;
const WRITERS: usize = 4;

/// Several who write at once, until the power fails.
pub(super) fn write_until_killed(
    site: &mut RunningSite,
    token: &str,
    round: usize,
    until: Until,
    moving: &Moving,
) -> Told {
    let (stop, made) = (AtomicBool::new(false), AtomicU64::new(0));
    let told = Mutex::<Told>::default();
    let address = site.address;
    std::thread::scope(|scope| {
        for number in 0..WRITERS {
            let (stop, made) = (&stop, &made);
            let writer = Writer { address, token, told: &told };
            scope.spawn(move || {
                let mut parents = Vec::new();
                while !stop.load(Ordering::SeqCst) {
                    let name = format!("r{round}w{number}n{}", made.fetch_add(1, Ordering::SeqCst));
                    writer.write(&name, &mut parents);
                    if number == 0 {
                        writer.upload(&name);
                    }
                    if number == 1 {
                        writer.contact(&name);
                    }
                }
            });
        }
        let (stop, writer) = (&stop, Writer { address, token, told: &told });
        scope.spawn(move || {
            while !stop.load(Ordering::SeqCst) {
                moving.step(&writer);
            }
        });
        let started = Instant::now();
        std::thread::sleep(until.pause);
        let lacks = || told.lock().unwrap_or_else(PoisonError::into_inner).lacks().is_some();
        while until.all_kinds && lacks() && started.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(10));
        }
        site.kill();
        stop.store(true, Ordering::SeqCst);
    });
    told.into_inner().expect("no writer has panicked")
}

pub(super) struct Writer<'a> {
    address: SocketAddr,
    token: &'a str,
    told: &'a Mutex<Told>,
}

impl Writer<'_> {
    /// What came back, if it came whole and says that it was done.
    pub(super) fn send(&self, method: &str, path: &str, body: &Value) -> Option<Value> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send_bytes(method, path, "application/json", body.as_bytes())
    }

    fn send_bytes(&self, method: &str, path: &str, media: &str, body: &[u8]) -> Option<Value> {
        let bearer = format!("Bearer {}", self.token);
        let headers = [("authorization", bearer.as_str()), ("content-type", media)];
        let answer = try_request_at(self.address, method, path, &headers, body)?;
        // An answer that broke off was not heard.
        match answer.status.as_u16() {
            204 => Some(Value::Null),
            200..300 => serde_json::from_slice(&answer.body).ok(),
            _ => None,
        }
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, address: &str, member: &'static str, expected: Expected) {
        self.told().facts.insert((address.to_owned(), member), expected);
    }

    /// Makes something, and tells one member of it. Its address.
    fn make(&self, path: &str, member: &'static str, body: &Value) -> Option<String> {
        let made = self.send("POST", path, body)?;
        let address = format!("{path}/{}", made["id"].as_str()?);
        self.tell(&address, member, Expected::Is(body.pointer(member)?.clone()));
        Some(address)
    }

    /// Changes one member. Until the answer has come, nobody knows what it is.
    fn change(&self, address: &str, end: &str, member: &'static str, body: &Value) -> Option<()> {
        self.told().facts.remove(&(address.to_owned(), member));
        self.send("PUT", &format!("{address}{end}"), body)?;
        self.tell(address, member, Expected::Is(body.pointer(member)?.clone()));
        Some(())
    }

    fn delete(&self, address: &str) -> Option<()> {
        self.told().facts.retain(|(of, _), _| of != address);
        self.send("DELETE", address, &Value::Null)?;
        self.tell(address, "", Expected::Gone);
        Some(())
    }

    /// A section that moves, a story in it that is edited and published, a chunk that is edited, and one of
    /// each kind that is deleted again. Each is told once its answer has come.
    fn write(&self, name: &str, parents: &mut Vec<String>) -> Option<()> {
        let section = self.make("/sections", "/title", &json!({ "title": name }))?;
        let id = section.strip_prefix("/sections/")?.to_owned();
        let body = |text: &str| json!({ "body": format!("<p>{text} {name}</p>") });
        let mut story = body("first");
        (story["title"], story["section_id"]) = (json!(name), json!(id));
        let story = self.make("/content/story", "/body", &story);
        let parent = json!({ "parent_id": parents.last() });
        if self.change(&section, "/move", "/parent_id", &parent).is_some() {
            parents.push(id);
            if parents.len() == DEEP {
                parents.clear();
            }
        }
        let chunk = |text: String| json!({ "text": text, "source": "opinion", "chunk_type": "meta", "purpose": "personality" });
        let kept = self.make("/content/chunks", "/text", &chunk(name.to_owned()));
        if let Some(story) = &story {
            self.change(story, "", "/body", &body("second"));
            self.change(story, "", "/is_published", &json!({ "is_published": true }));
        }
        if let Some(chunk) = kept.filter(|_| name.ends_with('3')) {
            self.change(&chunk, "", "/text", &json!({ "text": format!("{name} again") }));
        }
        let link = json!({ "title": name, "url": "/" });
        for (path, member, body) in [
            ("/navlinks", "/title", link),
            ("/content/chunks", "/text", chunk(format!("{name} gone"))),
            ("/content/page", "/title", json!({ "title": name })),
        ] {
            if let Some(address) = self.make(path, member, &body) {
                self.delete(&address);
            }
        }
        Some(())
    }

    /// A picture, what is said of it, and its file.
    fn upload(&self, name: &str) -> Option<()> {
        let form = Form::default().file("x.gif", &picture("still.gif")).text("alt", name);
        let (media, body) = (Form::CONTENT_TYPE, form.into_bytes());
        let made = self.send_bytes("POST", "/uploads", media, &body)?;
        let address = format!("/uploads/{}", made["id"].as_str()?);
        self.tell(&address, "/alt", Expected::Is(json!(name)));
        self.tell(made["url"].as_str()?, "", Expected::There);
        Some(())
    }

    fn contact(&self, name: &str) -> Option<()> {
        let form = self.send("GET", "/contact/form", &Value::Null)?;
        let bits = u32::try_from(form["challenge"]["bits"].as_u64()?).ok()?;
        let token = solve(form["challenge"]["challenge"].as_str()?, bits)?;
        let message = json!({ "name": "Ann", "email": "ann@example.net", "message": name, "topic": "",
            "rendered_at": form["rendered_at"], "challenge_token": token });
        self.send("POST", "/contact", &message)?;
        self.told().messages.push(name.to_owned());
        Some(())
    }
}
