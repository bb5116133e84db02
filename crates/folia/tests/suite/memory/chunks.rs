use serde_json::{Value, json};

use crate::site::Site;

fn opinion(text: &str) -> Value {
    json!({ "text": text, "source": "opinion", "chunk_type": "meta", "purpose": "personality" })
}

async fn create(site: &Site, body: Value) -> Value {
    site.clock.advance(std::time::Duration::from_millis(1));
    site.admin.post("/content/chunks", body).await.expect(201).json()
}

fn texts(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().unwrap();
    items.iter().map(|chunk| chunk["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_new_chunk_is_read_back_and_nothing_a_client_invents_is_kept() {
    let site = Site::start().await;
    let body = json!({
        "text": "Rust since 2015 🦀", "source": "resume", "chunk_type": "skill_context",
        "purpose": ["facts", "strategy", "facts"], "metadata": { "company": "Acme", "n": [1, {}] },
        "id": "01939b1e-7c00-7abc-8def-0123456789ab", "indexed_at": "2020-01-01T00:00:00Z",
        "created_at": "2020-01-01T00:00:00Z", "origin": { "type": "x", "id": "y" }, "user_id": "z",
    });
    let created = site.admin.post("/content/chunks", body).await.expect(201);
    let chunk = created.json();
    let location = created.header("location").unwrap();
    assert_eq!(location, format!("/content/chunks/{}", chunk["id"].as_str().unwrap()));
    assert_ne!(chunk["id"], "01939b1e-7c00-7abc-8def-0123456789ab");
    assert_eq!(chunk["purpose"], json!(["facts", "strategy"]));
    assert_eq!(chunk["metadata"], json!({ "company": "Acme", "n": [1, {}] }));
    assert_eq!((&chunk["origin"], &chunk["indexed_at"]), (&Value::Null, &Value::Null));
    assert_eq!(chunk["created_at"], "2026-01-01T00:00:00Z");
    assert!(chunk.get("user_id").is_none());
    let read = site.admin.get(location).await.expect(200);
    assert_eq!(read.json(), chunk);
    assert_eq!(read.header("etag"), created.header("etag"));
    site.admin.get("/content/chunks/nonsense").await.expect_problem(404, "not-found");
}

#[tokio::test]
async fn a_change_touches_only_what_it_names_and_a_stale_one_nothing() {
    let site = Site::start().await;
    let created = site.admin.post("/content/chunks", opinion("old")).await.expect(201);
    let path = created.header("location").unwrap().to_owned();
    let tag = created.header("etag").unwrap().to_owned();
    site.clock.advance(std::time::Duration::from_secs(60));
    let fresh = [("if-match", tag.as_str())];
    let changed =
        site.admin.put_with(&path, &fresh, json!({ "text": "new" })).await.expect(200).json();
    let mut expected = created.json();
    expected["text"] = json!("new");
    expected["updated_at"] = json!("2026-01-01T00:01:00Z");
    assert_eq!(changed, expected);
    let stale = site.admin.put_with(&path, &fresh, json!({ "text": "newer" })).await;
    stale.expect_problem(409, "stale");
    site.admin.send("DELETE", &path, &fresh, None).await.expect_problem(409, "stale");
    site.admin.delete(&path).await.expect(204);
    site.admin.get(&path).await.expect_problem(404, "not-found");
    site.admin.delete(&path).await.expect_problem(404, "not-found");
}

#[tokio::test]
async fn bad_values_are_refused_by_name_and_nothing_is_stored() {
    let site = Site::start().await;
    let long = "x".repeat(8001);
    let deep =
        |levels: usize| -> Value { (0..levels).fold(json!(1), |inner, _| json!({ "a": inner })) };
    let wide: serde_json::Map<_, _> = (0..10_000).map(|key| (key.to_string(), json!(1))).collect();
    for (field, value) in [
        ("text", json!("")),
        ("text", json!(long)),
        ("text", json!(7)),
        ("text", json!("nul\u{0}")),
        ("source", json!("Blog")),
        ("source", json!(1)),
        ("chunk_type", json!("story")),
        ("purpose", json!("fun")),
        ("purpose", json!([])),
        ("purpose", json!(["facts", "fun"])),
        ("purpose", json!(7)),
        ("metadata", json!([1])),
        ("metadata", json!("x")),
        ("metadata", deep(100)),
        ("metadata", Value::Object(wide)),
        ("metadata", json!({ "a": "x".repeat(1024 * 1024) })),
    ] {
        let mut body = opinion("x");
        body[field] = value;
        let fields = site.admin.post("/content/chunks", body).await.expect_invalid();
        assert_eq!(fields, [field]);
    }
    // Deeper than a parser would follow, and still judged as metadata.
    let (open, close) = ("{\"a\":".repeat(1000), "}".repeat(1000));
    let body = format!(
        r#"{{"text":"x","source":"blog","chunk_type":"meta","purpose":"facts","metadata":{open}1{close}}}"#
    );
    let answer = site.admin.send("POST", "/content/chunks", &[], Some(body.into_bytes())).await;
    assert_eq!(answer.expect_invalid(), ["metadata"]);
    let missing = site.admin.post("/content/chunks", json!({})).await.expect_invalid();
    assert_eq!(missing, ["text", "source", "chunk_type", "purpose"]);
    assert_eq!(site.admin.get("/content/stats").await.json()["total"], 0);
    create(&site, opinion(&"é".repeat(8000))).await;
    create(&site, opinion("1")).await;
}

#[tokio::test]
async fn a_text_is_found_wherever_it_stands_whatever_its_letters() {
    let site = Site::start().await;
    let told = "He said \"boat\" \\ twice\tand \u{212a}elvin, \u{130}zmir, GR\u{d6}SSE";
    create(&site, opinion(told)).await;
    create(&site, opinion("blog facts opinion")).await;
    for (query, found) in [
        ("said%20%22boat%22", 1),
        ("%22", 1),
        ("%5C", 1),
        ("%5C%20twice%09and", 1),
        ("kelvin", 1),
        ("K", 1),
        ("zmir", 1),
        ("i", 2),
        ("gr%C3%B6sse", 1),
        ("GR%C3%96SSE", 1),
        // In the stored document, but not in the text.
        ("personality", 0),
        ("chunk_type", 0),
        ("blog%20facts", 1),
        ("facts%20blog", 0),
    ] {
        let list = site.admin.get(&format!("/content/chunks?q={query}")).await.expect(200).json();
        assert_eq!(list["total"], found, "{query}: {list}");
        assert_eq!(list["items"].as_array().unwrap().len(), found, "{query}");
    }
}

#[tokio::test]
async fn lists_are_filtered_by_every_key_and_by_literal_text() {
    let site = Site::start().await;
    let chunk = |text: &str, source: &str, of_type: &str, purpose: Value| json!({ "text": text, "source": source, "chunk_type": of_type, "purpose": purpose });
    create(&site, chunk("100 % sure", "opinion", "meta", json!(["facts", "strategy"]))).await;
    create(&site, chunk("under_score", "blog", "meta", json!("personality"))).await;
    create(&site, chunk("Plain", "blog", "education", json!("facts"))).await;
    for (query, expected) in [
        ("", vec!["Plain", "under_score", "100 % sure"]),
        ("?source=blog", vec!["Plain", "under_score"]),
        ("?chunk_type=meta", vec!["under_score", "100 % sure"]),
        ("?purpose=facts", vec!["Plain", "100 % sure"]),
        ("?purpose=facts&source=blog", vec!["Plain"]),
        ("?q=%25", vec!["100 % sure"]),
        ("?q=_", vec!["under_score"]),
        ("?q=PLAIN", vec!["Plain"]),
        ("?q=%27%29--", vec![]),
        ("?q=", vec!["Plain", "under_score", "100 % sure"]),
        ("?limit=1&offset=1", vec!["under_score"]),
    ] {
        let list = site.admin.get(&format!("/content/chunks{query}")).await.expect(200).json();
        assert_eq!(texts(&list), expected, "{query}");
    }
    for (query, field) in [
        ("source=x", "source"),
        ("source=blog%27", "source"),
        ("chunk_type=pg_sleep(5)", "chunk_type"),
        ("purpose=", "purpose"),
        ("limit=0", "limit"),
    ] {
        let answer = site.admin.get(&format!("/content/chunks?{query}")).await;
        assert_eq!(answer.expect_invalid(), [field]);
    }
    let long = format!("/content/chunks?q={}", "x".repeat(300));
    assert_eq!(site.admin.get(&long).await.expect_invalid(), ["q"]);
}

#[tokio::test]
async fn stats_name_every_value_also_at_zero() {
    let site = Site::start().await;
    create(&site, opinion("a")).await;
    let both = json!({
        "text": "b", "source": "resume", "chunk_type": "achievement",
        "purpose": ["facts", "personality"],
    });
    create(&site, both).await;
    let stats = site.admin.get("/content/stats").await.expect(200).json();
    assert_eq!(
        stats,
        json!({
            "total": 2,
            "by_source": {
                "resume": 1, "blog": 0, "opinion": 1, "conversation": 0, "voice_feedback": 0,
            },
            "by_chunk_type": {
                "achievement": 1, "role_summary": 0, "skill_context": 0, "education": 0,
                "meta": 1, "voice_example": 0, "anti_pattern": 0,
            },
            "by_purpose": { "facts": 1, "personality": 2, "strategy": 0 },
        })
    );
}

#[tokio::test]
async fn a_source_is_cleared_and_no_other() {
    let site = Site::start().await;
    for number in 0..3 {
        create(&site, opinion(&format!("opinion {number}"))).await;
    }
    let mut kept = opinion("kept");
    kept["source"] = json!("blog");
    create(&site, kept).await;
    let missing = site.admin.delete("/content/chunks").await;
    assert_eq!(missing.expect_invalid(), ["source"]);
    let wrong = site.admin.delete("/content/chunks?source=all").await;
    assert_eq!(wrong.expect_invalid(), ["source"]);
    let cleared = site.admin.delete("/content/chunks?source=opinion").await.expect(202).json();
    assert_eq!(cleared, json!({ "source": "opinion", "deleted": 3 }));
    let list = site.admin.get("/content/chunks").await.json();
    assert_eq!(texts(&list), ["kept"]);
}

#[tokio::test]
async fn words_of_the_memory_are_not_types_of_content() {
    let site = Site::start().await;
    for path in ["/content/chunks", "/content/stats", "/content/index"] {
        site.anonymous.get(path).await.expect_problem(401, "unauthenticated");
        site.member.get(path).await.expect_problem(403, "forbidden");
        site.admin.get(path).await.expect(200);
    }
    site.anonymous.get("/content/story").await.expect(200);
    site.anonymous.get("/content/chunkz").await.expect_problem(404, "not-found");
}
