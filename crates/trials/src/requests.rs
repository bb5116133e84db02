//! What requests carry: addresses, forms, JSON.

use std::sync::LazyLock;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use content::reading::{Destination, Entry, Found, Reader, Reading};
use content::trial::{HIDDEN, is_href, is_plain, small_site};
use edge::{FormError, Json, Multipart, Problem};
use kernel::{LONGEST_SLUG, Patch, SitePath, Slug};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use url::Url;

const HERE: &str = "https://site.example/deep/page";

/// Whatever text is asked for as an address, it is one path, one name, and never another site.
pub fn path(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let path = SitePath::new(&text);
    assert!(!path.as_str().starts_with('/') && !path.as_str().ends_with('/'));
    assert_eq!(SitePath::new(path.as_str()), path, "folded again");
    if let Some(slug) = Slug::from_title(&text) {
        assert_eq!(slug.as_str().parse::<Slug>().as_ref(), Ok(&slug));
    }
    if let Ok(slug) = text.parse::<Slug>() {
        assert!(slug.as_str().len() <= LONGEST_SLUG);
        assert!(slug.as_str().bytes().all(|it| matches!(it, b'a'..=b'z' | b'0'..=b'9' | b'-')));
        assert!(is_plain(slug.as_str()) && SitePath::new(slug.as_str()).as_str() == slug.as_str());
    }
    if is_plain(&text) && path.as_str().is_ascii() {
        assert!(text.is_ascii(), "{text:?} passes for {path:?}");
    }
    let here = Url::parse(HERE).expect("an address");
    let landed = auth::signin::trial::return_to(&text);
    assert_eq!(here.join(&landed).expect("a path").origin(), here.origin(), "{landed}");
    if is_href(&text) {
        let leads = here.join(&text).map(|it| it.scheme().to_owned());
        let known = ["http", "https", "mailto", "tel"];
        assert!(
            leads.as_ref().is_ok_and(|scheme| known.contains(&scheme.as_str())),
            "{text:?}: {leads:?}"
        );
    }
    if media::Media::is_old_file(&text) {
        let is_plain = |part: &str| !part.is_empty() && part != "." && part != "..";
        assert!(text.split('/').all(is_plain) && !text.contains(['\0', '\\']), "{text:?}");
    }
    let visitor = SITE.as_seen_by(Reader::Public);
    resolves(&text, &visitor);
    resolves(&text, &SITE.as_seen_by(Reader::SignedIn));
    let shown = landing(&visitor, &text).map(|(_, title)| title);
    assert!(shown.is_none_or(|title| !title.starts_with(HIDDEN)), "{text:?} tells what is hidden");
}

static SITE: LazyLock<Reading> = LazyLock::new(small_site);

/// Whatever address finds something, its one spelling finds the same, and needs no further step.
fn resolves(text: &str, reading: &Reading) {
    let Some((href, title)) = landing(reading, text) else { return };
    let again = reading.find_address(&href);
    assert!(matches!(again.found, Found::Section(_) | Found::Item(_)), "{text:?}, {href}");
    assert_eq!(again.canonical, None, "{text:?}, {href}");
    assert_eq!(landing(reading, &href), Some((href.clone(), title)), "{text:?}");
}

/// Where somebody who asks for an address arrives here, and what it is called.
fn landing(reading: &Reading, address: &str) -> Option<(String, String)> {
    match reading.find_address(address).found {
        Found::Section(section) => Some((section.href(), section.title.clone())),
        Found::Item(item) => Some((item.href(), item.title.clone())),
        Found::Moved(moved) => match moved.to {
            Destination::Entry(Entry::Section(section)) => {
                Some((section.href(), section.title.clone()))
            }
            Destination::Entry(Entry::Item(item)) => Some((item.href(), item.title.clone())),
            // Nothing of ours is there, and nobody is sent on from it.
            Destination::Path(path) => {
                let there = reading.find(path);
                assert!(matches!(there, Found::Nothing), "{address:?} leads to {path}");
                None
            }
            Destination::Elsewhere(_) => None,
        },
        Found::Nothing => None,
    }
}

fn wait<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.expect("a runtime without anything").block_on(work)
}

type Read = Result<Vec<(String, Option<String>, Vec<u8>)>, u16>;

