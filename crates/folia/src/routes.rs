//! Every URL of the service, with who may call it. The API is served under `/api` as well.

use auth::links::api as owner_link;
use auth::pages;
use auth::sessions::api as signed_in;
use auth::signin::api as signin;
use auth::tokens::api as tokens;
use career::printing::api::{self as printing, OwnResume, TailoredResume};
use career::resumes::api as resumes;
use career::runs::api::tailor;
use career::tailorings::api as tailorings;
use career::tailorings::versions::api as versions;
use contact::form::api as form;
use contact::messages::api as messages;
use content::api::resolve_path;
use content::items::api as items;
use content::listings::api as listings;
use content::misses::api as misses;
use content::moves::api as moves;
use content::navlinks::api as navlinks;
use content::preview_links::api as preview_links;
use content::redirects::api as redirects;
use content::revisions::api as revisions;
use content::sections::api as sections;
use content::settings::api as settings;
use edge::Access::{Admin, Anyone, Member};
use edge::Table;
use media::previews::api as previews;
use media::serve::api as files;
use media::uploads::api as uploads;
use memory::chunks::api as chunks;
use memory::indexing::api as indexing;
use memory::search::api as search;
use memory::voice::api as voice;
use site::api as site;

use crate::app::App;
use crate::config::MetricsAccess;
use crate::readiness::Readiness;
use crate::{admin, docs, health, metrics};

