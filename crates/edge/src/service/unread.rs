//! Long answers that were written for one reader alone are in memory until they have been read. All of them together
//! have a limit, those of visitors and those of members each. When it is reached, whoever has the most of them gives
//! way to those who have less, and of their answers the one of which nothing was read for longest. What lies ready for
//! all is in memory once.

use std::collections::HashMap;
use std::future::{Ready, ready};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::response::Response;
use bytes::Bytes;
use futures_util::future::{BoxFuture, Either};
use http_body::{Frame, SizeHint};
use kernel::Code;
use tokio::time::Instant;

use super::whole;
use crate::holder::{Held, Holder, Holdings, Wish};
use crate::{Problem, RequestContext};

/// What is shorter is not counted: of those there are no more than there are requests at a time.
const SHORT: u64 = 64 * 1024;
const MOST: usize = 64 * 1024 * 1024;
/// What is on its way to the reader, beside the answer, is a few of these.
const PIECE: usize = 16 * 1024;
/// An answer of which nothing was read for so long gives way to another of the same reader.
const IDLE: Duration = Duration::from_secs(1);

#[derive(Clone, Debug)]
pub(super) struct Unread {
    of_visitors: Arc<Shelf>,
    of_members: Arc<Shelf>,
}

type Counted = Result<Response, Problem>;
type Counting = Either<Ready<Counted>, BoxFuture<'static, Counted>>;

impl Unread {
    pub(super) fn new() -> Self {
        Self { of_visitors: Arc::default(), of_members: Arc::default() }
    }

    /// The answer, counted until it was read, or a refusal. Whoever runs the site may have any.
    pub(super) fn count(&self, response: Response, context: &RequestContext) -> Counting {
        if response.body().size_hint().exact().is_none_or(|length| length <= SHORT) {
            return Either::Left(ready(Ok(response)));
        }
        let holder = context.holder();
        let shelf = match holder {
            Holder::Visitor(_) => &self.of_visitors,
            Holder::Member(_) => &self.of_members,
            Holder::Admin(_) => return Either::Left(ready(Ok(response))),
        };
        let is_refused = response.status().is_client_error() || response.status().is_server_error();
        let has_done_something = !context.method().is_safe() && !is_refused;
        Either::Right(Box::pin(counted(response, shelf.clone(), holder, has_done_something)))
    }
}

async fn counted(
    response: Response,
    shelf: Arc<Shelf>,
    holder: Holder,
    has_done_something: bool,
) -> Counted {
    let (head, bytes) = match whole::take(response).await {
        Ok(taken) => taken,
        Err(broken) => return Ok(broken),
    };
    if !bytes.is_unique() {
        return Ok(Response::from_parts(head, bytes.into()));
    }
    // Without the room in which it was written.
    let bytes = Vec::from(bytes).into_boxed_slice();
    let kept = shelf.keep(bytes, holder, has_done_something).ok_or_else(|| {
        Problem::new(Code::Busy, "Too many long answers are being read at the moment.")
    })?;
    Ok(Response::from_parts(head, Body::new(kept)))
}

/// The answers that are being read.
#[derive(Debug, Default)]
struct Shelf(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    answers: HashMap<u64, Answer>,
    next: u64,
    bytes: usize,
}

#[derive(Debug)]
struct Answer {
    holder: Holder,
    bytes: Box<[u8]>,
    read_at: Instant,
}

impl Shelf {
    /// None where there is no room, and nobody who has more than this holder. What has been done is told, and whoever has the
    /// most gives way to that, so that all of them together stay within the limit.
    fn keep(
        self: &Arc<Self>,
        bytes: Box<[u8]>,
        holder: Holder,
        has_done_something: bool,
    ) -> Option<Reading> {
        let (mut kept, left) = (self.lock(), bytes.len());
        let giving_way = kept.giving_way_to(&holder, left, has_done_something)?;
        let given_way: Vec<_> = giving_way.into_iter().map(|number| kept.remove(number)).collect();
        let number = kept.next;
        kept.next += 1;
        kept.bytes += left;
        kept.answers.insert(number, Answer { holder, bytes, read_at: Instant::now() });
        drop(kept);
        // What was megabytes is given back while others go on.
        drop(given_way);
        Some(Reading { shelf: self.clone(), number, read: 0, left })
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// Those who make room for so much. None where that would not be enough.
    fn giving_way_to(&self, holder: &Holder, bytes: usize, insists: bool) -> Option<Vec<u64>> {
        // One that is longer than all may be is answered when there is no other.
        let missing = (self.bytes + bytes).saturating_sub(MOST).min(self.bytes);
        if missing == 0 {
            return Some(Vec::new());
        }
        let now = Instant::now();
        let held = self.answers.iter().map(|(number, answer)| Held {
            holder: &answer.holder,
            bytes: answer.bytes.len(),
            idle: now.saturating_duration_since(answer.read_at),
            what: Some(*number),
        });
        Holdings::of(held).grant(&Wish { holder, bytes, missing, patience: IDLE, insists })
    }

    fn remove(&mut self, number: u64) -> Option<Answer> {
        let answer = self.answers.remove(&number)?;
        self.bytes -= answer.bytes.len();
        Some(answer)
    }
}

/// An answer while it is read. Its bytes are given out as copies, so that all of it is free when it gives way.
#[derive(Debug)]
struct Reading {
    shelf: Arc<Shelf>,
    number: u64,
    read: usize,
    left: usize,
}

/// Somebody who reads less needed the room.
#[derive(Debug, thiserror::Error)]
#[error("the answer was not read, and gave way to others")]
struct GaveWay;

impl HttpBody for Reading {
    type Data = Bytes;
    type Error = GaveWay;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, GaveWay>>> {
        if self.left == 0 {
            return Poll::Ready(None);
        }
        let (shelf, from) = (self.shelf.clone(), self.read);
        let mut kept = shelf.lock();
        let Some(answer) = kept.answers.get_mut(&self.number) else {
            return Poll::Ready(Some(Err(GaveWay)));
        };
        answer.read_at = Instant::now();
        let to = (from + PIECE).min(answer.bytes.len());
        let piece = Bytes::copy_from_slice(&answer.bytes[from..to]);
        (self.read, self.left) = (to, answer.bytes.len() - to);
        let read = if self.left == 0 { kept.remove(self.number) } else { None };
        drop(kept);
        drop(read);
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left as u64)
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        let given_back = self.shelf.lock().remove(self.number);
        // Given back to the system after others may go on.
        drop(given_back);
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    fn visitor(number: u8) -> Holder {
        Holder::Visitor([192, 0, 2, number].into())
    }

