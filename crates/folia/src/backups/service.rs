use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kernel::{Id, Timestamp};
use media::Media;
use store::{Store, StoreError, Transaction};
use tokio::sync::watch;

use super::counters::Counters;
use super::kind::{BackupState, GoodBackup, Holder};
use super::name::{is_unmarked, mark, name};
use super::place::BackupPlace;
use super::rules::{LEASE, is_due, pause, too_many};
use crate::app::AppError;
use crate::archive::{self, ArchiveError, Written};
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
        if let Some(good) = &state.last_good {
            self.counters.show(good);
        }
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

    async fn make(&self, id: Id, progress: &Progress) -> Result<GoodBackup, ArchiveError> {
        let name = name(self.store.clock().now(), &mark(id));
        let (place, named) = (self.place.clone(), name.clone());
        let preparing = tokio::task::spawn_blocking(move || place.prepare(&named));
        let file = preparing.await.map_err(std::io::Error::other)??;
        let (written, draft) =
            archive::draft(&self.store, &self.media, &file, &self.workplace, progress).await?;
        let Written { made_at, documents, files, missing, faults, .. } = written;
        if missing > 0 {
            let misses = "a backup misses files of media; the last one that has more of them stays";
            tracing::warn!(file = name, missing, "{misses}");
            let file = name.clone();
            // Before it has its name, so that nobody ever takes it for whole.
            self.change(id, move |state| _ = state.missing.insert(file.clone(), missing)).await?;
        }
        let bytes = self.place.keep(&name, draft).await?;
        let faults = faults + missing;
        Ok(GoodBackup { file: name, made_at, bytes, documents, files, faults })
    }

    async fn settle(
        &self,
        id: Id,
        claim: Id,
        every: Duration,
        outcome: Result<GoodBackup, ArchiveError>,
    ) -> Result<(), StoreError> {
        let now = self.store.clock().now();
        match outcome {
            Ok(good) => {
                let GoodBackup { file, bytes, documents, files, faults, .. } = &good;
                let done = "a backup was written and read back";
                tracing::info!(file, bytes, documents, files, faults, "{done}");
                self.counters.show(&good);
                // Before the note, which needs room where there may be none left.
                let told = |error: &ArchiveError| tracing::warn!(%error, "old backups are left");
                let left = self.remove_old().await.inspect_err(told).ok();
                self.change(id, move |state| {
                    state.has_made(good.clone());
                    if let Some(left) = &left {
                        state.forget_all_but(left, now);
                    }
                    release(state, claim);
                })
                .await
            }
            Err(error) => {
                self.counters.count_failure();
                let last_good = self.state().await?.last_good.map(|good| good.made_at.to_string());
                let last_good = last_good.unwrap_or_else(|| "never".to_owned());
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

    /// Keeps as many of this site as are wanted, and tells which are there. What cannot be removed now goes after the
    /// next backup.
    async fn remove_old(&self) -> Result<Vec<String>, ArchiveError> {
        let (names, state) = (self.place.list().await?, self.state().await?);
        let (mut ours, others): (Vec<_>, Vec<_>) =
            names.into_iter().partition(|name| state.has_written(name));
        let left = others.iter().filter(|name| is_unmarked(name)).count();
        if left > 0 {
            tracing::info!(left, "backups that do not tell whose they are stay for ever");
        }
        let (keep, now) = (self.settings.keep, self.store.clock().now());
        for name in too_many(ours.clone(), keep, &state.missing, now) {
            match self.place.remove(&name).await {
                Ok(()) => {
                    tracing::info!(file = name, "an old backup was removed");
                    ours.retain(|it| *it != name);
                }
                Err(error) => tracing::warn!(%error, file = name, "an old backup is left"),
            }
        }
        Ok(ours)
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
