use serde_json::json;

use crate::career::{JOB, resume, store};
use crate::site::Site;

#[tokio::test]
async fn a_resume_is_printed_in_every_look_and_says_its_pages() {
    let site = Site::start().await;
    let document = resume("backend-engineer");
    let name = document["basics"]["name"].as_str().unwrap().to_owned();
    let stored = site.admin.post("/resumes", json!({ "document": document })).await.expect(201);
    let path = format!("/resumes/{}", stored.json()["id"].as_str().unwrap());
    for look in ["classic", "modern", "compact"] {
        let query = format!("look={look}&paper=letter&language=de");
        let pdf = site.admin.get(&format!("{path}/resume.pdf?{query}")).await.expect(200);
        assert_eq!(pdf.header("content-type"), Some("application/pdf"));
        let disposition = pdf.header("content-disposition").unwrap();
        assert_eq!(disposition, "attachment; filename=\"resume.pdf\"");
        assert!(pdf.body.starts_with(b"%PDF-1.7") && pdf.body.len() > 2_000);
        let length = site.admin.get(&format!("{path}/pages?{query}")).await.expect(200).json();
        assert_eq!(pdf.header("x-pages"), Some(length["pages"].to_string().as_str()));
        assert!(length["pages"].as_u64().unwrap() >= 1);
        let facts =
            ["look", "paper", "language"].map(|key| length[key].as_str().unwrap().to_owned());
        assert_eq!(facts, [look, "letter", "de"]);
        let page = site.admin.get(&format!("{path}/resume.html?{query}")).await.expect(200);
        let page = String::from_utf8(page.body.to_vec()).unwrap();
        assert!(page.contains(&format!("class=\"look {look} letter\"")), "{page}");
        assert!(page.contains("<html lang=\"de\"") && page.contains("Berufserfahrung"), "{page}");
    }
    let text = site.admin.get(&format!("{path}/resume.txt")).await.expect(200);
    assert_eq!(text.header("content-type"), Some("text/plain; charset=utf-8"));
    let text = String::from_utf8(text.body.to_vec()).unwrap();
    assert!(text.starts_with(&name) && text.contains("\nExperience\n"), "{text}");
    for (end, field) in [("look=neon", "look"), ("paper=a5", "paper"), ("language=tlh", "language")]
    {
        let refused = site.admin.get(&format!("{path}/resume.pdf?{end}")).await;
        let problem = refused.expect(422).json();
        assert!(problem.to_string().contains(field), "{problem}");
    }
    for end in ["resume.pdf", "resume.html", "resume.txt", "pages"] {
        let unknown = format!("/resumes/{}/{end}", "01980000-0000-7000-8000-000000000000");
        site.admin.get(&unknown).await.expect_problem(404, "not-found");
        site.member.get(&format!("{path}/{end}")).await.expect(403);
    }
}

#[tokio::test]
async fn a_tailored_resume_is_printed_in_the_look_of_its_source() {
    let site = Site::start().await;
    let mut document = resume("backend-engineer");
    document["meta"] = json!({ "theme": "even" });
    let body = json!({ "document": document, "language": "fr" });
    site.admin.post("/resumes", body).await.expect(201);
    let body = json!({ "job_description": JOB, "threshold": 0 });
    let answer = site.member.post("/tailor", body).await.expect(200).json();
    let link = |form: &str| answer["links"][form].as_str().unwrap().to_owned();
    let length = site.member.get(&link("pages")).await.expect(200).json();
    assert_eq!((&length["look"], &length["language"]), (&json!("modern"), &json!("fr")));
    let pdf = site.member.get(&link("pdf")).await.expect(200);
    assert_eq!(pdf.header("x-pages"), Some(length["pages"].to_string().as_str()));
    let text = site.member.get(&link("text")).await.expect(200);
    let text = String::from_utf8(text.body.to_vec()).unwrap();
    assert!(text.contains("\nExpérience\n"), "{text}");
    for highlight in answer["resume"]["work"][0]["highlights"].as_array().unwrap() {
        assert!(text.contains(&format!("\n- {}", highlight.as_str().unwrap())), "{text}");
    }
}

#[tokio::test]
async fn the_public_resume_is_on_paper_only_where_its_owner_says_so() {
    let site = Site::start().await;
    store(&site, "backend-engineer").await;
    let resumes = site.admin.get("/resumes").await.expect(200).json();
    let id = resumes["items"][0]["id"].as_str().unwrap().to_owned();
    site.anonymous.get("/resume.pdf").await.expect(404);
    let publish = |show: serde_json::Value| json!({ "resume": { "id": id, "show": show } });
    site.admin.put("/settings", publish(json!(["city", "pdf"]))).await.expect(200);
    let pdf = site.anonymous.get("/resume.pdf").await.expect(200);
    assert_eq!(pdf.header("content-type"), Some("application/pdf"));
    assert_eq!(pdf.header("x-robots-tag"), Some("noindex"));
    let tag = pdf.header("etag").unwrap();
    site.anonymous.get_with("/resume.pdf", &[("if-none-match", tag)]).await.expect(304);
    let page = site.anonymous.get_with("/resume", &[("accept", "text/html")]).await.expect(200);
    let page = String::from_utf8(page.body.to_vec()).unwrap();
    assert!(page.contains("href=\"/resume.pdf\""), "{page}");
    site.admin.put("/settings", publish(json!(["city"]))).await.expect(200);
    site.anonymous.get("/resume.pdf").await.expect(404);
    let page = site.anonymous.get_with("/resume", &[("accept", "text/html")]).await.expect(200);
    assert!(!String::from_utf8(page.body.to_vec()).unwrap().contains("/resume.pdf"));
}

