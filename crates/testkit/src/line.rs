use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A line to a server that can be frozen: connections stay, new ones are taken, and nothing moves. It
/// looks from one end as a server does that was stopped.
#[derive(Debug)]
pub struct Line {
    pub address: SocketAddr,
    frozen: Arc<AtomicBool>,
}

impl Line {
    /// On threads of its own, so that a test that waits does not hold it up.
    pub fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("a listener has an address");
        let frozen = Arc::new(AtomicBool::new(false));
        let line = Self { address, frozen: frozen.clone() };
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let Ok(far) = TcpStream::connect(server) else { continue };
                let (near_again, far_again) = (near.try_clone(), far.try_clone());
                let (Ok(near_again), Ok(far_again)) = (near_again, far_again) else { continue };
                for (from, to) in [(near, far), (far_again, near_again)] {
                    let frozen = frozen.clone();
                    std::thread::spawn(move || carry(from, to, &frozen));
                }
            }
        });
        line
    }

    pub fn freeze(&self) {
        self.frozen.store(true, Ordering::SeqCst);
    }

    /// What was held goes on its way.
    pub fn thaw(&self) {
        self.frozen.store(false, Ordering::SeqCst);
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, frozen: &AtomicBool) {
    let mut buffer = [0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        while frozen.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(5));
        }
        if to.write_all(&buffer[..read]).is_err() {
            break;
        }
    }
    to.shutdown(std::net::Shutdown::Both).ok();
}
