//! Documents as people and their programs write them (`fixtures/hands`), through every door: read, saved, told in plain
//! text, and shown to visitors without how to reach their owners.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::Form;

use crate::site::Site;

/// What the owner of each document hides, and nobody else may read.
const SECRETS: [(&str, &[&str]); 12] = [
    ("da-paedagog", &["34 56 78", "lund.example", "Nørregade", "5000"]),
    ("de-krankenpfleger", &["23456789", "posteo.example", "Ambossgasse", "04109"]),
    ("en-oldschema", &["900123", "tel:", "221b", "221B", "LS1"]),
    ("en-reactive", &["555", "natarajan.example"]),
    ("es-profesora", &["345 678", "123 456", "correo.example", "Mayor", "41001"]),
    ("fr-cuisinier", &["12 34", "fournier.example"]),
    ("it-elettricista", &["1234567", "ferri.example", "ditta.example", "Garibaldi", "40121"]),
    ("ja-shokumu", &["1234", "１２３４", "桜新町"]),
    ("ko-marketer", &["1234", "kim.example", "테헤란로"]),
    ("nl-logistiek", &["12345678", "dewit.example", "Kerkstraat"]),
    ("pt-designer", &["91234", "nogueira.example", "das Flores"]),
    ("zh-engineer", &["1234", "mail.example", "世纪大道"]),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/hands")
}

#[tokio::test]
async fn documents_of_many_hands_are_read_as_their_owners_mean_them() {
    let site = Site::start().await;
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| !file.to_string_lossy().ends_with(".read.json"));
    files.sort();
    assert!(files.len() >= 12, "{files:?}");
    let mut differing = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let form = Form::default().file("resume", &fs::read(&file).unwrap());
        let draft = site.admin.post_form("/resumes/read", form).await.expect(200).json();
        let body = json!({ "title": name, "document": draft["document"] });
        let saved = site.admin.post("/resumes", body).await.expect(201).json();
        let id = saved["id"].as_str().unwrap();
        let read = site.admin.get(&format!("/resumes/{id}/resume.txt")).await.expect(200);
        let read = String::from_utf8(read.body.to_vec()).unwrap();
        let warnings = saved["warnings"].as_array().unwrap();
        let told: Vec<&str> = warnings.iter().map(|it| it["path"].as_str().unwrap()).collect();
        let chosen = json!({ "resume": { "id": id, "show": ["city", "pdf"] } });
        site.admin.put("/settings", chosen).await.expect(200);
        let public = site.anonymous.get("/resume.json").await.expect(200).json();
        let (_, secrets) = SECRETS.iter().find(|(known, _)| *known == name).unwrap();
        for secret in *secrets {
            assert!(!public.to_string().contains(secret), "{secret} in {name}: {public}");
        }
        let lines: Vec<&str> = read.lines().collect();
        let found = json!({ "warnings": told, "text": lines, "public": public });
        let expected = fs::read_to_string(folder().join(format!("{name}.read.json")));
        let expected: Value = expected.map_or(Value::Null, |it| serde_json::from_str(&it).unwrap());
        if found != expected {
            differing.push(format!("{name}: {}", serde_json::to_string_pretty(&found).unwrap()));
        }
    }
    assert!(differing.is_empty(), "not as in fixtures/hands:\n{}", differing.join("\n"));
}
