//! The pages of a resume as pictures, for whoever wants to see them before they are printed.

use serde_json::json;

use crate::career::{JOB, resume};
use crate::site::Site;

#[tokio::test]
async fn every_page_of_a_resume_can_be_seen_and_none_beyond() {
    let site = Site::start().await;
    let body = json!({ "document": resume("backend-engineer") });
    let stored = site.admin.post("/resumes", body).await.expect(201);
    let path = format!("/resumes/{}/pages", stored.json()["id"].as_str().unwrap());
    let query = "look=compact&paper=letter&language=de";
    let length = site.admin.get(&format!("{path}?{query}")).await.expect(200).json();
    let pages = length["pages"].as_u64().unwrap();
    for number in 1..=pages {
        let drawn = site.admin.get(&format!("{path}/{number}?{query}")).await.expect(200);
        assert_eq!(drawn.header("content-type"), Some("image/svg+xml"));
        assert_eq!(drawn.header("cache-control"), Some("private, no-cache"));
        let drawn = String::from_utf8(drawn.body.to_vec()).unwrap();
        assert!(drawn.contains("viewBox=\"0 0 612.00 792.00\""), "{}", &drawn[..200]);
        assert!(drawn.matches("<use ").count() > 100);
    }
    for beyond in [format!("{}", pages + 1), "0".to_owned(), "x".to_owned(), "-1".to_owned()] {
        let beyond = format!("{path}/{beyond}?{query}");
        site.admin.get(&beyond).await.expect_problem(404, "not-found");
    }
    assert!(site.admin.get(&format!("{path}/1?look=neon")).await.expect(422).json().is_object());
    site.member.get(&format!("{path}/1")).await.expect(403);
}

#[tokio::test]
async fn a_tailored_resume_is_seen_by_whoever_made_it_alone() {
    let site = Site::start().await;
    let body = json!({ "document": resume("backend-engineer") });
    site.admin.post("/resumes", body).await.expect(201);
    let body = json!({ "job_description": JOB, "threshold": 0 });
    let answer = site.member.post("/tailor", body).await.expect(200).json();
    let path = format!("/tailorings/{}/pages/1", answer["id"].as_str().unwrap());
    let drawn = site.member.get(&path).await.expect(200);
    assert!(drawn.body.starts_with(b"<svg "));
    site.admin.get(&path).await.expect_problem(404, "not-found");
    site.anonymous.get(&path).await.expect(401);
}
