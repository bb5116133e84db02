//! Places for work that keeps a processor busy. When there are more who want one than places, whoever came last is next.
//!
//! In order, everybody would wait for as long as a visitor does before leaving, and most work would be done for somebody
//! who has left. So under more load than can be served those who are served have waited for a moment; the others wait
//! for a lull, and are asked to come back when none comes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::render::RenderError;

/// Whoever waits longer is asked to come back, instead of queueing up the whole internet.
const PATIENCE: Duration = Duration::from_secs(10);
/// From so many on, those who have left are looked for before somebody joins.
const MANY: usize = 64;

#[derive(Clone, Debug)]
pub(crate) struct Places {
    line: Arc<Mutex<Line>>,
    patience: Duration,
}

#[derive(Debug)]
struct Line {
    free: usize,
    /// Those who wait, the last who came at the end. Some may have left.
    waiting: Vec<oneshot::Sender<Place>>,
    /// When to look for those who have left.
    many: usize,
}

/// Given back when dropped.
#[derive(Debug)]
pub(crate) struct Place(Option<Places>);

impl Places {
    pub(crate) fn new(free: usize) -> Self {
        let line = Line { free, waiting: Vec::new(), many: MANY };
        Self { line: Arc::new(Mutex::new(line)), patience: PATIENCE }
    }

    pub(crate) async fn take(&self) -> Result<Place, RenderError> {
        let next = match self.join() {
            Ok(place) => return Ok(place),
            Err(next) => next,
        };
        match tokio::time::timeout(self.patience, next).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(RenderError::Busy),
        }
    }

    /// A place, or where one will come.
    fn join(&self) -> Result<Place, oneshot::Receiver<Place>> {
        let mut line = self.line();
        if line.free > 0 {
            line.free -= 1;
            return Ok(Place(Some(self.clone())));
        }
        if line.waiting.len() >= line.many {
            line.waiting.retain(|waiting| !waiting.is_closed());
            line.many = MANY.max(2 * line.waiting.len());
        }
        let (place, next) = oneshot::channel();
        line.waiting.push(place);
        Err(next)
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whose turn it is now, or nobody's: then the place is free.
    fn next(&self) -> Option<oneshot::Sender<Place>> {
        let mut line = self.line();
        let next = line.waiting.pop();
        if next.is_none() {
            line.free += 1;
        }
        next
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(places) = self.0.take() else { return };
        while let Some(next) = places.next() {
            match next.send(Place(Some(places.clone()))) {
                Ok(()) => return,
                // They have left. It is not given back by itself, as that would be here again.
                Err(mut place) => drop(place.0.take()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_came_last_is_next_and_nobody_waits_for_ever() {
        let mut places = Places::new(1);
        let first = places.take().await.unwrap();
        let mut waiting: Vec<_> = (0..3).map(|_| Box::pin(places.take())).collect();
        for one in &mut waiting {
            assert!(futures_util::poll!(one).is_pending());
        }
        drop(first);
        let last = waiting.pop().unwrap().await.unwrap();
        for one in &mut waiting {
            assert!(futures_util::poll!(one).is_pending());
        }
        // One who has left is passed over.
        drop(waiting.pop());
        drop(last);
        drop(waiting.pop().unwrap().await.unwrap());
        drop(waiting);
        let held = places.take().await.unwrap();
        places.patience = Duration::from_millis(1);
        assert!(matches!(places.take().await, Err(RenderError::Busy)));
        drop(held);
        places.take().await.unwrap();
        assert_eq!(places.line().free, 1);
    }

    #[tokio::test]
    async fn a_place_that_came_to_somebody_who_left_is_free_again() {
        let places = Places::new(1);
        let first = places.take().await.unwrap();
        let mut waiting = Box::pin(places.take());
        assert!(futures_util::poll!(&mut waiting).is_pending());
        drop(first);
        assert_eq!(places.line().free, 0);
        drop(waiting);
        assert_eq!(places.line().free, 1);
    }

    #[tokio::test]
    async fn those_who_have_left_are_forgotten() {
        let places = Places::new(1);
        let _held = places.take().await.unwrap();
        for _ in 0..10 * MANY {
            let mut waiting = Box::pin(places.take());
            assert!(futures_util::poll!(&mut waiting).is_pending());
        }
        assert!(places.line().waiting.len() <= MANY, "{}", places.line().waiting.len());
    }
}
