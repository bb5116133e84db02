use axum::body::Body;
use axum::response::{IntoResponse, Response};
use content::reading::Reader;
use edge::Problem;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION};
use http::{HeaderValue, StatusCode};

use super::kept::names;
use super::visit::Visit;
use crate::Site;
use crate::compose::Composer;
use crate::share::{CardFacts, Drawn, Subject};

/// The address of a card changes with what is on it. Without that part it is asked for again after
/// a while.
const KEPT: &str = "public, max-age=86400";

/// The picture that goes with a link to a page.
pub(super) async fn card(
    site: &Site,
    visit: &Visit,
    subject: &Subject,
) -> Result<Response, Problem> {
    let facts = facts(site, visit, subject).await?.ok_or_else(Problem::not_found)?;
    let tag = HeaderValue::try_from(format!("\"{:032x}\"", facts.hash())).expect("digits");
    let known = visit.headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    // Before anything is drawn: the tag follows from what would be on it.
    let mut response = match known.is_some_and(|known| names(known, &tag)) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => match Box::pin(site.0.cards.get(&facts)).await? {
            Drawn::Png(bytes) => {
                let mut response = Response::new(Body::from(bytes));
                let png = HeaderValue::from_static("image/png");
                response.headers_mut().insert(CONTENT_TYPE, png);
                response
            }
            // The picture alone says more than a card without words.
            Drawn::NoLetters => return picture_alone(&facts),
        },
    };
    response.headers_mut().insert(ETAG, tag);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(KEPT));
    Ok(response)
}

/// For everybody the same: what visitors see, whoever asks.
async fn facts(
    site: &Site,
    visit: &Visit,
    subject: &Subject,
) -> Result<Option<CardFacts>, Problem> {
    // As the public sees it, also for the owner: the picture travels with a link to strangers.
    let (origin, reading) = (visit.origin(site), site.reading(Reader::Public));
    if *subject == Subject::Resume {
        let Some(resume) = site.resume().await? else { return Ok(None) };
        let made = |composer: &Composer<'_>| Some(composer.resume_card(&resume.tree));
        return Ok(site.compose(&reading, &origin, made).await?);
    }
    let made = |composer: &Composer<'_>| composer.card_facts(subject);
    Ok(site.compose(&reading, &origin, made).await?)
}

fn picture_alone(facts: &CardFacts) -> Result<Response, Problem> {
    let (picture, _) = facts.picture.as_ref().ok_or_else(Problem::not_found)?;
    let picture = HeaderValue::try_from(picture.as_str()).map_err(|_| Problem::not_found())?;
    let mut response = StatusCode::FOUND.into_response();
    response.headers_mut().insert(LOCATION, picture);
    Ok(response)
}
