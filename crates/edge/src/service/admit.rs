use axum::extract::Request;
use http::header::{AUTHORIZATION, COOKIE, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderValue};
use kernel::Code;

use crate::Problem;
use crate::connection::TwoLengths;

const LONGEST_ADDRESS: usize = 8 * 1024;
const MOST_HEADER_BYTES: usize = 32 * 1024;
/// HTTP/1.1 has this limit before we see a request; HTTP/2 has it here.
const MOST_HEADERS: usize = 100;
/// All of it as HTTP/2 counts, where a field has 32 bytes more than its letters (RFC 9113, 6.5.2). For twice as many, as
/// a cookie may come in pieces, and what is asked for in fields of its own.
pub(crate) const LARGEST_HEAD: u32 =
    (LONGEST_ADDRESS + MOST_HEADER_BYTES + 2 * 32 * MOST_HEADERS) as u32;
/// What a header costs beside its letters, about.
const BESIDE_LETTERS: usize = 200;

/// Turns away what is out of bounds before anything looks at it closely.
pub(super) fn check(request: &Request) -> Result<(), Problem> {
    if address_bytes(request) > LONGEST_ADDRESS {
        let detail = format!("An address may have up to {LONGEST_ADDRESS} bytes.");
        return Err(Problem::new(Code::UriTooLong, detail));
    }
    if header_bytes(request) > MOST_HEADER_BYTES {
        let detail = format!("Headers may have up to {MOST_HEADER_BYTES} bytes together.");
        return Err(Problem::new(Code::HeadersTooLarge, detail));
    }
    if request.headers().len() > MOST_HEADERS {
        let detail = format!("A request may have up to {MOST_HEADERS} headers.");
        return Err(Problem::new(Code::HeadersTooLarge, detail));
    }
    // Doubt about where a body ends is how one server is made to disagree with the next.
    if request.extensions().get::<TwoLengths>().is_some() {
        return Err(Problem::malformed("Content-Length and Transfer-Encoding exclude each other."));
    }
    let encodings = request.headers().get_all(TRANSFER_ENCODING).iter();
    // Anything else would have to be undone before the end of the body is known. `chunked` alone is
    // what HTTP/1.1 demands.
    if encodings.map(HeaderValue::as_bytes).any(|value| !value.eq_ignore_ascii_case(b"chunked")) {
        return Err(Problem::malformed("The only Transfer-Encoding is chunked."));
    }
    if !well_escaped(request.uri().path()) {
        // The router would decode what it can and leave the rest, so two spellings would mean one
        // address.
        return Err(Problem::malformed("The address has a broken percent escape."));
    }
    Ok(())
}

/// What a head takes while its request waits.
pub(super) fn head_cost(request: &Request) -> usize {
    address_bytes(request) + header_bytes(request) + request.headers().len() * BESIDE_LETTERS
}

fn address_bytes(request: &Request) -> usize {
    request.uri().path().len() + request.uri().query().map_or(0, str::len)
}

fn header_bytes(request: &Request) -> usize {
    request.headers().iter().map(|(name, value)| name.as_str().len() + value.len()).sum()
}

pub(super) fn has_credential(headers: &HeaderMap) -> bool {
    headers.contains_key(AUTHORIZATION) || headers.contains_key(COOKIE)
}

fn well_escaped(path: &str) -> bool {
    let bytes = path.as_bytes();
    memchr::memchr_iter(b'%', bytes).all(|at| {
        matches!(bytes.get(at + 1..at + 3), Some(digits) if digits.iter().all(u8::is_ascii_hexdigit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_head_that_is_taken_fits_and_little_more() {
        let most = LONGEST_ADDRESS + MOST_HEADER_BYTES + (MOST_HEADERS + 4) * 32;
        assert!((most..most + 4096).contains(&(LARGEST_HEAD as usize)));
    }

    #[test]
    fn a_head_of_many_short_headers_costs_more_than_its_letters() {
        let mut request = Request::new(axum::body::Body::empty());
        let before = head_cost(&request);
        for number in 0..50 {
            let name = http::HeaderName::try_from(format!("x{number}")).unwrap();
            request.headers_mut().insert(name, HeaderValue::from_static(""));
        }
        assert!(head_cost(&request) - before >= 50 * 200);
    }

    #[test]
    fn percent_escapes_need_two_digits() {
        for good in ["/", "/a%20b", "/%C3%A9", "/%00"] {
            assert!(well_escaped(good), "{good}");
        }
        for bad in ["/%", "/%2", "/%zz", "/a%2"] {
            assert!(!well_escaped(bad), "{bad}");
        }
    }
}
