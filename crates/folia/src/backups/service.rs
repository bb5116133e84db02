use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kernel::{Id, Timestamp};
use media::Media;
use store::{Store, StoreError, Transaction};
use tokio::sync::watch;

use super::counters::Counters;
use super::kind::{BackupState, Cleared, GoodBackup, Holder, StuckBackup};
use super::name::{is_unmarked, mark, name};
use super::place::BackupPlace;
use super::rules::{LEASE, is_due, pause, too_many};
use crate::app::AppError;
use crate::archive::{self, ArchiveError, Worth, Written};
use crate::config::{BackupSettings, Config};
use crate::progress::Progress;

/// How often to look whether one is due.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// How often a node at work says so.
const RENEW_EVERY: Duration = Duration::from_secs(30);

/// The backups that a site makes of itself. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Backups {
    store: Store,
    media: Media,
    settings: BackupSettings,
    place: Arc<BackupPlace>,
    /// Where a database can work, to read a backup back.
    workplace: PathBuf,
    counters: Counters,
}

impl Backups {
    pub(crate) fn open(
        store: Store,
        media: Media,
        config: &Config,
        metrics: &edge::Metrics,
    ) -> Result<Self, AppError> {
        let own = config.data_dir.join("backups");
        Ok(Self {
            store,
            media,
            place: Arc::new(BackupPlace::open(&config.backup.location, &own)?),
            workplace: config.data_dir.clone(),
            counters: Counters::register(metrics, config.backup.every),
            settings: config.backup.clone(),
        })
    }

