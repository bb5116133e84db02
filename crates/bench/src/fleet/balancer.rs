//! A real balancer before one or several nodes.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::Outcome;

/// nginx, which sends each request to the next node. Stopped when dropped.
#[derive(Debug)]
pub(super) struct Balancer {
    child: Child,
    pub(super) address: SocketAddr,
    _folder: TempDir,
}

const PATIENCE: Duration = Duration::from_secs(10);

impl Balancer {
    pub(super) fn start(nodes: &[SocketAddr]) -> Outcome<Self> {
        let folder = tempfile::tempdir()?;
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let file = folder.path().join("nginx.conf");
        std::fs::write(&file, configuration(folder.path(), address, nodes))?;
        let child = Command::new(program())
            .args(["-c".as_ref(), file.as_os_str(), "-p".as_ref(), folder.path().as_os_str()])
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("nginx cannot be started ({error}); tools/setup brings it"))?;
        let balancer = Self { child, address, _folder: folder };
        let started = Instant::now();
        while TcpStream::connect(address).is_err() {
            if started.elapsed() > PATIENCE {
                return Err("nginx does not listen".into());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(balancer)
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        // It may have ended by itself.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn program() -> &'static str {
    // Not every user has the folder of system programs in their path.
    if Path::new("/usr/sbin/nginx").exists() { "/usr/sbin/nginx" } else { "nginx" }
}

/// One process, which keeps its connections to the nodes, as docs/operations.md has it.
fn configuration(folder: &Path, address: SocketAddr, nodes: &[SocketAddr]) -> String {
    let folder = folder.display();
    let nodes: String = nodes.iter().map(|node| format!("server {node}; ")).collect();
    format!(
        "daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
        events {{ worker_connections 1024; }}
        http {{
            access_log off; keepalive_requests 100000000;
            client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
            fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
            scgi_temp_path {folder}/scgi;
            upstream folia {{ {nodes} keepalive 64; keepalive_requests 100000000; }}
            server {{
                listen {address};
                location / {{
                    proxy_pass http://folia;
                    proxy_http_version 1.1;
                    proxy_set_header Connection \"\";
                    proxy_set_header Host $http_host;
                    proxy_buffers 16 32k;
                    proxy_buffer_size 32k;
                }}
            }}
        }}"
    )
}