/// A form is the same in whatever pieces it comes, and says nothing that its bytes do not.
pub fn multipart(bytes: &[u8]) {
    let whole = wait(parts(bytes, bytes.len().max(1)));
    for size in [1, 13] {
        assert_eq!(wait(parts(bytes, size)), whole, "in pieces of {size}");
    }
    match whole {
        Ok(parts) => {
            assert!(parts.len() <= 32);
            assert!(parts.iter().map(|(_, _, value)| value.len()).sum::<usize>() <= bytes.len());
            for (name, _, value) in parts {
                assert!(!name.is_empty() && name.len() <= 100);
                let stands_there =
                    value.is_empty() || bytes.windows(value.len()).any(|at| at == value);
                assert!(stands_there, "{name}");
            }
        }
        Err(status) => assert!(matches!(status, 400 | 413), "{status}"),
    }
}

async fn parts(bytes: &[u8], size: usize) -> Read {
    let status = |error: FormError| Problem::from(error).code().status();
    let pieces = bytes.chunks(size).map(|it| Ok::<_, std::io::Error>(Bytes::copy_from_slice(it)));
    let pieces: Vec<_> = pieces.collect();
    let body = Body::from_stream(futures_util::stream::iter(pieces));
    let request = Request::builder().header("content-type", "multipart/form-data; boundary=b");
    let request = request.body(body).expect("a request");
    let form = Multipart::from_request(request, &()).await;
    let mut form = form.map_err(|problem| problem.code().status())?;
    let mut read = Vec::new();
    while let Some(mut part) = form.next().await.map_err(status)? {
        let mut value = Vec::new();
        while let Some(chunk) = part.chunk().await.map_err(status)? {
            value.extend_from_slice(&chunk);
        }
        read.push((part.name.clone(), part.file_name.clone(), value));
    }
    Ok(read)
}

/// A body is taken when it is one JSON object without NUL and without a name twice, and is what was sent.
pub fn json(bytes: &[u8]) {
    let request = Request::builder().header("content-type", "application/json");
    let request = request.body(Body::from(bytes.to_vec())).expect("a request");
    match wait(Json::<Value>::from_request(request, &())) {
        Ok(Json(value)) => {
            assert!(value.is_object());
            let plainly: Value = serde_json::from_slice(bytes).expect("what was taken is JSON");
            assert_eq!(value, plainly);
            assert!(!has_nul(&value), "{value}");
        }
        Err(problem) => assert_refused(&problem),
    }
    typed(bytes);
}

fn assert_refused(problem: &Problem) {
    let status = problem.code().status();
    assert!(matches!(status, 400 | 413 | 422), "{status}");
}

/// The shapes that members of our bodies have.
#[derive(Debug, Deserialize)]
struct Shapes {
    title: String,
    #[serde(default, deserialize_with = "kernel::whole_number")]
    count: Option<i64>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    link: Patch<String>,
    flag: Option<bool>,
}

impl Shapes {
    fn assert_no_nul(&self) {
        let link = match &self.link {
            Patch::Value(link) => Some(link),
            Patch::Absent | Patch::Null => None,
        };
        let mut texts = self.tags.iter().chain(link).chain([&self.title]);
        assert!(!texts.any(|text| text.contains('\0')), "{self:?}");
    }
}

/// What a typed body holds is what a plain reader finds in it.
fn typed(bytes: &[u8]) {
    let request = Request::builder().header("content-type", "application/json");
    let request = request.body(Body::from(bytes.to_vec())).expect("a request");
    let shapes = match wait(Json::<Shapes>::from_request(request, &())) {
        Ok(Json(shapes)) => shapes,
        Err(problem) => return assert_refused(&problem),
    };
    shapes.assert_no_nul();
    let plainly: Value = match serde_json::from_slice(bytes) {
        Ok(plainly) => plainly,
        // JSON that a plain reader has no place for: half of a pair of code units, a number beyond all measure. Whoever
        // ignores the member does not mind.
        Err(error) => {
            assert!(std::str::from_utf8(bytes).is_ok(), "{error}");
            serde_json::from_slice::<IgnoredAny>(bytes).expect("what was taken is JSON");
            return;
        }
    };
    assert_eq!(plainly["title"], shapes.title.as_str());
    let count = plainly["count"].as_f64();
    assert_eq!(shapes.count.map(|count| count as f64), count, "{plainly}");
    let tags: Vec<Value> = shapes.tags.into_iter().map(Value::from).collect();
    assert_eq!(plainly["tags"].as_array().cloned().unwrap_or_default(), tags);
    assert_eq!(plainly["flag"].as_bool(), shapes.flag);
    match shapes.link {
        Patch::Absent => assert_eq!(plainly.get("link"), None),
        Patch::Null => assert_eq!(plainly.get("link"), Some(&Value::Null)),
        Patch::Value(link) => assert_eq!(plainly["link"], link.as_str()),
    }
}

fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(members) => {
            members.iter().any(|(name, value)| name.contains('\0') || has_nul(value))
        }
        _ => false,
    }
}
