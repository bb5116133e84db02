use std::sync::Arc;

use memory::Memory;
use store::Store;
use tokio::sync::Semaphore;

use crate::printing::Printing;
use crate::runs::{Settings, Turns};

/// Resumes and tailoring over one store.
#[derive(Clone, Debug)]
pub struct Career {
    pub(crate) store: Store,
    pub(crate) memory: Memory,
    pub(crate) settings: Arc<Settings>,
    pub(crate) turns: Turns,
    /// Places for work that keeps a processor busy.
    pub(crate) cores: Arc<Semaphore>,
    pub(crate) printing: Printing,
}

impl Career {
    pub fn new(store: Store, memory: Memory, settings: Settings) -> Self {
        let turns = Turns::new(&store, &settings);
        // Choosing and judging takes a core for seconds. More at a time would only make all of them
        // slower.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let cores = Arc::new(Semaphore::new(cores));
        let printing = Printing::new(&[]);
        Self { store, memory, settings: Arc::new(settings), turns, cores, printing }
    }

    /// The day, such as `2026-11-16`.
    pub(crate) fn today(&self) -> String {
        self.store.clock().now().to_string().chars().take(10).collect()
    }
}
