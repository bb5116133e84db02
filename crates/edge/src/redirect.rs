//! What is answered by http where the site is reached by https: where to go instead, and what an
//! authority asks before it signs a certificate. Nothing of the site itself, so there is no table of
//! routes here and nobody to let in.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header::{CONTENT_TYPE, HOST, LOCATION};
use http::{HeaderValue, Method, StatusCode};
use kernel::{Code, Randomness};

use crate::serve::Certificates;
use crate::{Authenticate, Credentials, HttpService, InPath, Metrics, Problem, ServiceOptions};

/// Where https is spoken.
#[derive(Clone, Debug)]
pub struct Destination {
    /// The names of the site; the first is for who asks for another.
    pub names: Vec<String>,
    /// As visitors see it; none is the usual one.
    pub port: Option<u16>,
    pub certificates: Arc<Certificates>,
}

impl HttpService {
    /// A service that leads everybody to https.
    pub fn redirecting(to: Destination, metrics: &Metrics, randomness: Randomness) -> Self {
        let router = Router::new()
            .route("/.well-known/acme-challenge/{token}", get(prove))
            .fallback(redirect)
            .with_state(Arc::new(to));
        let nobody: Authenticate =
            Arc::new(|parts| Box::pin(async { (parts, Ok(Credentials::default())) }));
        Self::new(router, nobody, metrics, randomness, ServiceOptions::default())
    }
}

/// RFC 8555, 8.3.
async fn prove(State(to): State<Arc<Destination>>, InPath(token): InPath<String>) -> Response {
    match to.certificates.find_answer(&token) {
        Some(answer) => ([(CONTENT_TYPE, "application/octet-stream")], answer).into_response(),
        None => Problem::new(Code::NotFound, "No certificate is asked for by this token.")
            .into_response(),
    }
}

async fn redirect(State(to): State<Arc<Destination>>, request: Request) -> Response {
    // Nobody is sent where nobody can answer.
    if to.certificates.good_until().is_none() {
        let detail = "The site waits for its certificate. Please come back in a few minutes.";
        return Problem::new(Code::Unavailable, detail).into_response();
    }
    let Ok(location) = HeaderValue::try_from(to.address(&request)) else {
        return Problem::malformed("The address cannot be written in a header.").into_response();
    };
    let status = match *request.method() {
        // Known to every reader of feeds there has ever been.
        Method::GET | Method::HEAD => StatusCode::MOVED_PERMANENTLY,
        // The other one would turn a form into a question.
        _ => StatusCode::PERMANENT_REDIRECT,
    };
    (status, [(LOCATION, location)]).into_response()
}

impl Destination {
    fn address(&self, request: &Request) -> String {
        let asked = request.headers().get(HOST).and_then(|host| host.to_str().ok());
        let asked = asked.and_then(|host| host.split(':').next()).unwrap_or_default();
        // A name that is not ours would make us lead people anywhere.
        let known = self.names.iter().find(|name| name.eq_ignore_ascii_case(asked));
        let name = known.or(self.names.first()).map_or("localhost", String::as_str);
        let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
        let path = request.uri().path_and_query().map(|path| path.as_str());
        let path = path.filter(|path| path.starts_with('/')).unwrap_or("/");
        format!("https://{name}{port}{path}")
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn destination(port: Option<u16>) -> Destination {
        let names = vec!["site.example".to_owned(), "www.site.example".to_owned()];
        Destination { names, port, certificates: Arc::default() }
    }

    fn address(port: Option<u16>, host: &str, uri: &str) -> String {
        let request = Request::get(uri).header(HOST, host).body(Body::empty()).unwrap();
        destination(port).address(&request)
    }

    #[test]
    fn everybody_is_led_to_a_name_of_ours() {
        for (host, uri, expected) in [
            ("site.example", "/a?b=c", "https://site.example/a?b=c"),
            ("WWW.site.example:80", "/", "https://www.site.example/"),
            ("evil.example", "/", "https://site.example/"),
            ("", "//evil.example/", "https://site.example//evil.example/"),
            ("evil.example", "http://evil.example/x", "https://site.example/x"),
            ("site.example", "*", "https://site.example/"),
        ] {
            assert_eq!(address(None, host, uri), expected);
        }
        assert_eq!(address(Some(8443), "site.example", "/"), "https://site.example:8443/");
    }

    #[tokio::test]
    async fn nobody_is_led_where_there_is_no_certificate_yet_and_authorities_are_answered() {
        let to = destination(None);
        to.certificates.answer("token", "token.print");
        let service =
            HttpService::redirecting(to.clone(), &Metrics::default(), Randomness::seeded(1));
        let ask = |path: &'static str| {
            let request = Request::get(path).header(HOST, "site.example").body(Body::empty());
            service.answer(request.unwrap())
        };
        assert_eq!(ask("/").await.status(), StatusCode::SERVICE_UNAVAILABLE);
        let proof = ask("/.well-known/acme-challenge/token").await;
        assert_eq!(proof.status(), StatusCode::OK);
        let body = axum::body::to_bytes(proof.into_body(), 100).await.unwrap();
        assert_eq!(body, "token.print");
        let other = ask("/.well-known/acme-challenge/other").await;
        assert_eq!(other.status(), StatusCode::NOT_FOUND);
        to.certificates.forget_proofs();
        let gone = ask("/.well-known/acme-challenge/token").await;
        assert_eq!(gone.status(), StatusCode::NOT_FOUND);
    }
}
