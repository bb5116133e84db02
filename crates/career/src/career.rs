use store::Store;

/// Resumes and tailoring over one store.
#[derive(Clone, Debug)]
pub struct Career {
    pub(crate) store: Store,
}

impl Career {
    pub fn new(store: Store) -> Self {
        Self { store }
    }
}
