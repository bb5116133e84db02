//! Long answers that were written for one reader alone are in memory until they have been read. All of them together
//! have a limit, however many ask for them and do not read. What lies ready for all is in memory once.

use std::future::{Ready, ready};
use std::sync::Arc;

use axum::body::HttpBody;
use axum::response::Response;
use bytes::Bytes;
use futures_util::future::{BoxFuture, Either};
use kernel::{Code, Role};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::whole;
use crate::{Principal, Problem};

/// What is shorter is not counted: of those there are no more than there are requests at a time.
const SHORT: u64 = 64 * 1024;
const MOST_IN_ALL: usize = 128 * 1024 * 1024;

#[derive(Clone, Debug)]
pub(super) struct Unread(Arc<Semaphore>);

type Answer = Result<Response, Problem>;
type Counting = Either<Ready<Answer>, BoxFuture<'static, Answer>>;

impl Unread {
    pub(super) fn new() -> Self {
        Self(Arc::new(Semaphore::new(MOST_IN_ALL)))
    }

    /// The answer, counted until it was read, or a refusal. Whoever runs the site is not kept out by those who only
    /// visit it.
    pub(super) fn count(&self, response: Response, reader: &Principal) -> Counting {
        let is_long = response.body().size_hint().exact().is_some_and(|length| length > SHORT);
        let is_admin = reader.caller().is_some_and(|caller| caller.role == Role::Admin);
        match is_long && !is_admin {
            true => Either::Right(Box::pin(counted(response, self.0.clone()))),
            false => Either::Left(ready(Ok(response))),
        }
    }
}

async fn counted(response: Response, space: Arc<Semaphore>) -> Answer {
    let (head, bytes) = match whole::take(response).await {
        Ok(taken) => taken,
        Err(broken) => return Ok(broken),
    };
    if !bytes.is_unique() {
        return Ok(Response::from_parts(head, bytes.into()));
    }
    // One that is longer than all may be is answered when there is no other.
    let length = u32::try_from(bytes.len().min(MOST_IN_ALL)).unwrap_or(u32::MAX);
    let taken = space.try_acquire_many_owned(length);
    let taken = taken.map_err(|_| {
        Problem::new(Code::Busy, "Too many long answers are being read at the moment.")
    })?;
    let counted = Bytes::from_owner(Counted { bytes, _taken: taken });
    Ok(Response::from_parts(head, counted.into()))
}

struct Counted {
    bytes: Bytes,
    _taken: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    async fn count(unread: &Unread, body: Bytes) -> Result<Response, u16> {
        let answer = unread.count(Response::new(body.into()), &Principal::default()).await;
        answer.map_err(|problem| problem.code().status())
    }

    fn long() -> Bytes {
        vec![b'x'; MOST_IN_ALL / 4].into()
    }

    #[tokio::test]
    async fn long_answers_that_nobody_reads_have_a_limit_together() {
        let unread = Unread::new();
        let mut held = Vec::new();
        for _ in 0..4 {
            held.push(count(&unread, long()).await.unwrap());
        }
        assert_eq!(count(&unread, long()).await.map(drop), Err(503));
        // What is short, and what lies ready for all, takes nothing.
        let ready = long();
        for body in [Bytes::from("short"), ready.clone(), Bytes::from_static(&[b'x'; 100_000])] {
            count(&unread, body).await.unwrap();
        }
        // Taken from the answer, and not written yet.
        let mut answer = held.pop().unwrap();
        let piece = answer.body_mut().frame().await.unwrap().unwrap().into_data().unwrap();
        drop(answer);
        assert_eq!(count(&unread, long()).await.map(drop), Err(503));
        assert_eq!(piece.len(), long().len());
        drop(piece);
        count(&unread, long()).await.unwrap();
    }

    #[tokio::test]
    async fn one_that_is_longer_than_all_may_be_is_answered() {
        let unread = Unread::new();
        let longer = count(&unread, vec![b'x'; MOST_IN_ALL + 1].into()).await.unwrap();
        assert_eq!(count(&unread, long()).await.map(drop), Err(503));
        drop(longer);
        count(&unread, long()).await.unwrap();
    }
}
