use std::borrow::Cow;

use http::StatusCode;
use kernel::{Code, FieldError};

/// A failure as people are told about it. Programs get the same as a problem document; the service
/// chooses between the two by what the client asks for.
#[derive(Clone, Debug)]
pub struct Failure {
    pub code: Code,
    pub title: Cow<'static, str>,
    pub text: Cow<'static, str>,
    /// Which values are not valid.
    pub errors: Vec<FieldError>,
    /// Where to go from here. None says: wherever such failures usually lead.
    pub ways: Vec<Way>,
}

/// A way on from a page that tells of a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// An empty one is the address the browser is at.
    pub address: Cow<'static, str>,
    pub label: Cow<'static, str>,
}

impl Way {
    pub fn new(address: impl Into<Cow<'static, str>>, label: impl Into<Cow<'static, str>>) -> Self {
        Self { address: address.into(), label: label.into() }
    }
}

impl Failure {
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.code.status()).expect("the table holds real status codes")
    }
}
