use std::net::SocketAddr;
use std::path::Path;

use crate::Nginx;

/// A real proxy before a site, which keeps whatever it may for as long as it can. Stopped when
/// dropped.
#[derive(Debug)]
pub struct CachingProxy {
    pub address: SocketAddr,
    _nginx: Nginx,
}

/// What of an answer the proxy listens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obeys {
    Everything,
    /// Set up by somebody who wants much to be kept: of all the answer says, only `Vary` counts.
    VaryAlone,
}

impl CachingProxy {
    pub fn start(origin: SocketAddr, obeys: Obeys) -> Self {
        let nginx = Nginx::start(|address, folder| configuration(folder, address, origin, obeys));
        Self { address: nginx.address, _nginx: nginx }
    }
}

/// The proxy of docs/operations.md, with a cache.
fn configuration(folder: &Path, address: SocketAddr, origin: SocketAddr, obeys: Obeys) -> String {
    let ignored = match obeys {
        Obeys::Everything => "",
        Obeys::VaryAlone => "proxy_ignore_headers Cache-Control Expires;",
    };
    let folder = folder.display();
    format!(
        "proxy_cache_path {folder}/cache keys_zone=kept:10m;
        upstream folia {{ server {origin}; keepalive 16; keepalive_timeout 10s; }}
        server {{
            listen {address};
            client_max_body_size 101m;
            proxy_request_buffering off;
            location / {{
                proxy_pass http://folia;
                proxy_http_version 1.1;
                proxy_set_header Connection \"\";
                proxy_set_header Host $http_host;
                proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                proxy_cache kept;
                proxy_cache_key $request_uri;
                proxy_cache_valid any 10m;
                {ignored}
                add_header X-Kept $upstream_cache_status always;
            }}
        }}"
    )
}
