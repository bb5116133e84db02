use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use http::{HeaderMap, HeaderValue, StatusCode};

use super::PageEndpoint;
use crate::assets::{Asset, Assets};
use crate::negotiate::Encoding;
use crate::{Problem, Tail};

/// Its address changes with its bytes, so whoever has it need not ask again.
const FOR_GOOD: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The files of pages, by the rest of the path.
pub(super) fn serve() -> PageEndpoint {
    PageEndpoint::new(answer, ()).same_for_all()
}

async fn answer(assets: Assets, Tail(file): Tail, headers: HeaderMap) -> Result<Response, Problem> {
    let asset = assets.find(&file).ok_or_else(Problem::not_found)?;
    Ok(respond(asset, &headers))
}

fn respond(asset: &'static Asset, headers: &HeaderMap) -> Response {
    let (bytes, encoding) = match Encoding::preferred(headers) {
        Encoding::Brotli => (asset.brotli, Encoding::Brotli),
        Encoding::Gzip => (asset.gzip, Encoding::Gzip),
        Encoding::Identity => (None, Encoding::Identity),
    };
    let (bytes, encoding) = match bytes {
        Some(bytes) => (bytes, encoding.header()),
        None => (asset.bytes, None),
    };
    // Each encoding is another sequence of bytes, and a strong tag stands for exactly one.
    let tag = match encoding.as_ref().and_then(|encoding| encoding.to_str().ok()) {
        Some(encoding) => format!("\"{}-{encoding}\"", asset.hash),
        None => format!("\"{}\"", asset.hash),
    };
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let known = known.is_some_and(|known| {
        known
            .split(',')
            .map(str::trim)
            .any(|given| given == "*" || given.strip_prefix("W/").unwrap_or(given) == tag)
    });
    let mut response = match known {
        true => Response::default(),
        false => Response::new(Body::from(Bytes::from_static(bytes))),
    };
    let headers = response.headers_mut();
    headers.reserve(12);
    headers.insert(CACHE_CONTROL, FOR_GOOD);
    headers.insert(ETAG, HeaderValue::try_from(tag).expect("digits and letters"));
    // A cache must not hand the brotli form to somebody who cannot read it, nor keep two copies of
    // what has one form.
    if asset.brotli.is_some() || asset.gzip.is_some() {
        headers.insert(VARY, ACCEPT_ENCODING.into());
    }
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(asset.media_type));
    if let Some(encoding) = encoding {
        headers.insert(CONTENT_ENCODING, encoding);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    static STYLE: Asset = Asset {
        name: "a.css",
        file: "a.12.css",
        media_type: "text/css; charset=utf-8",
        hash: "12",
        bytes: b"plain",
        brotli: Some(b"br"),
        gzip: None,
    };

    fn asked(pairs: &[(http::HeaderName, &'static str)]) -> Response {
        let pairs =
            pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        respond(&STYLE, &pairs.collect())
    }

    #[test]
    fn each_encoding_has_its_own_tag_and_what_is_not_there_is_sent_plain() {
        for (accepted, encoding, tag) in
            [("br", Some("br"), "\"12-br\""), ("gzip", None, "\"12\""), ("", None, "\"12\"")]
        {
            let answer = asked(&[(ACCEPT_ENCODING, accepted)]);
            let given = answer.headers().get(CONTENT_ENCODING).map(|it| it.to_str().unwrap());
            assert_eq!(given, encoding, "{accepted}");
            assert_eq!(answer.headers()[ETAG], tag);
            assert_eq!(answer.headers()[VARY], "accept-encoding");
        }
    }

    #[test]
    fn whoever_has_it_gets_nothing_again() {
        let fresh = asked(&[(ACCEPT_ENCODING, "br"), (IF_NONE_MATCH, "\"x\", W/\"12-br\"")]);
        assert_eq!(fresh.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(fresh.headers()[CACHE_CONTROL], FOR_GOOD);
        let other = asked(&[(IF_NONE_MATCH, "\"12-br\"")]);
        assert_eq!(other.status(), StatusCode::OK);
    }
}
