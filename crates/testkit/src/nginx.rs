use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::PATIENCE;
use crate::log::read_log;

/// A real nginx, of one process. Stopped when dropped.
#[derive(Debug)]
pub struct Nginx {
    child: Child,
    pub address: SocketAddr,
    _folder: TempDir,
}

impl Nginx {
    /// With what is to stand between the braces of `http`: told where to listen, and which folder is its own.
    pub fn start(http: impl FnOnce(SocketAddr, &Path) -> String) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let address = free_address();
        let file = folder.path().join("nginx.conf");
        std::fs::write(&file, framed(folder.path(), &http(address, folder.path())))
            .expect("the configuration can be written");
        let child = Command::new(program())
            .arg("-c")
            .arg(&file)
            .arg("-p")
            .arg(folder.path())
            .stderr(Stdio::null())
            .spawn()
            .expect("nginx is installed by tools/setup test");
        let log = folder.path().join("error.log");
        // From here on it is stopped whatever happens.
        let nginx = Self { child, address, _folder: folder };
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect(address).is_err() {
            assert!(Instant::now() < deadline, "{}", read_log(&log));
            std::thread::sleep(Duration::from_millis(10));
        }
        nginx
    }
}

impl Drop for Nginx {
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

fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.local_addr().expect("a listener has an address")
}

/// Whatever it writes is written into its folder.
fn framed(folder: &Path, http: &str) -> String {
    let folder = folder.display();
    format!(
        "daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
        events {{ worker_connections 1024; }}
        http {{
            access_log off;
            client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
            fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
            scgi_temp_path {folder}/scgi;
            {http}
        }}"
    )
}
