use std::ops::Range;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use edge::Problem;
use futures_util::stream::BoxStream;
use http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ETAG, IF_NONE_MATCH, IF_RANGE, RANGE,
};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use kernel::Code;

use crate::blobs::BlobError;
use crate::serve::Served;
use crate::serve::range::{self, Part};

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// What a client wants to know about a file, after its conditions are weighed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// It has this state already.
    Nothing,
    Part(Part),
}

impl Asked {
    pub(super) fn read(headers: &HeaderMap, tag: &str, size: u64) -> Self {
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let strong = |candidate: &str| candidate.trim() == tag;
        let weak = |candidate: &str| {
            let candidate = candidate.trim();
            candidate == "*" || candidate.trim_start_matches("W/") == tag
        };
        if text(IF_NONE_MATCH).is_some_and(|list| list.split(',').any(weak)) {
            return Self::Nothing;
        }
        // A part of another state than the client holds would be glued to the wrong rest.
        // A weak tag proves nothing about bytes, so `If-Range` needs a strong one.
        let unchanged = text(IF_RANGE).is_none_or(strong)
            && headers.get(IF_RANGE).is_none_or(|value| value.to_str().is_ok());
        let mut ranges = headers.get_all(RANGE).iter();
        // Two `Range` headers are as good as several ranges: the whole file.
        match (ranges.next().and_then(|value| value.to_str().ok()), ranges.next()) {
            (Some(range), None) if unchanged => Self::Part(range::read(range, size)),
            _ => Self::Part(Part::Whole),
        }
    }

    /// Which bytes have to be read for the answer.
    pub(super) fn wanted(&self, size: u64) -> Option<Range<u64>> {
        match self {
            Self::Part(Part::Whole) => Some(0..size),
            Self::Part(Part::Bytes(range)) => Some(range.clone()),
            Self::Nothing | Self::Part(Part::Beyond) => None,
        }
    }

    pub(super) fn answer(
        self,
        size: u64,
        tag: &str,
        served: &Served,
        bytes: Option<BoxStream<'static, Result<Bytes, BlobError>>>,
    ) -> Result<Response, Problem> {
        let value = |text: String| HeaderValue::try_from(text).map_err(Problem::internal);
        let wanted = self.wanted(size);
        let mut response = match (self, &wanted) {
            (Self::Part(Part::Beyond), _) => {
                let detail = "The file is shorter than that.";
                let mut response = Problem::new(Code::Range, detail).into_response();
                response.headers_mut().insert(CONTENT_RANGE, value(format!("bytes */{size}"))?);
                return Ok(response);
            }
            (Self::Nothing, _) => StatusCode::NOT_MODIFIED.into_response(),
            (Self::Part(part), wanted) => {
                let body = bytes.map_or_else(Body::empty, Body::from_stream);
                let mut response = Response::new(body);
                let headers = response.headers_mut();
                headers.insert(CONTENT_TYPE, value(served.media_type.clone())?);
                headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
                let range = wanted.clone().unwrap_or(0..size);
                headers.insert(CONTENT_LENGTH, (range.end - range.start).into());
                if let Part::Bytes(Range { start, end }) = part {
                    let last = end.saturating_sub(1);
                    headers.insert(CONTENT_RANGE, value(format!("bytes {start}-{last}/{size}"))?);
                    *response.status_mut() = StatusCode::PARTIAL_CONTENT;
                }
                response
            }
        };
        let headers = response.headers_mut();
        headers.insert(ETAG, value(tag.to_owned())?);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(served.caching));
        headers.insert(
            CONTENT_SECURITY_POLICY,
            // A picture that a browser takes for a page (SVG or HTML in disguise) can do nothing.
            HeaderValue::from_static("default-src 'none'; sandbox"),
        );
        // Other sites may show pictures of this one, as pictures on the web are meant to be.
        headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
        Ok(response)
    }
}