/// Whether a file shows a picture. Its dictionary is not compressed.
fn has_picture(pdf: &[u8]) -> bool {
    let marks: [&[u8]; 2] = [b"/Subtype /Image", b"/Subtype/Image"];
    marks.iter().any(|mark| pdf.windows(mark.len()).any(|part| part == *mark))
}

#[tokio::test]
async fn a_picture_is_shown_where_it_is_asked_for_and_one_of_ours() {
    let site = Site::start().await;
    let picture = crate::media::upload(&site, "orientation-6.jpg").await;
    let address = picture["url"].as_str().unwrap().to_owned();
    let id = picture["id"].as_str().unwrap().to_owned();
    let mut document = resume("backend-engineer");
    document["basics"]["image"] = json!(address);
    let made =
        site.admin.post("/resumes", json!({ "document": document })).await.expect(201).json();
    let path = format!("/resumes/{}", made["id"].as_str().unwrap());
    for look in ["classic", "modern", "compact"] {
        let plain = site.admin.get(&format!("{path}/resume.pdf?look={look}")).await.expect(200);
        assert!(!has_picture(&plain.body), "{look}");
        let address = format!("{path}/resume.pdf?look={look}&photo=true");
        assert!(has_picture(&site.admin.get(&address).await.expect(200).body), "{look}");
        let page =
            site.admin.get(&format!("{path}/resume.html?look={look}&photo=true")).await.expect(200);
        let page = String::from_utf8(page.body.to_vec()).unwrap();
        let shown = page.split("<img class=\"photo\" src=\"").nth(1).unwrap();
        let shown = shown.split('"').next().unwrap();
        assert!(shown.starts_with(&format!("/media/{id}/")), "{shown}");
        site.anonymous.get(shown).await.expect(200);
    }
    // A tailored resume follows its own options.
    let job = json!({ "job_description": JOB, "threshold": 0, "photo": true, "pages": 1 });
    let answer = site.admin.post("/tailor", job).await.expect(200).json();
    let link = answer["links"]["pdf"].as_str().unwrap();
    let pdf = site.admin.get(link).await.expect(200);
    assert!(has_picture(&pdf.body));
    assert_eq!(pdf.header("x-pages"), Some("1"));
    let without = format!("{link}?photo=false");
    assert!(!has_picture(&site.admin.get(&without).await.expect(200).body));
    // What is not ours, or is gone, is no picture and no error.
    for image in [
        "https://example.org/media/face.webp".to_owned(),
        "/media/01980000-0000-7000-8000-000000000000/face.webp".to_owned(),
        format!("https://example.org{address}"),
        "/media/../etc/passwd".to_owned(),
        "face".to_owned(),
    ] {
        document["basics"]["image"] = json!(image);
        site.admin.put(&path, json!({ "document": document })).await.expect(200);
        let pdf = site.admin.get(&format!("{path}/resume.pdf?photo=true")).await.expect(200);
        assert!(!has_picture(&pdf.body), "{image}");
        let page = site.admin.get(&format!("{path}/resume.html?photo=true")).await.expect(200);
        assert!(!String::from_utf8(page.body.to_vec()).unwrap().contains("<img"), "{image}");
    }
}

#[tokio::test]
async fn the_owners_colour_is_in_the_look_that_has_one() {
    let site = Site::start().await;
    let id = store(&site, "backend-engineer").await;
    let pdf = async |look: &str| {
        let address = format!("/resumes/{id}/resume.pdf?look={look}");
        site.admin.get(&address).await.expect(200).body.to_vec()
    };
    let (modern, classic) = (pdf("modern").await, pdf("classic").await);
    assert!(modern == pdf("modern").await, "the same request gives the same file");
    let look = json!({ "look": { "accent": { "hue": 30.0, "chroma": 0.15 } } });
    site.admin.put("/settings", look).await.expect(200);
    assert!(modern != pdf("modern").await, "the colour is another one");
    assert!(classic == pdf("classic").await, "there is no colour in it");
    let page = site.admin.get(&format!("/resumes/{id}/resume.html?look=modern")).await.expect(200);
    let page = String::from_utf8(page.body.to_vec()).unwrap();
    let (styles, own) = (page.find("resume.").unwrap(), page.find("/look.css?v=").unwrap());
    assert!(styles < own, "the owner's colour comes after the usual one: {page}");
}

/// Emoji and signs of one's own have no face; they leave the paper, and not without a word.
#[tokio::test]
async fn what_cannot_be_printed_is_told_and_stays_in_the_other_forms() {
    let site = Site::start().await;
    let document = json!({
        "basics": { "name": "Ada", "summary": "Calm \u{e0e0} words." },
        "work": [{ "name": "Mill", "highlights": ["Ran it.", "Rated \u{f0a9}\u{f0a9} by all."] }],
    });
    let made =
        site.admin.post("/resumes", json!({ "document": document })).await.expect(201).json();
    let warnings: Vec<(&str, &str)> = made["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["path"].as_str().unwrap(), it["message"].as_str().unwrap()))
        .collect();
    let [(one, message), (other, _)] = warnings[..] else { panic!("{warnings:?}") };
    assert_eq!([one, other], ["document.basics.summary", "document.work[0].highlights[1]"]);
    assert!(message.contains("U+E0E0"), "{message}");
    let path = format!("/resumes/{}", made["id"].as_str().unwrap());
    let length = site.admin.get(&format!("{path}/pages")).await.expect(200).json();
    assert_eq!(length["undrawn"], json!(["\u{e0e0}", "\u{f0a9}"]));
    for end in ["resume.txt", "resume.html"] {
        let reply = site.admin.get(&format!("{path}/{end}")).await.expect(200);
        let text = String::from_utf8(reply.body.to_vec()).unwrap();
        assert!(text.contains('\u{e0e0}') && text.contains('\u{f0a9}'), "{end}");
    }
}
