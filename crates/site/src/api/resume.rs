use axum::body::Body;
use axum::response::{IntoResponse, Response};
use edge::page::Caching;
use edge::{Problem, tag_of_bytes};
use futures_util::FutureExt;
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use http::{HeaderName, HeaderValue, StatusCode};

use super::answer::{show, tell};
use super::kept::names;
use super::visit::Visit;
use crate::Site;
use crate::compose::Composer;
use crate::render::VisibleResume;

const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

pub(super) async fn resume(site: &Site, visit: &Visit) -> Result<Response, Problem> {
    // Resumes have a history of their own.
    let Some(resume) = site.resume().await? else { return Err(Problem::not_found()) };
    let (origin, reading) = (visit.origin(site), site.reading(visit.reader()));
    let key = format!("resume@{}", resume.edition());
    let (resume, reading, origin) = (&resume, &reading, &origin);
    let compose = || {
        let language = resume.language.map(|language| language.code());
        let made = move |composer: &Composer<'_>| {
            composer.resume(&resume.tree, language, resume.updated_at, &resume.today)
        };
        async move { Ok(Some(site.compose(reading, origin, made).await?)) }.boxed()
    };
    show(site, visit, key, Some("resume"), compose).await
}

pub(super) async fn resume_json(site: &Site, visit: &Visit) -> Result<Response, Problem> {
    let Some(resume) = site.resume().await? else { return Err(Problem::not_found()) };
    let key = format!("resume.json@{}", resume.edition());
    let write = || async { Ok(Some(resume.tree.to_string())) }.boxed();
    let answer = tell(site, visit, key, "application/json; charset=utf-8", write).await?;
    Ok(listed_as_wanted(answer, &resume))
}

/// The same file for everybody, as far as the owner publishes it on paper.
pub(super) async fn resume_pdf(site: &Site, visit: &Visit) -> Result<Response, Problem> {
    let resume = site.resume().await?.filter(|resume| resume.on_paper);
    let Some(resume) = resume else { return Err(Problem::not_found()) };
    let pdf = Box::pin(site.resume_pdf(&resume)).await?;
    let tag = tag_of_bytes(&pdf);
    let known = visit.headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let mut response = match known.is_some_and(|known| names(known, &tag)) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => {
            let mut response = Response::new(Body::from(pdf));
            let headers = response.headers_mut();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/pdf"));
            let disposition = HeaderValue::from_static("inline; filename=\"resume.pdf\"");
            headers.insert(CONTENT_DISPOSITION, disposition);
            response
        }
    };
    let headers = response.headers_mut();
    headers.insert(ETAG, tag);
    headers.insert(CACHE_CONTROL, Caching::Revalidate.header());
    Ok(listed_as_wanted(response, &resume))
}

/// A file has no place for the word that a page has in its head.
fn listed_as_wanted(mut response: Response, resume: &VisibleResume) -> Response {
    if !resume.listed {
        response.headers_mut().insert(ROBOTS, HeaderValue::from_static("noindex"));
    }
    response
}
