use askama::Template;
use http::HeaderValue;
use http::header::REFERRER_POLICY;
use kernel::{Code, FieldError};

use super::{Html, Page};
use crate::context::RequestContext;
use crate::failure::{Failure, Way};

#[derive(Template)]
#[template(path = "failure.html")]
struct Shown<'a> {
    title: &'a str,
    text: &'a str,
    errors: &'a [FieldError],
    ways: &'a [Way],
    /// Under which name the log knows it, for faults of ours.
    request_id: Option<&'a str>,
}

impl Failure {
    /// Where somebody can go on: as the failure says, or as such failures usually do.
    pub fn ways(&self, request: &RequestContext) -> Vec<Way> {
        if !self.ways.is_empty() {
            return self.ways.clone();
        }
        let home = Way::new("/", "To the site");
        match self.code {
            Code::Unauthenticated => vec![Way::new(request.sign_in_address(), "Sign in"), home],
            // A form that failed must not be sent again by a click.
            Code::TooMany | Code::Busy | Code::Unavailable | Code::Internal
                if request.method().is_safe() =>
            {
                vec![Way::new("", "Try again"), home]
            }
            _ => vec![home],
        }
    }

    /// The page, for a shell that has nothing to add.
    pub fn page(&self, request: &RequestContext) -> Page {
        let status = self.status();
        let main = Html::of(&Shown {
            title: &self.title,
            text: &self.text,
            errors: &self.errors,
            ways: &self.ways(request),
            request_id: status.is_server_error().then(|| request.id().as_str()),
        });
        Page::new(self.title.to_string(), main).status(status).kind("notice").unlisted().header(
            // What stands in the address may be for this site alone, such as the answer of a provider.
            REFERRER_POLICY,
            HeaderValue::from_static("no-referrer"),
        )
    }
}