pub fn table(app: &App) -> Table {
    let content = || app.content.clone();
    let preview_links =
        || preview_links::PreviewLinks { content: app.content.clone(), origin: app.origin.clone() };
    let links = || app.navlinks.clone();
    let media = || app.media.clone();
    let library = || app.library.clone();
    let memory = || app.memory.clone();
    let career = || app.career.clone();
    let auth = || app.auth.clone();
    let contact = || app.contact.clone();
    let visitors = || app.site.clone();
    let metrics_readers = match app.metrics_access {
        MetricsAccess::Admin => Admin,
        MetricsAccess::Anyone => Anyone,
    };

    Table::default()
        .group("Sections")
        .get("/sections", Anyone, sections::list(content()))
        .post("/sections", Admin, sections::create(content()))
        .get("/sections/navigation", Anyone, sections::navigation(content()))
        .get("/sections/counts", Admin, sections::counts(content()))
        .get("/sections/slug/{slug}", Anyone, sections::by_slug(content()))
        .get("/sections/resolve-path/{*full_path}", Anyone, resolve_path(content()))
        .get("/sections/{id}", Anyone, sections::get(content()))
        .put("/sections/{id}", Admin, sections::update(content()))
        .delete("/sections/{id}", Admin, sections::delete(content()))
        .post("/sections/{id}/restore", Admin, sections::restore(content()))
        .get("/sections/{id}/children", Anyone, listings::children(content()))
        .put("/sections/{id}/move", Admin, moves::move_section(content()))
        .post("/sections/{id}/preview-move", Admin, moves::preview_section_move(content()))
        .group("Content")
        .get("/content/find", Member, listings::find(content()))
        .get("/content/{content_type}", Anyone, listings::content(content()))
        .post("/content/{content_type}", Admin, items::create(content()))
        .get("/content/{content_type}/{id}", Anyone, items::get(content()))
        .put("/content/{content_type}/{id}", Admin, items::update(content()))
        .delete("/content/{content_type}/{id}", Admin, items::delete(content()))
        .post("/content/{content_type}/{id}/restore", Admin, items::restore(content()))
        .put("/content/{content_type}/{id}/move", Admin, moves::move_item(content()))
        .post(
            "/content/{content_type}/{id}/preview-move",
            Admin,
            moves::preview_item_move(content()),
        )
        .get("/content/{content_type}/{id}/revisions", Admin, revisions::list(content()))
        .get("/content/{content_type}/{id}/revisions/{number}", Admin, revisions::get(content()))
        .post(
            "/content/{content_type}/{id}/revisions/{number}/restore",
            Admin,
            revisions::restore(content()),
        )
        .get(
            "/content/{content_type}/{id}/preview-links",
            Admin,
            preview_links::list(preview_links()),
        )
        .post(
            "/content/{content_type}/{id}/preview-links",
            Admin,
            preview_links::create(preview_links()),
        )
        .delete(
            "/content/{content_type}/{id}/preview-links/{link_id}",
            Admin,
            preview_links::delete(preview_links()),
        )
        .group("Memory")
        .get("/content/chunks", Admin, chunks::list(memory()))
        .post("/content/chunks", Admin, chunks::create(memory()))
        .delete("/content/chunks", Admin, chunks::clear(memory()))
        .get("/content/chunks/{id}", Admin, chunks::get(memory()))
        .put("/content/chunks/{id}", Admin, chunks::update(memory()))
        .delete("/content/chunks/{id}", Admin, chunks::delete(memory()))
        .get("/content/stats", Admin, chunks::stats(memory()))
        .post("/content/search-preview", Admin, search::preview(memory()))
        .get("/content/index", Admin, indexing::status(memory()))
        .post("/content/reindex", Admin, indexing::reindex(memory()))
        .delete("/content/reindex", Admin, indexing::call_off(memory()))
        .group("Voice")
        .get("/voice/feedback", Member, voice::list(memory()))
        .post("/voice/feedback", Member, voice::create(memory()))
        .delete("/voice/feedback/{id}", Member, voice::delete(memory()))
        .group("Resumes")
        .get("/resumes", Admin, resumes::list(career()))
        .post("/resumes", Admin, resumes::create(career()))
        .post("/resumes/read", Admin, resumes::read(career()))
        .get("/resumes/{id}", Admin, resumes::get(career()))
        .put("/resumes/{id}", Admin, resumes::update(career()))
        .delete("/resumes/{id}", Admin, resumes::delete(career()))
        .get("/resumes/{id}/resume.json", Admin, resumes::json(career()))
        .get("/resumes/{id}/resume.pdf", Admin, printing::pdf::<OwnResume>(career()))
        .get("/resumes/{id}/resume.html", Admin, printing::html::<OwnResume>(career()))
        .get("/resumes/{id}/resume.txt", Admin, printing::text::<OwnResume>(career()))
        .get("/resumes/{id}/pages", Admin, printing::extent::<OwnResume>(career()))
        .get("/resumes/{id}/pages/{number}", Admin, printing::drawn_page::<OwnResume>(career()))
        .group("Tailoring")
        .post("/tailor", Member, tailor(career()))
        .get("/tailorings", Member, tailorings::list(career()))
        .get("/tailorings/{id}", Member, tailorings::get(career()))
        .put("/tailorings/{id}", Member, tailorings::edit(career()))
        .delete("/tailorings/{id}", Member, tailorings::delete(career()))
        .get("/tailorings/{id}/versions", Member, versions::list(career()))
        .get("/tailorings/{id}/versions/{number}", Member, versions::get(career()))
        .post("/tailorings/{id}/proposals/{n}/accept", Member, tailorings::accept(career()))
        .post("/tailorings/{id}/proposals/{n}/reopen", Member, tailorings::reopen(career()))
        .get("/tailorings/{id}/resume.json", Member, tailorings::json(career()))
        .get("/tailorings/{id}/resume.md", Member, printing::markdown(career()))
        .get("/tailorings/{id}/resume.html", Member, printing::html::<TailoredResume>(career()))
        .get("/tailorings/{id}/resume.pdf", Member, printing::pdf::<TailoredResume>(career()))
        .get("/tailorings/{id}/resume.txt", Member, printing::text::<TailoredResume>(career()))
        .get("/tailorings/{id}/pages", Member, printing::extent::<TailoredResume>(career()))
        .get(
            "/tailorings/{id}/pages/{number}",
            Member,
            printing::drawn_page::<TailoredResume>(career()),
        )
        .get("/tailorings/{id}/letter.json", Member, printing::letter_json(career()))
        .get("/tailorings/{id}/letter.html", Member, printing::letter_html(career()))
        .get("/tailorings/{id}/letter.pdf", Member, printing::letter_pdf(career()))
        .get("/tailorings/{id}/letter.txt", Member, printing::letter_text(career()))
        .group("Redirects")
        .get("/redirects", Admin, redirects::list(content()))
        .post("/redirects", Admin, redirects::create(content()))
        .get("/redirects/misses", Admin, misses::list(content()))
        .delete("/redirects/misses/{id}", Admin, misses::delete(content()))
        .get("/redirects/{id}", Admin, redirects::get(content()))
        .delete("/redirects/{id}", Admin, redirects::delete(content()))
        .group("Navigation links")
        .get("/navlinks", Anyone, navlinks::list(links()))
        .post("/navlinks", Admin, navlinks::create(links()))
        .get("/navlinks/{id}", Anyone, navlinks::get(links()))
        .put("/navlinks/{id}", Admin, navlinks::update(links()))
        .delete("/navlinks/{id}", Admin, navlinks::delete(links()))
        .group("Settings")
        .get("/settings", Anyone, settings::show(app.settings.clone()))
        .put("/settings", Admin, settings::update(app.settings.clone()))
        .group("Media")
        .get("/uploads", Admin, uploads::list(library()))
        .post("/uploads", Admin, uploads::create(media()))
        .post("/uploads/filter-previews", Admin, previews::create(media()))
        .get("/uploads/{id}", Admin, uploads::get(media()))
        .put("/uploads/{id}", Admin, uploads::update(media()))
        .delete("/uploads/{id}", Admin, uploads::delete(library()))
        .get("/uploads/{id}/uses", Admin, uploads::uses(library()))
        .put("/uploads/{id}/file", Admin, uploads::replace(media()))
        .get("/media/{name}", Anyone, files::old_file(media()))
        .get("/media/{folder}/{name}", Anyone, files::file(media()))
        .get("/media/previews/{token}/{name}", Anyone, files::preview(media()))
        .group("Signing in")
        .get("/auth/login", Anyone, signin::login(auth()))
        .get("/auth/callback", Anyone, signin::callback(auth()))
        .get("/auth/link", Anyone, owner_link::open(auth()))
        .get("/auth/session", Anyone, signed_in::show())
        .post("/auth/logout", Member, signed_in::logout(auth()))
        .get("/auth/sessions", Member, signed_in::list(auth()))
        .delete("/auth/sessions", Member, signed_in::end_others(auth()))
        .delete("/auth/sessions/{id}", Member, signed_in::end(auth()))
        .get("/auth/tokens", Admin, tokens::list(app.tokens.clone()))
        .post("/auth/tokens", Admin, tokens::create(app.tokens.clone()))
        .get("/auth/tokens/{id}", Admin, tokens::get(app.tokens.clone()))
        .delete("/auth/tokens/{id}", Admin, tokens::delete(app.tokens.clone()))
        .group("Contact")
        .post("/contact", Anyone, form::send(contact()))
        .get("/contact/form", Anyone, form::show(contact()))
        .get("/contact/messages", Admin, messages::list(contact()))
        .get("/contact/messages/{id}", Admin, messages::get(contact()))
        .put("/contact/messages/{id}", Admin, messages::update(contact()))
        .delete("/contact/messages/{id}", Admin, messages::delete(contact()))
        .group("Visits")
        .get("/visits", Admin, site::visits(visitors()))
        .group("Service")
        .get("/health/live", Anyone, health::live())
        .get("/health/ready", Anyone, health::ready(Readiness::new(app.store.clone(), media())))
        .get("/metrics", metrics_readers, metrics::show(app.metrics.clone()))
        .get("/openapi.json", Anyone, docs::openapi(app.docs.clone()))
        .page("/auth", Anyone, pages::account(auth()))
        .page("/contact", Anyone, form::page(contact()))
        .page("/docs", Anyone, docs::reference(app.docs.clone()))
        .page("/admin", Member, admin::screens())
        .page("/admin/{*screen}", Member, admin::screens())
        .page("/", Anyone, site::home(visitors()))
        .page("/preview/{token}", Anyone, site::preview(visitors()))
        .page("/search", Anyone, site::search(visitors()))
        .page("/tags", Anyone, site::tags(visitors()))
        .page("/tags/{tag}", Anyone, site::tag(visitors()))
        .page("/tags/{tag}/feed.xml", Anyone, site::tag_atom(visitors()))
        .page("/tags/{tag}/feed.json", Anyone, site::tag_json(visitors()))
        .page("/feed.xml", Anyone, site::feed_atom(visitors()))
        .page("/feed.json", Anyone, site::feed_json(visitors()))
        .page("/sitemap.xml", Anyone, site::sitemap(visitors()))
        .page("/robots.txt", Anyone, site::robots(visitors()))
        .page("/favicon.svg", Anyone, site::favicon(visitors()))
        // Where programs look that have not read a page: feed readers, bookmarks.
        .page("/favicon.ico", Anyone, site::favicon(visitors()))
        .page("/site.webmanifest", Anyone, site::manifest(visitors()))
        .page("/look.css", Anyone, site::look(visitors()))
        .page("/speculation-rules.json", Anyone, site::speculation_rules())
        // Last, as everything that no line above names may be the address of a page.
        .fallback(Anyone, site::address(visitors()))
        .assets()
}
