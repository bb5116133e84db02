//! Everybody who is asked over HTTP is one service that misbehaves, and the bucket is behind a line that does. All
//! that needs them is asked for all the time, while readers read.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use testkit::{Bucket, Form, Line, Verdict, VerificationService};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use super::{Plan, read};
use crate::caller::Caller;
use crate::figures::{megabytes, ratio, time};
use crate::site::Site;
use crate::table::Table;
use crate::{Outcome, Settings};

const SLOWER: f64 = 1.5;
const PAUSE: Duration = Duration::from_millis(20);

/// How everybody outside behaves.
struct Manner {
    name: &'static str,
    verdict: Option<Verdict>,
    line: fn(&Line),
}

fn manner(name: &'static str, verdict: Option<Verdict>, line: fn(&Line)) -> Manner {
    Manner { name, verdict, line }
}

fn manners() -> [Manner; 6] {
    [
        manner("are not asked", None, |_| {}),
        manner("refuse", Some(Verdict::Says(503, "no")), Line::cut),
        manner(
            "lie",
            Some(Verdict::Says(200, r#"{"issuer":"http://evil.example"}"#)),
            |line: &Line| {
                line.mend();
                line.break_answers(true);
            },
        ),
        manner("hang", Some(Verdict::Hangs), |line: &Line| {
            line.break_answers(false);
            line.freeze();
        }),
        manner("never end", Some(Verdict::Endless), |_| {}),
        manner("send garbage", Some(Verdict::Gibberish), |line: &Line| {
            line.thaw();
            line.break_answers(true);
        }),
    ]
}

pub(super) fn measure(
    settings: &Settings,
    plan: &Plan,
    reading: &Runtime,
    others: &Runtime,
) -> Outcome<Table> {
    let service = others.block_on(VerificationService::start());
    let folder = tempfile::tempdir()?;
    let bucket = Bucket::start(folder.path());
    let line = Line::to(bucket.address());
    let mut site = Site::create(settings)?;
    configure(&mut site, &service, &bucket, &line);
    let server = site.serve()?;
    let address = server.address;
    let file = others.block_on(furnish(address, &site.token))?;
    reading.block_on(read(address, Duration::from_millis(500)));
    let title = "hostile: while everybody outside misbehaves, and is asked for all the time";
    let columns = ["they", "pages", "p50", "p99", "÷ alone", "not answered", "asked", "memory"];
    let mut table = Table::new(title, &columns);
    let (mut slowest, mut alone) = (0.0_f64, None);
    for Manner { name, verdict, line: behave } in manners() {
        behave(&line);
        let before = service.requests().len();
        let asking = verdict.map(|verdict| {
            service.decide(verdict);
            others.block_on(ask_for_all(address, &site.token, &file))
        });
        let seen = reading.block_on(read(address, plan.length));
        others.block_on(async { drop(asking) });
        let p99 = seen.times.within(0.99).as_secs_f64();
        let alone = alone.get_or_insert(p99);
        slowest = slowest.max(p99 / *alone);
        table.row([
            name.to_owned(),
            seen.times.len().to_string(),
            time(seen.times.median()),
            time(seen.times.within(0.99)),
            ratio(p99 / *alone),
            seen.failed.to_string(),
            (service.requests().len() - before).to_string(),
            megabytes(server.memory()?.resident),
        ]);
    }
    let verdict = if slowest <= SLOWER { "it is" } else { "it is NOT" };
    table.note("Asked: sign-in, the contact form, a search of the memory, tailoring, and a file of the bucket.");
    table.note(format!("Claim: p99 at most {} of that alone; {verdict}.", ratio(SLOWER)));
    Ok(table)
}

fn configure(site: &mut Site, service: &VerificationService, bucket: &Bucket, line: &Line) {
    let origin = service.url.strip_suffix("/verify").unwrap_or(service.url.as_str()).to_owned();
    for (name, value) in bucket.environment() {
        site.set(&name, &value);
    }
    for (name, value) in [
        ("FOLIA_MEDIA__ENDPOINT", format!("http://{}", line.address).as_str()),
        ("FOLIA_AUTH__ISSUER", origin.as_str()),
        ("FOLIA_AUTH__CLIENT_ID", "folia"),
        ("FOLIA_SERVER__PUBLIC_URL", "http://localhost"),
        ("FOLIA_EMBEDDING__URL", origin.as_str()),
        ("FOLIA_CHALLENGE__VERIFY_URL", service.url.as_str()),
        ("FOLIA_CHALLENGE__SECRET", "s"),
        ("FOLIA_CHALLENGE__SITE_KEY", "k"),
        ("FOLIA_CONTACT__MIN_SECONDS", "0"),
        ("FOLIA_CONTACT__PER_HOUR", "1000000"),
        ("FOLIA_LLM__URL", origin.as_str()),
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

/// One after the other of each kind, until it is dropped.
async fn ask_for_all(address: SocketAddr, token: &str, file: &str) -> JoinSet<()> {
    let query = json!({ "query": "mills", "mode": "hybrid" });
    let job = json!({ "job_description": "An engineer who builds mills, and likes to." });
    let mut asking = JoinSet::new();
    for (method, path, body) in [
        ("GET", "/auth/login", Value::Null),
        ("POST", "/contact", Value::Null),
        ("POST", "/content/search-preview", query),
        ("POST", "/tailor", job),
        ("GET", file, Value::Null),
    ] {
        let (path, token) = (path.to_owned(), token.to_owned());
        asking.spawn(async move {
            loop {
                let body = match path.as_str() {
                    "/contact" => message(address).await.unwrap_or_default(),
                    _ => body.clone(),
                };
                ask(address, method, &path, &token, &body).await.ok();
                tokio::time::sleep(PAUSE).await;
            }
        });
    }
    asking
}

/// What somebody writes, with the stamp of a form.
async fn message(address: SocketAddr) -> Outcome<Value> {
    let answer = ask(address, "GET", "/contact/form", "", &Value::Null).await?;
    let end = memchr::memmem::find(&answer, b"\r\n\r\n").ok_or("no head")?;
    let form: Value = serde_json::from_slice(&answer[end + 4..])?;
    Ok(json!({ "name": "Ann", "email": "ann@example.net", "message": "hello",
        "challenge_token": "t", "rendered_at": form["rendered_at"] }))
}

async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: &str,
    body: &Value,
) -> std::io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(address).await?;
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let signed = match token {
        "" => String::new(),
        token => format!("authorization: Bearer {token}\r\n"),
    };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{signed}\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer)
}
