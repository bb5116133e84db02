//! `folia serve`: from a configuration to a running site, and back down again in order.

use std::io::Write;
use std::net::SocketAddr;

use edge::Hosts;
use edge::serve::{Entrance, Limits};
use store::{Location, Options, StoreError};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::app::{App, AppError, open_store};
use crate::certificates::CertificateError;
use crate::config::Config;
use crate::data_dir::DataDir;
pub use crate::data_dir::DataDirError;
use crate::{login_link, secure};

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error(transparent)]
    DataDir(#[from] DataDirError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    App(#[from] AppError),
    #[error("cannot listen on {address}: {cause}")]
    Listen { address: SocketAddr, cause: std::io::Error },
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    #[error("cannot hear the signal to stop: {0}")]
    Signal(std::io::Error),
}

/// Serves until the process is told to stop.
pub async fn serve(config: &Config) -> Result<(), ServeError> {
    // First of all: two services on one folder would each believe to be alone with the index.
    let mut data = DataDir::claim(&config.data_dir)?;
    warn(config);
    let limits = within_descriptors(config.limits);
    if config.trusted_proxies.trusts_everybody() {
        tracing::warn!(
            "server.trusted_proxies trusts everybody: any visitor can claim any address, \
             unless a proxy that cannot be gone around stands in front"
        );
    }
    let store = open_store(&config.database, Options::default()).await?;
    // Jobs that a process held when it was killed. With the folder ours, none of them is still
    // being done.
    store.release_abandoned_jobs().await?;
    let app = App::new(store.clone(), config).await?;
    if matches!(config.database, Location::File(_)) {
        // Nobody else uses this site, so whatever is unfinished will stay so.
        if let Err(error) = app.media.clean_up(store.clock().now()).await {
            tracing::warn!(%error, "interrupted uploads could not be cleaned up");
        }
        app.backups.release().await?;
    }
    app.start_background();

    let address = config.listen;
    let cannot_listen = |cause| ServeError::Listen { address, cause };
    let listener = edge::serve::listen(address).map_err(cannot_listen)?;
    let address = listener.local_addr().map_err(cannot_listen)?;
    // Before the line is printed: whoever reads it may start commands beside us, or stop us at once.
    let hear = |kind| signal(kind).map_err(ServeError::Signal);
    let (mut terminate, mut interrupt) =
        (hear(SignalKind::terminate())?, hear(SignalKind::interrupt())?);
    data.note_address(address)?;
    print_line(&format!("listening on http://{address}"));
    offer_link(&app, address).await?;
    let service = app.http_service_for(hosts(config, address));
    let (clock, randomness) = (store.clock().clone(), store.randomness().clone());
    let secure = secure::open(config, &service, &app.metrics, clock, randomness)?;
    let mut entrances = vec![Entrance { listener, service, tls: None }];
    if let Some(secure) = secure {
        secure.lines.iter().for_each(|line| print_line(line));
        entrances.extend(secure.entrances);
        tokio::spawn(secure.keeper.run());
    }

    let (stopping, stop) = watch::channel(false);
    // Before requests are taken: what they leave for later begins at once.
    let jobs = tokio::spawn(app.jobs().run(stop.clone()));
    let backups = tokio::spawn(app.backups.clone().run(stop.clone()));
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping");
        stopping.send_replace(true);
    });
    // Returns when the last connection is done or its time is up.
    edge::serve::serve(entrances, app.metrics.clone(), limits, stop).await;
    // The job in hand is finished, unless it would hold up the stop for long.
    if tokio::time::timeout(config.limits.drain_timeout, jobs).await.is_err() {
        tracing::warn!("a job did not finish in time and will be started again");
    }
    // It stops at its next step and takes what it has begun with it.
    tokio::time::timeout(config.limits.drain_timeout, backups).await.ok();
    // After the jobs, which still write.
    store.close().await;
    Ok(())
}

