use crate::Value;

/// What to look for in a collection. Every name in it must be a key of the kind.
#[derive(Clone, Debug, Default)]
pub struct Query {
    pub filters: Vec<Filter>,
    pub order: Vec<Order>,
}

impl Query {
    pub fn all() -> Self {
        Self::default()
    }

    pub fn filter(mut self, filter: Filter) -> Self {
        self.filters.push(filter);
        self
    }

    pub fn ascending(mut self, key: &'static str) -> Self {
        self.order.push(Order { key, descending: false });
        self
    }

    pub fn descending(mut self, key: &'static str) -> Self {
        self.order.push(Order { key, descending: true });
        self
    }
}

/// A condition on one key. Several conditions hold together.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    Equal(&'static str, Value),
    NotEqual(&'static str, Value),
    Below(&'static str, Value),
    Above(&'static str, Value),
    OneOf(&'static str, Vec<Value>),
    Absent(&'static str),
    Present(&'static str),
    /// Text that starts with these characters, compared byte by byte.
    StartsWith(&'static str, String),
}

impl Filter {
    pub fn equal(key: &'static str, value: impl Into<Value>) -> Self {
        Self::Equal(key, value.into())
    }

    pub fn below(key: &'static str, value: impl Into<Value>) -> Self {
        Self::Below(key, value.into())
    }

    pub fn above(key: &'static str, value: impl Into<Value>) -> Self {
        Self::Above(key, value.into())
    }
}

/// One step of an order. After the last step documents follow by id, so an order is always total
/// and the same on both engines. Absent values come first when ascending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub key: &'static str,
    pub descending: bool,
}