    /// Looks after the schedule until the service stops. A backup in the making is then given up.
    pub(crate) async fn run(self, mut stop: watch::Receiver<bool>) {
        let Some(every) = self.settings.every else { return };
        // Of the database, which cannot be asked to remember them.
        let mut failures = 0;
        loop {
            let progress = Progress::default();
            let made = tokio::select! {
                made = self.make_if_due(every, &progress) => made,
                () = stopped(&mut stop) => {
                    progress.stop();
                    return;
                }
            };
            let wait = match made {
                Ok(_) => {
                    failures = 0;
                    LOOK_EVERY
                }
                Err(error) => {
                    failures += 1;
                    let what = "a backup cannot be begun or noted and will be tried again";
                    tracing::error!(%error, "{what}");
                    pause(failures, every)
                }
            };
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = stopped(&mut stop) => return,
            }
        }
    }

    /// For the one process that serves an embedded database: whoever was at work is dead.
    pub(crate) async fn release(&self) -> Result<(), StoreError> {
        if self.settings.every.is_none() {
            return Ok(());
        }
        let state = self.state().await?;
        match state.holder {
            None => Ok(()),
            Some(_) => self.change(state.id, |state| state.holder = None).await,
        }
    }

    /// Makes a backup if one is due and no other node is at it. Tells whether it did, well or not.
    pub async fn run_due(&self) -> Result<bool, StoreError> {
        match self.settings.every {
            Some(every) => self.make_if_due(every, &Progress::default()).await,
            None => Ok(false),
        }
    }

    async fn make_if_due(&self, every: Duration, progress: &Progress) -> Result<bool, StoreError> {
        let state = self.state().await?;
        self.counters.show(&state);
        // Looking costs next to nothing, a claim is a write.
        if !is_due(&state, every, self.store.clock().now()) {
            return Ok(false);
        }
        let id = state.id;
        let claimed = self.claim(id, every).await;
        // It was due, and there is none.
        let claimed = claimed.inspect_err(|_| self.counters.count_failure());
        let Some(claim) = claimed? else { return Ok(false) };
        let outcome = tokio::select! {
            outcome = self.make(id, progress) => outcome,
            never = self.keep_claim(id, claim) => match never {},
        };
        self.settle(id, claim, every, outcome).await?;
        Ok(true)
    }

    async fn make(&self, id: Id, progress: &Progress) -> Result<Made, ArchiveError> {
        let name = name(self.store.clock().now(), &mark(id));
        let (place, named) = (self.place.clone(), name.clone());
        let preparing = tokio::task::spawn_blocking(move || place.prepare(&named));
        let file = preparing.await.map_err(std::io::Error::other)??;
        let (written, draft) =
            archive::draft(&self.store, &self.media, &file, &self.workplace, progress).await?;
        let Written { made_at, documents, files, missing, broken, faults, worth, .. } = written;
        let worth = worth.remembered();
        if missing > 0 {
            let misses = "a backup misses files of media; older ones that have them stay";
            tracing::warn!(file = name, missing, "{misses}");
        }
        if !worth.is_whole() {
            let noted = (name.clone(), worth.clone());
            // Before it has its name. Those of which nobody knows stay, and must not become many.
            self.change(id, move |state| state.worth.extend([noted.clone()])).await?;
        }
        let bytes = self.place.keep(&name, draft).await?;
        let faults = faults + missing + broken;
        Ok(Made {
            backup: GoodBackup { file: name, made_at, bytes, documents, files, faults },
            worth,
        })
    }

    async fn settle(
        &self,
        id: Id,
        claim: Id,
        every: Duration,
        outcome: Result<Made, ArchiveError>,
    ) -> Result<(), StoreError> {
        let now = self.store.clock().now();
        match outcome {
            Ok(made) => {
                self.tell(&made).await?;
                // Before the note, which needs room where there may be none left.
                let told = |error: &ArchiveError| tracing::warn!(%error, "old backups are left");
                let cleared = self.remove_old(&made).await.inspect_err(told).ok();
                self.change(id, move |state| {
                    made.note(state);
                    if let Some(cleared) = &cleared {
                        state.forget(cleared);
                    }
                    release(state, claim);
                })
                .await
            }
            Err(error) => {
                self.counters.count_failure();
                let last_good = self.state().await?.last_good_at();
                tracing::error!(%error, last_good, "a backup failed and will be tried again");
                self.change(id, move |state| {
                    state.failures = state.failures.saturating_add(1);
                    state.next_try = Some(now.plus(pause(state.failures, every)));
                    release(state, claim);
                })
                .await
            }
        }
    }

    /// Says in the log and in the metrics what was made. One that cannot be brought back is kept, as it is better than
    /// none, and counts as a failure: whoever watches must not take it for a good one.
    async fn tell(&self, made: &Made) -> Result<(), StoreError> {
        let GoodBackup { file, bytes, documents, files, faults, .. } = &made.backup;
        let done = "a backup was written and read back";
        tracing::info!(file, bytes, documents, files, faults, "{done}");
        let mut state = self.state().await?;
        if !made.worth.comes_back {
            self.counters.count_failure();
            let last_good = state.last_good_at();
            let stuck =
                "a backup cannot be brought back, not even with --repair; the last good one stays";
            tracing::error!(file, last_good, "{stuck}");
        }
        made.note(&mut state);
        self.counters.show(&state);
        Ok(())
    }

    /// Keeps as many of this site as are wanted, and tells which are there. What cannot be removed now goes after the
    /// next backup.
    async fn remove_old(&self, made: &Made) -> Result<Cleared, ArchiveError> {
        let (names, mut state) = (self.place.list().await?, self.state().await?);
        // Of itself the document knows when it is written.
        state.worth.insert(made.backup.file.clone(), made.worth.clone());
        let (mut ours, others): (Vec<_>, Vec<_>) =
            names.into_iter().partition(|name| state.has_written(name));
        let left = others.iter().filter(|name| is_unmarked(name)).count();
        if left > 0 {
            tracing::info!(left, "backups that do not tell whose they are stay for ever");
        }
        let (keep, now) = (self.settings.keep, self.store.clock().now());
        let mut removed = Vec::new();
        for name in too_many(ours.clone(), keep, &state.worth, now) {
            match self.place.remove(&name).await {
                Ok(()) => {
                    tracing::info!(file = name, "an old backup was removed");
                    ours.retain(|it| *it != name);
                    removed.push(name);
                }
                Err(error) => tracing::warn!(%error, file = name, "an old backup is left"),
            }
        }
        Ok(Cleared { left: ours, removed })
    }

    async fn state(&self) -> Result<BackupState, StoreError> {
        self.store.find_or_make(BackupState::NAME, BackupState::new).await
    }

    /// Takes the work, unless another node has it by now.
    async fn claim(&self, id: Id, every: Duration) -> Result<Option<Id>, StoreError> {
        self.store
            .write(move |transaction| {
                let mut state = transaction.get::<BackupState>(id)?;
                if !is_due(&state.document, every, transaction.now()) {
                    return Ok(None);
                }
                let claim = transaction.generate_id();
                state.document.holder = Some(holder(claim, transaction.now()));
                transaction.replace(state)?;
                Ok(Some(claim))
            })
            .await
    }

    /// Tells the other nodes, again and again, that this one is at work.
    async fn keep_claim(&self, id: Id, claim: Id) -> Infallible {
        loop {
            tokio::time::sleep(RENEW_EVERY).await;
            let renewed: Result<(), StoreError> = self
                .store
                .write(move |transaction| {
                    let mut state = transaction.get::<BackupState>(id)?;
                    if state.document.holder.as_ref().is_some_and(|it| it.claim == claim) {
                        state.document.holder = Some(holder(claim, transaction.now()));
                        transaction.replace(state)?;
                    }
                    Ok(())
                })
                .await;
            if let Err(error) = renewed {
                tracing::warn!(%error, "other nodes may begin a backup beside this one");
            }
        }
    }

    async fn change(
        &self,
        id: Id,
        change: impl Fn(&mut BackupState) + Send + 'static,
    ) -> Result<(), StoreError> {
        self.store
            .write(move |transaction: &mut Transaction<'_>| {
                let mut state = transaction.get::<BackupState>(id)?;
                change(&mut state.document);
                transaction.replace(state).map(drop)
            })
            .await
    }
}

/// A backup that was written and read back, good or not.
#[derive(Clone, Debug)]
struct Made {
    backup: GoodBackup,
    worth: Worth,
}

impl Made {
    fn note(&self, state: &mut BackupState) {
        let GoodBackup { file, made_at, faults, .. } = &self.backup;
        state.worth.insert(file.clone(), self.worth.clone());
        match self.worth.comes_back {
            true => state.has_made(self.backup.clone()),
            false => state.is_stuck(StuckBackup { made_at: *made_at, faults: *faults }),
        }
    }
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // Nobody left who could say so is a stop as well.
    stop.wait_for(|stop| *stop).await.map(drop).ok();
}

fn holder(claim: Id, now: Timestamp) -> Holder {
    Holder { claim, until: now.plus(LEASE) }
}

/// Gives the work back, unless somebody else has it by now.
fn release(state: &mut BackupState, claim: Id) {
    state.holder.take_if(|holder| holder.claim == claim);
}