/// Where no identity provider is configured, the owner signs in by a link. A link of an earlier
/// start stops working, whatever it was.
async fn offer_link(app: &App, address: SocketAddr) -> Result<(), ServeError> {
    match login_link::base(address) {
        Some(base) if app.auth.has_owner_link() => {
            let secret = app.auth.links.renew().await?;
            print_line(&login_link::sentence(&base, &secret));
        }
        _ => app.auth.links.withdraw().await?,
    }
    Ok(())
}

/// By which names the site is asked for. On an address of this machine alone, every request is for
/// this machine or comes from a proxy, which has to be told of; where anybody can come, a name of
/// ours is needed for what not everybody may call.
fn hosts(config: &Config, address: SocketAddr) -> Hosts {
    let name = config.public_url.as_ref().and_then(|public| public.host_str()).map(str::to_owned);
    let is_private = address.ip().is_loopback() && config.trusted_proxies.is_empty();
    match &name {
        None if !is_private => {
            tracing::warn!(
                "server.public_url is not set: the admin area, and whatever else not everybody may \
                 call, answers to addresses in numbers and to names of a home network only"
            );
            Hosts::unnamed()
        }
        _ if address.ip().is_loopback() => Hosts::everywhere(name),
        _ => Hosts::where_guarded(name),
    }
}

/// What is allowed and still worth a second look.
fn warn(config: &Config) {
    if !config.ignored_variables.is_empty() {
        let names = config.ignored_variables.join(", ");
        tracing::warn!(
            names,
            "environment variables are ignored: a setting has two underscores after its section, \
             as FOLIA_SERVER__LISTEN has"
        );
    }
    let roles = &config.auth.roles;
    for (key, list) in [("auth.admins", &roles.admins), ("auth.members", &roles.members)] {
        if list.names_everybody() {
            tracing::warn!(key, "EVERYBODY the identity provider knows is let in by \"*\"");
        }
        if roles.issuer.is_none() && !list.is_empty() {
            tracing::warn!(key, "the list has no effect without auth.issuer");
        }
    }
    if roles.issuer.is_some() && roles.admins.is_empty() {
        tracing::warn!("auth.admins is empty: nobody can administer the site by signing in");
    }
}

/// The first line on standard output tells whoever started us where to go.
fn print_line(line: &str) {
    let mut stdout = std::io::stdout();
    // Nobody reading is no reason to stop.
    writeln!(stdout, "{line}").and_then(|()| stdout.flush()).ok();
}

/// More than the places need, for what else is opened.
const USUAL_DESCRIPTORS: u64 = 65_536;

/// Each connection is a descriptor, and the usual limit of 1024 is ours to raise, if the system lets us. There are no
/// more places than that leaves: short of descriptors, databases and files could not be opened either.
fn within_descriptors(limits: Limits) -> Limits {
    let wanted = limits.connections as u64;
    let allowed = match rlimit::increase_nofile_limit(USUAL_DESCRIPTORS.max(2 * wanted)) {
        Ok(allowed) => allowed,
        Err(error) => {
            tracing::warn!(%error, "the limit on open files is not known");
            return limits;
        }
    };
    let places = places_within(wanted, allowed);
    if places < wanted {
        tracing::warn!(
            wanted,
            places,
            open_files = allowed,
            "fewer connections than server.max_connections: the system allows us too few open files; raise its hard \
             limit (LimitNOFILE of the service, ulimit -Hn) to twice as many, or lower the setting"
        );
    }
    Limits { connections: usize::try_from(places).unwrap_or(limits.connections), ..limits }
}

/// Places that so many descriptors are enough for. A quarter is for files, databases and what we ask of others.
fn places_within(wanted: u64, descriptors: u64) -> u64 {
    wanted.min(descriptors - descriptors / 4).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_leave_a_quarter_of_the_descriptors() {
        for (wanted, descriptors, places) in [
            (1000, 65_536, 1000),
            (1000, 1334, 1000),
            (1000, 1024, 768),
            (1000, 256, 192),
            (1000, 0, 1),
            (1, u64::MAX, 1),
            (7, 16, 7),
        ] {
            assert_eq!(places_within(wanted, descriptors), places, "{wanted} of {descriptors}");
        }
    }
}
