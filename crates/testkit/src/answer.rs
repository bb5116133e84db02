use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use serde_json::Value;

/// What came back.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answer {
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        let body: String = String::from_utf8_lossy(&self.body).chars().take(600).collect();
        assert_eq!(self.status.as_u16(), status, "{body}");
        self
    }

    /// A failure in the one shape all failures have.
    #[track_caller]
    pub fn expect_problem(self, status: u16, code: &str) -> Value {
        let answer = self.expect(status);
        assert_eq!(answer.header("content-type"), Some("application/problem+json"));
        let problem = answer.json();
        assert_eq!(problem["status"], status, "{problem}");
        assert_eq!(problem["code"], code, "{problem}");
        for member in ["type", "title", "detail"] {
            assert!(problem[member].is_string(), "{problem}");
        }
        problem
    }

    /// The fields a validation problem names.
    #[track_caller]
    pub fn expect_invalid(self) -> Vec<String> {
        let problem = self.expect_problem(422, "invalid");
        let errors = problem["errors"].as_array().expect("a validation problem lists errors");
        errors.iter().map(|error| error["field"].as_str().unwrap_or_default().to_owned()).collect()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("the answer is JSON")
    }

    /// The version of a document that the answer's tag names.
    pub fn version(&self) -> Option<i64> {
        let tag = self.header("etag")?.strip_prefix("\"v")?;
        tag.split_once('-')?.0.parse().ok()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}
