//! The ways in for visitors that come without a proxy: https, and http that leads to it.

use std::net::SocketAddr;

use edge::serve::{Entrance, Tls as TlsSetup, listen};
use edge::{Destination, Hosts, HttpService, Metrics};
use kernel::{Clock, Randomness};

use crate::certificates::{CertificateError, Keeper};
use crate::config::{Config, Tls};
use crate::serve::ServeError;

/// The ways in, and who sees to the certificate.
#[derive(Debug)]
pub(crate) struct Secure {
    pub(crate) entrances: Vec<Entrance>,
    pub(crate) keeper: Keeper,
    /// What to tell whoever has started the site.
    pub(crate) lines: Vec<String>,
}

/// Listens for https, if that is asked for.
pub(crate) fn open(
    config: &Config,
    service: &HttpService,
    metrics: &Metrics,
    clock: Clock,
    randomness: Randomness,
) -> Result<Option<Secure>, ServeError> {
    let Some(tls) = &config.tls else { return Ok(None) };
    if !config.listen.ip().is_loopback() {
        tracing::warn!(
            listen = %config.listen,
            "server.listen is open to others and speaks http, without encryption; \
             set it to an address of this machine"
        );
    }
    let keeper = Keeper::open(tls, &config.data_dir, clock, metrics)?;
    let setup = TlsSetup::new(keeper.certificates());
    let setup = setup.map_err(|error| CertificateError::NoTls(error.to_string()))?;
    let (listener, address) = bind(tls.listen)?;
    let mut lines = vec![format!("listening on https://{address}")];
    let service = service.for_hosts(hosts(config, tls));
    let mut entrances = vec![Entrance { listener, service, tls: Some(setup) }];
    if let Some(redirect) = tls.redirect_listen {
        let (listener, address) = bind(redirect)?;
        lines.push(format!("leading from http to https on {address}"));
        let to = Destination {
            names: hosts_of(config, tls),
            port: config.public_url.as_ref().and_then(|url| url.port()),
            certificates: keeper.certificates(),
        };
        let service = HttpService::redirecting(to, metrics, randomness);
        entrances.push(Entrance { listener, service, tls: None });
    }
    lines.extend(keeper.sentence());
    Ok(Some(Secure { entrances, keeper, lines }))
}

fn bind(address: SocketAddr) -> Result<(tokio::net::TcpListener, SocketAddr), ServeError> {
    let cannot_listen = |cause| ServeError::Listen { address, cause };
    let listener = listen(address).map_err(cannot_listen)?;
    let address = listener.local_addr().map_err(cannot_listen)?;
    Ok((listener, address))
}

/// What not everybody may call is there by our names only.
fn hosts(config: &Config, tls: &Tls) -> Hosts {
    Hosts::where_guarded(hosts_of(config, tls))
}

/// The public name first: whoever asks for none of ours is led there.
fn hosts_of(config: &Config, tls: &Tls) -> Vec<String> {
    let public = config.public_url.as_ref().and_then(|url| url.host_str()).map(str::to_owned);
    let others = tls.names.iter().filter(|name| Some(*name) != public.as_ref()).cloned();
    public.iter().cloned().chain(others).collect()
}
