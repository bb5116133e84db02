//! Whether what the site depends on answers. Anybody may ask, as often as they like, so nobody is asked
//! on their behalf more than once a second; and whoever does not answer soon does not answer.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use media::Media;
use store::Store;
use tokio::time::Instant;

/// How long what was seen counts.
const FRESH: Duration = Duration::from_secs(1);
/// How long a dependency may take. Together with waiting for a look of somebody else, an answer takes
/// less than a second.
const PATIENCE: Duration = Duration::from_millis(800);

type Look = Arc<dyn Fn() -> BoxFuture<'static, Result<(), String>> + Send + Sync>;

#[derive(Clone)]
pub(crate) struct Readiness(Arc<Shared>);

struct Shared {
    database: Look,
    media: Look,
    seen: Mutex<Option<(Instant, Seen)>>,
    /// Held by whoever looks.
    looking: tokio::sync::Mutex<()>,
}

/// What was seen, with the reason where something does not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) database: Result<(), String>,
    pub(crate) media: Result<(), String>,
}

impl Readiness {
    pub(crate) fn new(store: Store, media: Media) -> Self {
        Self::of(
            Arc::new(move || {
                let store = store.clone();
                // Asked for real: a pool that still has connections says nothing about the server
                // behind it.
                Box::pin(async move { store.ping().await.map_err(|error| error.to_string()) })
            }),
            Arc::new(move || {
                let media = media.clone();
                Box::pin(async move { media.ping().await.map_err(|error| error.to_string()) })
            }),
        )
    }

    fn of(database: Look, media: Look) -> Self {
        let (seen, looking) = (Mutex::default(), tokio::sync::Mutex::default());
        Self(Arc::new(Shared { database, media, seen, looking }))
    }

    pub(crate) async fn look(&self) -> Seen {
        if let Some(seen) = self.fresh() {
            return seen;
        }
        let _looking = self.0.looking.lock().await;
        // Somebody else has looked meanwhile.
        if let Some(seen) = self.fresh() {
            return seen;
        }
        let (database, media) = tokio::join!(within((self.0.database)()), within((self.0.media)()));
        let seen = Seen { database, media };
        *self.0.seen.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((Instant::now(), seen.clone()));
        seen
    }

    fn fresh(&self) -> Option<Seen> {
        let seen = self.0.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.as_ref().filter(|(at, _)| at.elapsed() < FRESH).map(|(_, seen)| seen.clone())
    }
}

async fn within(look: BoxFuture<'static, Result<(), String>>) -> Result<(), String> {
    let late = || Err("it did not answer in time".to_owned());
    tokio::time::timeout(PATIENCE, look).await.unwrap_or_else(|_| late())
}

impl std::fmt::Debug for Readiness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Readiness").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;

    use super::*;

    fn counted(answer: Result<(), &'static str>) -> (Look, Arc<AtomicUsize>) {
        let count = Arc::new(AtomicUsize::new(0));
        let counting = count.clone();
        let look: Look = Arc::new(move || {
            counting.fetch_add(1, Ordering::SeqCst);
            Box::pin(async move {
                tokio::task::yield_now().await;
                answer.map_err(str::to_owned)
            })
        });
        (look, count)
    }

    #[tokio::test]
    async fn many_questions_are_one_look() {
        let (database, asked) = counted(Ok(()));
        let (media, _) = counted(Err("refused"));
        let readiness = Readiness::of(database, media);
        let began = Instant::now();
        let seen = join_all((0..1000).map(|_| readiness.look())).await;
        let expected = Seen { database: Ok(()), media: Err("refused".to_owned()) };
        assert!(seen.iter().all(|seen| *seen == expected));
        let most = 1 + began.elapsed().as_secs();
        let asked = u64::try_from(asked.load(Ordering::SeqCst)).unwrap();
        assert!(asked <= most, "{asked} looks in {:?}", began.elapsed());
    }

    #[tokio::test]
    async fn what_hangs_does_not_answer_and_holds_up_nobody() {
        let (media, _) = counted(Ok(()));
        let hanging: Look = Arc::new(|| Box::pin(std::future::pending()));
        let readiness = Readiness::of(hanging, media);
        let seen = join_all((0..100).map(|_| readiness.look())).await;
        assert!(seen.iter().all(|seen| seen.database.is_err() && seen.media.is_ok()));
    }
}
