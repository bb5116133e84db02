//! Everybody who is asked over HTTP is one service that misbehaves, and the bucket is behind a line that does. All
//! that needs them is asked for all the time, while readers read.
//!
//! Sign-in, tailoring and the rest cost readers something by themselves. So the same questions are asked of services
//! that behave well, at the same pace, and it is against that what misbehaviour adds is judged.

use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::{Value, json};
use testkit::{
    Bucket, ChatService, EmbeddingService, Form, HostileProvider, Line, Verdict,
    VerificationService,
};
use tokio::runtime::Runtime;

use super::asking::{Asking, ask, is_welcome, told};
use super::{Plan, SLOWER, Seen, THINKING, read};
use crate::caller::Caller;
use crate::figures::{megabytes, ratio};
use crate::process::Server;
use crate::site::Site;
use crate::table::Table;
use crate::{Outcome, Settings};

/// How everybody outside misbehaves.
struct Manner {
    name: &'static str,
    verdict: Verdict,
    line: fn(&Line),
}

fn manner(name: &'static str, verdict: Verdict, line: fn(&Line)) -> Manner {
    Manner { name, verdict, line }
}

fn manners() -> [Manner; 5] {
    [
        manner("refuse", Verdict::Says(503, "no"), Line::cut),
        manner("lie", Verdict::Says(200, r#"{"issuer":"http://evil.example"}"#), |line: &Line| {
            line.mend();
            line.break_answers(true);
        }),
        manner("hang", Verdict::Hangs, |line: &Line| {
            line.break_answers(false);
            line.freeze();
        }),
        manner("never end", Verdict::Endless, |_| {}),
        manner("send garbage", Verdict::Gibberish, |line: &Line| {
            line.thaw();
            line.break_answers(true);
        }),
    ]
}

/// Where those outside are.
struct Outside {
    issuer: String,
    embedding: String,
    challenge: String,
    model: String,
}

impl Outside {
    async fn behaving_well() -> Self {
        Self {
            issuer: HostileProvider::start().await.issuer,
            embedding: EmbeddingService::start(16).await.url,
            challenge: VerificationService::start().await.url,
            model: ChatService::start().await.url,
        }
    }

    fn all_one(service: &VerificationService) -> Self {
        let origin = service.url.strip_suffix("/verify").unwrap_or(service.url.as_str());
        Self {
            issuer: origin.to_owned(),
            embedding: origin.to_owned(),
            challenge: service.url.clone(),
            model: origin.to_owned(),
        }
    }
}

/// A site, and the line to its bucket.
struct Place {
    site: Site,
    server: Server,
    file: String,
    line: Line,
    _bucket: Bucket,
    _folder: tempfile::TempDir,
}

impl Place {
    fn open(settings: &Settings, outside: &Outside, others: &Runtime) -> Outcome<Self> {
        let folder = tempfile::tempdir()?;
        let bucket = Bucket::start(folder.path());
        let line = Line::to(bucket.address());
        let mut site = Site::create(settings)?;
        configure(&mut site, outside, &bucket, &line);
        let server = site.serve()?;
        let file = others.block_on(furnish(server.address, &site.token))?;
        Ok(Self { site, server, file, line, _bucket: bucket, _folder: folder })
    }
}

pub(super) fn measure(
    settings: &Settings,
    plan: &Plan,
    reading: &Runtime,
    others: &Runtime,
) -> Outcome<Table> {
    let title = "hostile: while everybody outside misbehaves, and is asked for all the time";
    let columns = ["they", "pages", "p50", "p99", "÷ well", "not answered", "asked", "memory"];
    let mut table = Table::new(title, &columns);
    let read = |place: &Place, is_asked: bool| {
        let asking = is_asked.then(|| others.block_on(ask_for_all(place)));
        let seen = reading.block_on(read(place.server.address, plan.length, THINKING));
        let asked = asking.as_ref().map_or(0, Asking::asked);
        others.block_on(async { drop(asking) });
        (seen, asked)
    };
    let mut show = |name: &str, (seen, asked): &(Seen, usize), well: f64, server: &Server| {
        let [pages, median, p99] = seen.cells();
        table.row([
            name.to_owned(),
            pages,
            median,
            p99,
            ratio(seen.p99() / well),
            seen.failed.to_string(),
            asked.to_string(),
            megabytes(server.memory()?.resident),
        ]);
        Outcome::Ok(())
    };
    let well = others.block_on(Outside::behaving_well());
    let place = Place::open(settings, &well, others)?;
    read(&place, true);
    let (alone, beside) = (read(&place, false), read(&place, true));
    let well = beside.0.p99();
    show("are not asked", &alone, well, &place.server)?;
    show("behave well", &beside, well, &place.server)?;
    drop(place);
    let service = others.block_on(VerificationService::start());
    let place = Place::open(settings, &Outside::all_one(&service), others)?;
    read(&place, false);
    let mut slowest = 0.0_f64;
    for Manner { name, verdict, line: behave } in manners() {
        behave(&place.line);
        service.decide(verdict);
        let seen = read(&place, true);
        slowest = slowest.max(seen.0.p99() / well);
        show(name, &seen, well, &place.server)?;
    }
    table.note("Asked: sign-in, the contact form, a search of the memory, tailoring, and a file of the bucket.");
    let slower = ratio(SLOWER);
    let claim = format!("p99 at most {slower} of that while they behave well");
    table.claim(claim, slowest <= SLOWER);
    Ok(table)
}

