use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A line to a server that can be frozen: connections stay, new ones are taken, and nothing moves. It
/// looks from one end as a server does that was stopped. It can also hold what is to be written and nothing else, break off every
/// answer in the middle, alter a byte of long ones, or be cut: as of a server that is started again, connections are gone and new ones find nobody.
#[derive(Debug)]
pub struct Line {
    pub address: SocketAddr,
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    frozen: AtomicBool,
    holding_writes: AtomicBool,
    breaking: AtomicBool,
    flipping: AtomicBool,
    cut: AtomicBool,
    /// The near ends of what is open.
    open: Mutex<Vec<TcpStream>>,
}

impl State {
    fn hang_up(&self) {
        for near in self.open.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            near.shutdown(Shutdown::Both).ok();
        }
    }
}

impl Line {
    /// On threads of its own, so that a test that waits does not hold it up.
    pub fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("a listener has an address");
        let state = Arc::<State>::default();
        let line = Self { address, state: state.clone() };
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                if state.cut.load(SeqCst) {
                    continue;
                }
                let Ok(far) = TcpStream::connect(server) else { continue };
                let (near_again, far_again) = (near.try_clone(), far.try_clone());
                let (Ok(near_again), Ok(far_again)) = (near_again, far_again) else { continue };
                let mut open = state.open.lock().unwrap_or_else(PoisonError::into_inner);
                open.extend(near.try_clone());
                drop(open);
                for (from, to, is_answer) in [(near, far, false), (far_again, near_again, true)] {
                    let state = state.clone();
                    std::thread::spawn(move || carry(from, to, &state, is_answer));
                }
            }
        });
        line
    }

    pub fn freeze(&self) {
        self.state.frozen.store(true, SeqCst);
    }

    /// Whether files that are to be written wait on their way, while all else moves.
    pub fn hold_writes(&self, holding: bool) {
        self.state.holding_writes.store(holding, SeqCst);
    }

    /// What was held goes on its way.
    pub fn thaw(&self) {
        self.state.frozen.store(false, SeqCst);
    }

    /// Hangs up on everybody, and on all who call until it is mended.
    pub fn cut(&self) {
        self.state.cut.store(true, SeqCst);
        self.state.hang_up();
    }

    pub fn mend(&self) {
        self.state.cut.store(false, SeqCst);
    }

    /// Whether answers are broken off from now on.
    pub fn break_answers(&self, breaking: bool) {
        self.state.breaking.store(breaking, SeqCst);
    }

    /// Whether long answers come with other bytes from now on. Their heads, and short answers, are left alone.
    pub fn flip_answers(&self, flipping: bool) {
        self.state.flipping.store(flipping, SeqCst);
    }
}

/// Longer than a head, and than an answer without a file in it.
const LONG: usize = 4 * 1024;

fn carry(mut from: TcpStream, mut to: TcpStream, state: &State, is_answer: bool) {
    let mut buffer = [0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        let is_write = !is_answer && buffer[..read].starts_with(b"PUT ");
        while state.frozen.load(SeqCst) || (is_write && state.holding_writes.load(SeqCst)) {
            std::thread::sleep(Duration::from_millis(5));
        }
        if is_answer && state.breaking.load(SeqCst) {
            to.write_all(&buffer[..read / 2]).ok();
            break;
        }
        if is_answer && read > LONG && state.flipping.load(SeqCst) {
            buffer[read / 2] ^= 1;
        }
        if to.write_all(&buffer[..read]).is_err() {
            break;
        }
    }
    to.shutdown(Shutdown::Both).ok();
}
