/// Every way a request can fail, by a name that never changes. This table is the only place where
/// a failure gets its HTTP status and title.
macro_rules! codes {
    ($($variant:ident $name:literal $status:literal $title:literal $help:literal)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $($variant,)* }

        impl Code {
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The stable name clients match on.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            pub const fn status(self) -> u16 {
                match self { $(Self::$variant => $status,)* }
            }

            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)* }
            }

            /// What it means and what to do about it, for the API reference.
            pub const fn help(self) -> &'static str {
                match self { $(Self::$variant => $help,)* }
            }
        }
    };
}

codes! {
    Malformed "malformed" 400 "Malformed request"
        "The request could not be read: broken JSON, a bad percent escape, an unreadable header."
    Rejected "rejected" 400 "Request rejected"
        "The request was refused; the reason is not disclosed."
    Unauthenticated "unauthenticated" 401 "Not signed in"
        "Sign in, or send a valid bearer token. A token that is present but not valid is always refused."
    Forbidden "forbidden" 403 "Not allowed"
        "You are signed in, but your role does not allow this."
    CrossSite "cross-site" 403 "Not from this site"
        "A change that is authenticated by a session cookie needs the CSRF token of GET /auth/session in X-CSRF-Token, and the site's own Origin."
    NotFound "not-found" 404 "Nothing here"
        "There is nothing at this address, or it is hidden from you."
    MethodNotAllowed "method-not-allowed" 405 "Wrong method"
        "The address exists, but not for this method. The Allow header lists those that work."
    Timeout "timeout" 408 "Request took too long to arrive"
        "The body did not arrive in time. Send it again."
    Conflict "conflict" 409 "Conflict"
        "The change does not fit what is stored."
    Stale "stale" 409 "Changed in the meantime"
        "If-Match names an older version. Read the resource again and repeat the change on it."
    Taken "taken" 409 "Already taken"
        "Another resource has this value, and it must be unique."
    TooLarge "too-large" 413 "Request too large"
        "The body is larger than this address accepts."
    UriTooLong "uri-too-long" 414 "Address too long"
        "The request's address is longer than the service accepts."
    UnsupportedMedia "unsupported-media" 415 "Unsupported media type"
        "The body is of a type (or encoding) this address does not read."
    Range "range" 416 "No such part"
        "The file is shorter than the part that Range asks for. Content-Range tells its length."
    Invalid "invalid" 422 "Invalid values"
        "The request was understood, but some values are not valid. `errors` names the fields."
    TooMany "too-many" 429 "Too many requests"
        "Wait as long as Retry-After says, then try again."
    HeadersTooLarge "headers-too-large" 431 "Headers too large"
        "The request's headers are too many or too long."
    Internal "internal" 500 "Something went wrong"
        "A fault of the service. It was logged under the request id."
    Busy "busy" 503 "Too much to do"
        "More pictures are waiting than can be taken on. Try again after Retry-After seconds."
    Unavailable "unavailable" 503 "Temporarily unavailable"
        "A part the service depends on does not answer. Try again later."
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_unique() {
        let names: HashSet<_> = Code::ALL.iter().map(|code| code.name()).collect();
        assert_eq!(names.len(), Code::ALL.len());
    }
}
