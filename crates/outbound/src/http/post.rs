use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderValue, Request};

use super::HttpError;
use crate::Secret;

/// A JSON question to a service that may want a key, which nobody prints.
pub(crate) fn post_json(
    url: &str,
    body: Bytes,
    api_key: Option<&Secret>,
) -> Result<Request<Bytes>, HttpError> {
    let unsendable = |what: &str| HttpError::Unsendable(what.to_owned());
    let mut request = Request::post(url)
        .header(CONTENT_TYPE, "application/json")
        .body(body)
        .map_err(|_| unsendable("the address"))?;
    if let Some(secret) = api_key {
        let mut value = HeaderValue::try_from(format!("Bearer {}", secret.reveal()))
            .map_err(|_| unsendable("the key"))?;
        // So that no log of a library below us prints it.
        value.set_sensitive(true);
        request.headers_mut().insert(AUTHORIZATION, value);
    }
    Ok(request)
}

/// An address that may or may not name the endpoint at its end, with it.
pub(crate) fn endpoint(url: &str, ending: &str) -> String {
    let trimmed = url.trim_end_matches('/');
    match trimmed.ends_with(ending) {
        true => trimmed.to_owned(),
        false => format!("{trimmed}{ending}"),
    }
}
