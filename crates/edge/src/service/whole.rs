use std::future::ready;

use axum::body::{Body, to_bytes};
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use http::response::Parts;

/// All bytes of an answer of a known length. One that breaks off goes out broken: as far as it goes is nothing that
/// anybody could use.
pub(super) async fn take(response: Response) -> Result<(Parts, Bytes), Response> {
    let (head, body) = response.into_parts();
    match to_bytes(body, usize::MAX).await {
        Ok(bytes) => Ok((head, bytes)),
        Err(error) => {
            let broken = stream::once(ready(Err::<Bytes, _>(error)));
            Err(Response::from_parts(head, Body::from_stream(broken)))
        }
    }
}
