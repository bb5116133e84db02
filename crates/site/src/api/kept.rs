use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use edge::compression::{brotli, gzip};
use edge::{Encoding, Problem};
use http::header::{CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use http::{HeaderMap, HeaderValue, StatusCode};
use quick_cache::sync::Cache;
use quick_cache::{Equivalent, Weighter};
use xxhash_rust::xxh3::xxh3_128;

use crate::site::State;
use crate::work::work;

/// What was written for anonymous readers, ready to be sent in every encoding. A page is written
/// once for each state of the site, however many ask for it at the same time; those of older states
/// are never asked for again and make room.
#[derive(Clone)]
pub struct KeptPages(Arc<Cache<Key, Arc<KeptPage>, ByLength>>);

/// Which page, of which state of the site.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) state: State,
    /// The address, with what of the query counts. What begins with a slash is the answer at this very
    /// address, for everybody in this state; what is not has another beginning.
    pub(crate) address: String,
    /// The chosen colours stand in the markup.
    pub(crate) theme: &'static str,
    /// Full addresses stand in it, too.
    pub(crate) origin: String,
}

/// The same as a [`Key`], of parts that are somebody else's: looking something up copies nothing.
/// The two have the same fields in the same order, and so the same hash.
#[derive(Clone, Copy, Debug, Hash)]
pub(crate) struct Asked<'a> {
    pub(crate) state: State,
    pub(crate) address: &'a str,
    pub(crate) theme: &'static str,
    pub(crate) origin: &'a str,
}

impl Equivalent<Key> for Asked<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        let Key { state, address, theme, origin } = key;
        self.state == *state
            && self.address == address
            && self.theme == *theme
            && self.origin == origin
    }
}

impl Asked<'_> {
    fn to_key(self) -> Key {
        let Self { state, address, theme, origin } = self;
        Key { state, address: address.to_owned(), theme, origin: origin.to_owned() }
    }
}

/// An answer in every encoding, each with all its headers.
#[derive(Debug)]
pub(crate) struct KeptPage {
    /// Under which name looking at it is counted.
    pub(crate) counted: Option<Box<str>>,
    plain: Encoded,
    brotli: Option<Encoded>,
    gzip: Option<Encoded>,
}

#[derive(Debug)]
struct Encoded {
    bytes: Bytes,
    headers: HeaderMap,
    tag: HeaderValue,
}

#[derive(Clone, Debug)]
struct ByLength;

impl Weighter<Key, Arc<KeptPage>> for ByLength {
    fn weight(&self, key: &Key, page: &Arc<KeptPage>) -> u64 {
        let forms = [Some(&page.plain), page.brotli.as_ref(), page.gzip.as_ref()];
        let bytes: usize = forms.into_iter().flatten().map(|form| form.bytes.len()).sum();
        // Headers and the entry itself weigh something, too.
        // Three encodings with a dozen headers each. Without it a thousand tiny pages would weigh
        // nothing.
        (bytes + key.address.len() + 4096) as u64
    }
}

const USUAL_LENGTH: u64 = 32 * 1024;
/// From here on the edge compresses whatever is not compressed yet, and would leave it the tag of the
/// plain form.
const WORTH_COMPRESSING: usize = 32;
const BROTLI_QUALITY: i32 = 6;

impl std::fmt::Debug for KeptPages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeptPages").field("kept", &self.0.len()).finish_non_exhaustive()
    }
}

impl KeptPages {
    pub fn new(capacity: u64) -> Self {
        let expected = usize::try_from(capacity / USUAL_LENGTH).unwrap_or(usize::MAX).max(16);
        Self(Arc::new(Cache::with_weighter(expected, capacity, ByLength)))
    }

    pub(crate) fn get(&self, asked: Asked<'_>) -> Option<Arc<KeptPage>> {
        self.0.get(&asked)
    }

    pub(crate) async fn get_or_write(
        &self,
        asked: Asked<'_>,
        write: impl Future<Output = Result<KeptPage, Problem>>,
    ) -> Result<Arc<KeptPage>, Problem> {
        let key = asked.to_key();
        self.0.get_or_insert_async(&key, async { write.await.map(Arc::new) }).await
    }
}

impl KeptPage {
    /// Compresses a text. `headers` holds its type and whatever else belongs to it.
    pub(crate) async fn write(
        headers: HeaderMap,
        text: String,
        counted: Option<&str>,
    ) -> Result<Self, Problem> {
        let counted = counted.map(Box::from);
        let compress = move || {
            let plain = Bytes::from(text);
            let hash = format!("{:032x}", xxh3_128(&plain));
            let encoded = |bytes: Bytes, encoding: &'static str| {
                Encoded::new(bytes, headers.clone(), &hash, encoding)
            };
            let worth = plain.len() >= WORTH_COMPRESSING;
            Self {
                counted,
                brotli: worth.then(|| encoded(brotli(&plain, BROTLI_QUALITY), "br")),
                gzip: worth.then(|| encoded(gzip(&plain), "gzip")),
                plain: encoded(plain, ""),
            }
        };
        // Compressing a long page takes milliseconds, in which this thread would answer nobody.
        work(compress).await.map_err(Problem::internal)
    }

    /// The answer for a client that takes these encodings and may have it already.
    pub(crate) fn answer(&self, request: &HeaderMap) -> Response {
        let form = match Encoding::preferred(request) {
            Encoding::Brotli => self.brotli.as_ref(),
            Encoding::Gzip => self.gzip.as_ref(),
            Encoding::Identity => None,
        };
        let Encoded { bytes, headers, tag } = form.unwrap_or(&self.plain);
        let known = request.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
        if known.is_some_and(|known| names(known, tag)) {
            let mut response = Response::default();
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            *response.headers_mut() = headers.clone();
            // They describe a body, and a 304 has none.
            for name in [CONTENT_TYPE, CONTENT_ENCODING] {
                response.headers_mut().remove(name);
            }
            return response;
        }
        let mut response = Response::new(Body::from(bytes.clone()));
        *response.headers_mut() = headers.clone();
        response
    }
}

impl Encoded {
    fn new(bytes: Bytes, mut headers: HeaderMap, hash: &str, encoding: &'static str) -> Self {
        // Each encoding is another sequence of bytes, and a strong tag stands for exactly one.
        let tag = match encoding {
            "" => format!("\"{hash}\""),
            encoding => format!("\"{hash}-{encoding}\""),
        };
        let tag = HeaderValue::try_from(tag).expect("digits and letters");
        headers.insert(ETAG, tag.clone());
        // The cookie decides about colours and about being signed in.
        headers.insert(VARY, HeaderValue::from_static("accept-encoding, cookie"));
        if !encoding.is_empty() {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        Self { bytes, headers, tag }
    }
}

/// Whether a list of tags, as a client sends it, has this one.
pub(super) fn names(list: &str, tag: &HeaderValue) -> bool {
    let mut given = list.split(',').map(str::trim);
    given.any(|given| given == "*" || tag == given.strip_prefix("W/").unwrap_or(given))
}