    async fn count(shelf: &Arc<Shelf>, bytes: Bytes, holder: Holder) -> Result<Response, u16> {
        let answer = counted(Response::new(bytes.into()), shelf.clone(), holder, false).await;
        answer.map_err(|problem| problem.code().status())
    }

    fn long() -> Bytes {
        vec![b'x'; MOST / 4].into()
    }

    fn held(shelf: &Shelf) -> usize {
        shelf.lock().bytes
    }

    async fn read(answer: Response) -> Result<usize, axum::Error> {
        Ok(answer.into_body().collect().await?.to_bytes().len())
    }

    #[tokio::test]
    async fn long_answers_that_nobody_reads_have_a_limit_together() {
        let shelf = Arc::<Shelf>::default();
        let mut answers = Vec::new();
        for number in 0..4 {
            answers.push(count(&shelf, long(), visitor(number)).await.unwrap());
        }
        assert_eq!(held(&shelf), MOST);
        // Nobody has more than those who have something already.
        assert_eq!(count(&shelf, long(), visitor(0)).await.map(drop), Err(503));
        assert_eq!(count(&shelf, long(), visitor(9)).await.map(drop), Err(503));
        // What lies ready for all takes nothing.
        let ready = long();
        for body in [ready.clone(), Bytes::from_static(&[b'x'; 100_000])] {
            count(&shelf, body, visitor(0)).await.unwrap();
        }
        let mut answer = answers.pop().unwrap();
        assert_eq!(answer.body().size_hint().exact(), Some(long().len() as u64));
        let piece = answer.body_mut().frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!((piece.len(), held(&shelf)), (PIECE, MOST), "all of it, until the last piece");
        assert_eq!(read(answer).await.unwrap(), long().len() - PIECE);
        assert_eq!(held(&shelf), MOST - long().len());
        drop(answers);
        assert_eq!(held(&shelf), 0);
    }

    #[tokio::test]
    async fn whoever_has_the_most_gives_way_to_those_who_have_less() {
        let shelf = Arc::<Shelf>::default();
        let modest = count(&shelf, long(), visitor(1)).await.unwrap();
        let mut greedy = Vec::new();
        for _ in 0..3 {
            greedy.push(count(&shelf, long(), visitor(2)).await.unwrap());
        }
        // It reads, so it is not the first to go.
        greedy[0].body_mut().frame().await.unwrap().unwrap();
        let newcomer = count(&shelf, long(), visitor(3)).await.unwrap();
        assert_eq!(held(&shelf), MOST);
        let mut lengths = Vec::new();
        for answer in greedy {
            lengths.push(read(answer).await.ok());
        }
        assert_eq!(lengths, [Some(long().len() - PIECE), None, Some(long().len())]);
        for answer in [modest, newcomer] {
            assert_eq!(read(answer).await.unwrap(), long().len());
        }
    }

    #[tokio::test]
    async fn what_has_been_done_is_told_and_takes_no_more_than_all_may() {
        let shelf = Arc::<Shelf>::default();
        let tell =
            |number| counted(Response::new(long().into()), shelf.clone(), visitor(number), true);
        let mut told = Vec::new();
        for number in 0..20 {
            told.push(tell(number).await.unwrap());
            assert!(held(&shelf) <= MOST);
        }
        assert_eq!(held(&shelf), MOST);
        let mut whole = 0;
        for answer in told {
            whole += usize::from(read(answer).await.is_ok());
        }
        assert_eq!(whole, 4);
    }

    #[tokio::test]
    async fn of_one_reader_what_is_not_read_gives_way_to_what_is_asked_for_later() {
        let shelf = Arc::<Shelf>::default();
        let mut answers = Vec::new();
        for _ in 0..4 {
            answers.push(count(&shelf, long(), visitor(1)).await.unwrap());
        }
        assert_eq!(count(&shelf, long(), visitor(1)).await.map(drop), Err(503));
        tokio::time::sleep(IDLE).await;
        count(&shelf, long(), visitor(1)).await.unwrap();
        let gone = answers.remove(0);
        assert!(read(gone).await.is_err() || read(answers.remove(0)).await.is_err());
    }

    #[tokio::test]
    async fn one_that_is_longer_than_all_may_be_is_answered() {
        let shelf = Arc::<Shelf>::default();
        let longer = count(&shelf, vec![b'x'; MOST + 1].into(), visitor(1)).await.unwrap();
        assert_eq!(count(&shelf, long(), visitor(1)).await.map(drop), Err(503));
        drop(longer);
        count(&shelf, long(), visitor(1)).await.unwrap();
    }
}
