//! Requests that a client may send again when it did not hear what became of them
//! (`Idempotency-Key`, an IETF draft).

use axum::extract::{FromRequest, Request};
use http::HeaderMap;
use kernel::Id;
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use store::Once;

use crate::{Problem, RequestContext, json};

pub(crate) const NAME: &str = "Idempotency-Key";
pub(crate) const DESCRIPTION: &str = "Makes the request safe to repeat: within 24 hours (91 days \
                                      for content items) the same request of the same account \
                                      under the same key is answered as the first one was, and \
                                      does nothing again. Another request under that key is \
                                      refused.";
/// As long as any key that people make, and short enough to be no body.
const LONGEST: usize = 200;

/// A JSON body that may come again, with what it is known by then.
#[derive(Clone, Debug)]
pub struct Repeatable<T> {
    pub body: T,
    /// Absent when the client has given no key.
    pub once: Option<Once>,
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Repeatable<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Self::Rejection> {
        let key = word_in_header(request.headers(), NAME)?;
        let context = request.extensions().get::<RequestContext>().cloned();
        let read = json::read(request).await?;
        let body = json::parse(&read)?;
        let once = key.zip(context).map(|(key, context)| {
            Once::new(name(&context, &key), digits(&Sha256::digest(&read[..])))
        });
        Ok(Self { body, once })
    }
}

/// A header that is a short word of the client's own, with or without the quotes that the draft asks
/// for.
pub fn word_in_header(headers: &HeaderMap, name: &str) -> Result<Option<String>, Problem> {
    let mut given = headers.get_all(name).iter();
    let Some(value) = given.next() else { return Ok(None) };
    let refusal = || Problem::invalid_field(name, "must be 1 to 200 visible ASCII characters");
    let text = value.to_str().map_err(|_| refusal())?.trim();
    let word = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
    let is_fine = (1..=LONGEST).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_graphic());
    // Of two it would be a guess which one is meant.
    if !is_fine || given.next().is_some() {
        return Err(refusal());
    }
    Ok(Some(word.to_owned()))
}

/// The same for the same account, route and key, and for nothing else.
fn name(context: &RequestContext, key: &str) -> Id {
    let account = context.principal().caller().map_or("", |caller| caller.user_id.as_str());
    let route = meant(context.uri().path());
    let mut digest = Sha256::new();
    for part in [account, context.method().as_str(), key]
        .into_iter()
        .chain(route.iter().map(|part| &**part))
    {
        // With its length, so that no part can reach into the next.
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    let digest = digest.finalize();
    let (half, _) = digest.split_first_chunk().expect("a digest has 32 bytes");
    Id::from_bytes(*half)
}

/// The parts of an address as the router and the handlers read them: one thing that is spelled in two
/// ways is one thing.
fn meant(path: &str) -> Vec<String> {
    // The API answers under both.
    let path = path.strip_prefix("/api").filter(|rest| rest.starts_with('/')).unwrap_or(path);
    path.split('/')
        .map(|part| percent_decode_str(part).decode_utf8_lossy())
        .map(|part| part.parse::<Id>().map_or_else(|_| part.into_owned(), |id| id.to_string()))
        .collect()
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn read(values: &[&str]) -> Option<Option<String>> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(NAME, HeaderValue::from_str(value).unwrap());
        }
        word_in_header(&headers, NAME).ok()
    }

    #[test]
    fn a_key_is_one_short_word_with_or_without_quotes() {
        assert_eq!(read(&[]), Some(None));
        for given in ["a-1", "\"a-1\"", " a-1 "] {
            assert_eq!(read(&[given]), Some(Some("a-1".to_owned())), "{given}");
        }
        let longest = "k".repeat(LONGEST);
        assert_eq!(read(&[&longest]), Some(Some(longest.clone())));
        for bad in [&["a", "b"][..], &[""], &["\"\""], &["a b"], &["é"], &[&(longest + "k")]] {
            assert_eq!(read(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn an_address_means_the_same_however_it_is_spelled() {
        let id = "0190d5a0-7c3e-7abc-8def-0123456789ab";
        for same in
            ["/content/story", "/api/content/story", "/content/%73tory", "/%63ontent/stor%79"]
        {
            assert_eq!(meant(same), ["", "content", "story"], "{same}");
        }
        let capital = id.to_uppercase();
        assert_eq!(meant(&format!("/a/{capital}/b")), meant(&format!("/api/a/{id}/b")));
        // What is decoded is no separator.
        assert_ne!(meant("/content%2Fstory"), meant("/content/story"));
        assert_ne!(meant("/content/page"), meant("/content/story"));
    }
}
