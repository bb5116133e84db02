//! Resumes as an earlier release has stored them, read by this one.

use career::resumes::RESUMES;
use kernel::Id;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Document, Key, Kind, Value as KeyValue};
use testkit::words_of;

use crate::site::Site;

/// A resume in its first form, in which a text of several lines was one highlight.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
struct FirstForm(Value);

static FIRST: Kind = Kind {
    name: "resumes",
    form: 1,
    keys: &[Key::text("default_for").nullable()],
    stream: Some("resumes"),
    ..Kind::PLAIN
};

impl Document for FirstForm {
    const KIND: &'static Kind = &FIRST;

    fn id(&self) -> Id {
        self.0["id"].as_str().unwrap().parse().unwrap()
    }

    fn keys(&self) -> Vec<KeyValue> {
        vec![Some("site".to_owned()).into()]
    }
}

/// Of one text and of one list, with every mark that parts them.
#[tokio::test]
async fn what_was_hidden_in_the_first_form_is_hidden_in_all_its_parts() {
    assert_eq!((RESUMES.form, RESUMES.name), (3, FIRST.name));
    for secret in [
        "<ul><li>Sank one barge</li><li>Sank two barges</li></ul>",
        "➤ Sank one barge\n➤ Sank two barges",
        "- Sank one barge\n- Sank two barges",
        "▸ Sank one barge ▸ Sank two barges",
    ] {
        let site = Site::start().await;
        let document = json!({
            "basics": { "name": "Mira Oak", "summary": "Steers barges." },
            "work": [{ "name": "Canal", "position": "Skipper", "startDate": "2019",
                       "highlights": ["Steered barges at night.", secret, "Kept the lock of the canal."] }],
        });
        let id = "01980000-0000-7000-8000-000000000001";
        let resume = FirstForm(json!({
            "id": id, "title": "Main", "is_default": true, "document": document.to_string(),
            "arrangement": { "hidden": ["work/0/highlights/1"], "pinned": ["work/0/highlights/2"], "order": [] },
            "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z",
        }));
        let inserted = site.app.store.write(move |transaction| {
            transaction.enter("resumes")?;
            transaction.insert(resume.clone())
        });
        inserted.await.unwrap();
        let read = site.admin.get(&format!("/resumes/{id}")).await.expect(200).json();
        assert_eq!(read["document"], document, "{secret}");
        assert_eq!(
            (&read["arrangement"]["hidden"], &read["arrangement"]["pinned"]),
            (
                &json!(["work/0/highlights/1", "work/0/highlights/2"]),
                &json!(["work/0/highlights/3"])
            ),
            "{secret}"
        );
        let chosen = json!({ "resume": { "id": id, "show": ["pdf"] } });
        site.admin.put("/settings", chosen).await.expect(200);
        let job = "Skipper\n\nYou bring:\n- Steering of barges\n- Sinking of barges\n";
        let request = json!({ "job_description": job, "threshold": 0 });
        let tailored = site.admin.post("/tailor", request).await.expect(200).json();
        let mut told = vec![tailored["resume"].to_string()];
        for form in ["/resume", "/resume.json", "/resume.pdf"] {
            told.push(words_of(&site.anonymous.get(form).await.expect(200).body));
        }
        for told in told.iter().filter(|told| !told.is_empty()) {
            assert!(!told.contains("Sank"), "{secret}: {told}");
            assert!(told.contains("Kept the lock of the canal."), "{secret}: {told}");
        }
        // Written again, it has the form of today.
        let again = site.admin.put(&format!("/resumes/{id}"), json!({ "title": "Mine" })).await;
        assert_eq!(again.expect(200).json()["arrangement"], read["arrangement"], "{secret}");
    }
}