fn configure(site: &mut Site, outside: &Outside, bucket: &Bucket, line: &Line) {
    for (name, value) in bucket.environment() {
        site.set(&name, &value);
    }
    for (name, value) in [
        ("FOLIA_MEDIA__ENDPOINT", format!("http://{}", line.address).as_str()),
        ("FOLIA_AUTH__ISSUER", outside.issuer.as_str()),
        ("FOLIA_AUTH__CLIENT_ID", "folia"),
        ("FOLIA_SERVER__PUBLIC_URL", "http://localhost"),
        ("FOLIA_EMBEDDING__URL", outside.embedding.as_str()),
        ("FOLIA_CHALLENGE__VERIFY_URL", outside.challenge.as_str()),
        ("FOLIA_CHALLENGE__SECRET", "s"),
        ("FOLIA_CHALLENGE__SITE_KEY", "k"),
        ("FOLIA_CONTACT__MIN_SECONDS", "0"),
        ("FOLIA_CONTACT__PER_HOUR", "1000000"),
        ("FOLIA_LLM__URL", outside.model.as_str()),
        ("FOLIA_LLM__MODEL", "m"),
        ("FOLIA_TAILOR__DEADLINE_SECONDS", "2"),
        ("FOLIA_LOG__LEVEL", "error"),
    ] {
        site.set(name, value);
    }
}

/// What they ask for has to be there. The address of a file.
async fn furnish(address: SocketAddr, token: &str) -> Outcome<String> {
    let mut owner = Caller::connect(address, token).await?;
    let resume = json!({ "title": "Mine", "is_default": true, "document": { "basics": {
        "name": "Ada", "summary": "Builds mills." }, "work": [{ "name": "Mill", "position": "Engineer",
        "startDate": "2019-04", "highlights": ["Built a mill that ran for ten years."] }] } });
    owner.send("POST", "/resumes", &resume).await?;
    let picture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/pictures/grey.jpg");
    let form = Form::default().file("grey.jpg", &std::fs::read(picture)?);
    let upload = owner.upload(form).await?;
    Ok(upload["url"].as_str().ok_or("an upload has an address")?.to_owned())
}

async fn ask_for_all(place: &Place) -> Asking {
    let query = json!({ "query": "mills", "mode": "hybrid" });
    let job = json!({ "job_description": "An engineer who builds mills, and likes to." });
    let mut asking = Asking::default();
    for (method, path, body) in [
        ("GET", "/auth/login", Value::Null),
        ("POST", "/contact", Value::Null),
        ("POST", "/content/search-preview", query),
        ("POST", "/tailor", job),
        ("GET", place.file.as_str(), Value::Null),
    ] {
        let question = Arc::new((path.to_owned(), place.site.token.clone(), body));
        let address = place.server.address;
        asking.add(move |_| {
            let question = question.clone();
            async move {
                let (path, token, body) = &*question;
                let written = match path.as_str() {
                    "/contact" => message(address).await?,
                    _ => None,
                };
                let body = written.as_ref().unwrap_or(body);
                Ok(is_welcome(&ask(address, method, path, token, body).await?))
            }
        });
    }
    asking
}

/// What somebody writes, with the stamp of a form.
async fn message(address: SocketAddr) -> std::io::Result<Option<Value>> {
    let form = told(&ask(address, "GET", "/contact/form", "", &Value::Null).await?);
    Ok(form.map(|form| {
        json!({ "name": "Ann", "email": "ann@example.net", "message": "hello",
            "challenge_token": "t", "rendered_at": form["rendered_at"] })
    }))
}
