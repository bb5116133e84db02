use kernel::Role;
use serde_json::{Value, json};

use crate::career::{JOB, resume, store};
use crate::site::{Site, make_token};

async fn tailored(site: &Site) -> Value {
    let body = json!({ "job_description": JOB, "threshold": 0 });
    site.member.post("/tailor", body).await.expect(200).json()
}

#[tokio::test]
async fn results_are_their_users_own() {
    let site = Site::start().await;
    store(&site, "backend-engineer").await;
    let answer = tailored(&site).await;
    let path = answer["links"]["self"].as_str().unwrap();
    let list = site.member.get("/tailorings").await.expect(200).json();
    assert_eq!((&list["total"], &list["items"][0]["id"]), (&json!(1), &answer["id"]));
    assert_eq!(list["items"][0]["score"], answer["evaluation"]["score"]);
    let kept = site.member.get(path).await.expect(200);
    assert_eq!(kept.json(), answer);
    let tag = kept.header("etag").unwrap();
    site.member.get_with(path, &[("if-none-match", tag)]).await.expect(304);

    let (_, other) = make_token(&site.app, Role::Member, "max").await;
    for client in [&site.anonymous.with_token(&other), &site.admin] {
        assert_eq!(client.get("/tailorings").await.expect(200).json()["total"], 0);
        let ends = ["json", "md", "html", "pdf", "txt"].map(|end| format!("/resume.{end}"));
        for end in ends.iter().map(String::as_str).chain(["", "/pages"]) {
            let answer = client.get(&format!("{path}{end}")).await;
            answer.expect_problem(404, "not-found");
        }
        client.delete(path).await.expect_problem(404, "not-found");
    }
    site.member.delete(path).await.expect(204);
    site.member.get(path).await.expect_problem(404, "not-found");
    assert_eq!(folia::schema::verify(&site.app.store).await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn a_result_leaves_the_house_in_three_forms() {
    let site = Site::start().await;
    store(&site, "backend-engineer").await;
    let answer = tailored(&site).await;
    let link = |form: &str| answer["links"][form].as_str().unwrap().to_owned();
    let exported = site.member.get(&link("json")).await.expect(200);
    assert_eq!(exported.json(), answer["resume"]);
    let disposition = exported.header("content-disposition").unwrap();
    assert_eq!(disposition, "attachment; filename=\"resume.json\"");

    let markdown = site.member.get(&link("markdown")).await.expect(200);
    assert_eq!(markdown.header("content-type"), Some("text/markdown; charset=utf-8"));
    let text = String::from_utf8(markdown.body.to_vec()).unwrap();
    let name = resume("backend-engineer")["basics"]["name"].as_str().unwrap().to_owned();
    assert!(text.starts_with(&format!("# {name}\n")), "{text}");
    assert!(text.contains("## Experience"));

    let page = site.member.get(&link("html")).await.expect(200);
    let policy = page.header("content-security-policy").unwrap();
    assert!(!policy.contains("unsafe") && policy.contains("default-src 'none'"), "{policy}");
    let text = String::from_utf8(page.body.to_vec()).unwrap();
    assert!(text.contains(&name) && text.contains("Experience"));
    assert!(!text.contains("style=") && !text.contains("<script"));
    let style = text.split("href=\"").find(|part| part.contains("resume.")).unwrap();
    let style = site.anonymous.get(style.split('"').next().unwrap()).await.expect(200);
    assert!(String::from_utf8(style.body.to_vec()).unwrap().contains("@page"));
}

#[tokio::test]
async fn the_newest_two_hundred_are_kept() {
    let site = Site::start().await;
    let body = json!({ "document": { "work": [{ "name": "Mill", "highlights": ["Ground."] }] } });
    site.admin.post("/resumes", body).await.expect(201);
    let body = json!({ "job_description": "Miller", "threshold": 0 });
    let first = site.member.post("/tailor", body.clone()).await.expect(200).json();
    for _ in 0..200 {
        site.clock.advance(std::time::Duration::from_secs(1));
        site.member.post("/tailor", body.clone()).await.expect(200);
    }
    assert_eq!(site.member.get("/tailorings").await.json()["total"], 200);
    let path = first["links"]["self"].as_str().unwrap();
    site.member.get(path).await.expect_problem(404, "not-found");
}
