use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use testkit::{AT_ONCE, try_request_at};

use super::oracle::lock;

/// A visitor who asks for the start page every 100 ms for as long as a case lasts.
pub(super) struct Reader {
    /// Where to ask; held during each question, so that nobody is asked who is being stopped.
    address: Arc<Mutex<Option<SocketAddr>>>,
    is_over: Arc<AtomicBool>,
    asking: Option<JoinHandle<Seen>>,
}

#[derive(Default)]
struct Seen {
    slowest: Duration,
    questions: u32,
    faults: Vec<String>,
}

impl Reader {
    pub(super) fn begin(address: SocketAddr) -> Self {
        let address = Arc::new(Mutex::new(Some(address)));
        let is_over = Arc::<AtomicBool>::default();
        let (asked, over) = (address.clone(), is_over.clone());
        let asking = std::thread::spawn(move || {
            let mut seen = Seen::default();
            while !over.load(Ordering::SeqCst) {
                if let Some(address) = *lock(&asked) {
                    seen.ask(address);
                }
                std::thread::sleep(Duration::from_millis(100));
            }
            seen
        });
        Self { address, is_over, asking: Some(asking) }
    }

    pub(super) fn pause(&self) {
        *lock(&self.address) = None;
    }

    pub(super) fn go_on(&self, address: SocketAddr) {
        *lock(&self.address) = Some(address);
    }

    /// How long the slowest page took; every one was whole and in time.
    #[track_caller]
    pub(super) fn end(&mut self) -> Duration {
        self.is_over.store(true, Ordering::SeqCst);
        let asking = self.asking.take().expect("a reader ends once");
        let seen = asking.join().expect("a reader writes its faults down");
        assert!(seen.faults.is_empty(), "readers noticed: {:?}", seen.faults);
        assert!(seen.questions > 0, "nobody has read");
        seen.slowest
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
    }
}

impl Seen {
    fn ask(&mut self, address: SocketAddr) {
        let (started, host) = (Instant::now(), address.to_string());
        let headers = [("host", host.as_str()), ("accept", "text/html")];
        let answer = try_request_at(address, "GET", "/", &headers, b"");
        let took = started.elapsed();
        self.slowest = self.slowest.max(took);
        self.questions += 1;
        let status = answer.map(|answer| answer.status.as_u16());
        if status != Some(200) || took >= AT_ONCE {
            self.faults.push(format!("{status:?} after {took:?}"));
        }
    }
}
