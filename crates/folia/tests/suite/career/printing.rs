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
