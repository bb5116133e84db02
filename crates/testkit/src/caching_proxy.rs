use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::PATIENCE;

/// A real nginx before a site, which keeps whatever it may for as long as it can. Stopped when
/// dropped.
#[derive(Debug)]
pub struct CachingProxy {
    child: Child,
    pub address: SocketAddr,
    _folder: TempDir,
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
        let folder = tempfile::tempdir().expect("a folder can be made");
        let address = free_address();
        let file = folder.path().join("nginx.conf");
        std::fs::write(&file, configuration(folder.path(), address, origin, obeys))
            .expect("the configuration can be written");
        let child = Command::new(program())
            .arg("-c")
            .arg(&file)
            .arg("-p")
            .arg(folder.path())
            .stderr(Stdio::null())
            .spawn()
            .expect("nginx is installed by tools/setup test");
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect(address).is_err() {
            let log = folder.path().join("error.log");
            assert!(Instant::now() < deadline, "{:?}", std::fs::read_to_string(log));
            std::thread::sleep(Duration::from_millis(10));
        }
        Self { child, address, _folder: folder }
    }
}

impl Drop for CachingProxy {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn program() -> &'static str {
    // Not every user has the folder of system programs in their path.
    if Path::new("/usr/sbin/nginx").exists() { "/usr/sbin/nginx" } else { "nginx" }
}

fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.local_addr().expect("a listener has an address")
}

/// The proxy of docs/operations.md, with a cache.
fn configuration(folder: &Path, address: SocketAddr, origin: SocketAddr, obeys: Obeys) -> String {
    let ignored = match obeys {
        Obeys::Everything => "",
        Obeys::VaryAlone => "proxy_ignore_headers Cache-Control Expires;",
    };
    let folder = folder.display();
    format!(
        "daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
        events {{ worker_connections 512; }}
        http {{
            access_log off;
            client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
            fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
            scgi_temp_path {folder}/scgi;
            proxy_cache_path {folder}/cache keys_zone=kept:10m;
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
            }}
        }}"
    )
}
