//! Files that become a draft of a resume, and are stored nowhere.

use serde_json::{Value, json};
use testkit::{Answer, Form};

use crate::site::Site;

async fn send(site: &Site, form: Form) -> Answer {
    site.admin.post_form("/resumes/read", form).await
}

async fn read(site: &Site, name: &str, bytes: &[u8]) -> Answer {
    send(site, Form::default().file(name, bytes)).await
}

/// An archive with one file that is not packed.
fn archive(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut facts = vec![20, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    facts.extend(sum.sum().to_le_bytes());
    let length = u32::try_from(bytes.len()).unwrap().to_le_bytes();
    facts.extend(length);
    facts.extend(length);
    facts.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
    facts.extend([0, 0]);
    let mut zip = [b"PK\x03\x04", &facts[..], name.as_bytes(), bytes].concat();
    let list = [b"PK\x01\x02\x14\0", &facts[..], &[0; 14], name.as_bytes()].concat();
    let begin = u32::try_from(zip.len()).unwrap();
    zip.extend(&list);
    zip.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
    zip.extend(u32::try_from(list.len()).unwrap().to_le_bytes());
    zip.extend(begin.to_le_bytes());
    zip.extend([0, 0]);
    zip
}

const YAML: &str = "basics:\n  name: Ada\n  label: Ingenieurin\n  summary: Ich baue Maschinen für die Industrie und \
    leite ein Team mit fünf Leuten.\nwork:\n- company: Mühle\n  startDate: 2019-04\n  endDate: when it rains\n";

#[tokio::test]
async fn a_file_becomes_a_draft_that_can_be_saved() {
    let site = Site::start().await;
    let draft = read(&site, "resume.yaml", YAML.as_bytes()).await.expect(200).json();
    assert_eq!((&draft["format"], &draft["title"]), (&json!("yaml"), &json!("Ingenieurin")));
    assert_eq!(draft["language"], "de");
    assert_eq!(draft["document"]["work"][0]["startDate"], "2019-04");
    assert_eq!(draft["warnings"][0]["path"], "document.work[0].endDate");
    // Nothing was stored; the owner saves it like any other.
    assert_eq!(site.admin.get("/resumes").await.expect(200).json()["total"], 0);
    let body = json!({ "document": draft["document"] });
    let saved = site.admin.post("/resumes", body).await.expect(201).json();
    assert_eq!(saved["document"], draft["document"]);
    assert_eq!(saved["warnings"], draft["warnings"]);
    let path = format!("/resumes/{}/resume.json", saved["id"].as_str().unwrap());
    let exported = site.admin.get(&path).await.expect(200);
    let work = json!([{"name": "Mühle", "startDate": "2019-04", "endDate": "when it rains"}]);
    assert_eq!(exported.json()["work"], work);
    let disposition = exported.header("content-disposition").unwrap();
    assert_eq!(disposition, "attachment; filename=\"resume.json\"");
    site.member.get(&path).await.expect_problem(403, "forbidden");

    let table =
        "Company Name,Title,Description,Location,Started On,Finished On\nMill,Fitter,,,Apr 2019,\n";
    let zip = archive("Export/Positions.csv", table.as_bytes());
    let draft = read(&site, "export.zip", &zip).await.expect(200).json();
    let work = json!([{"name": "Mill", "position": "Fitter", "startDate": "2019-04"}]);
    assert_eq!((&draft["format"], &draft["document"]["work"]), (&json!("linkedin"), &work));

    let text = "{ \"basics\":{\"name\":\"Ada\"},\"x\":1.50 }";
    let draft = read(&site, "resume.json", text.as_bytes()).await.expect(200);
    assert!(String::from_utf8(draft.body.to_vec()).unwrap().contains(text));
    assert_eq!(draft.json()["format"], "json");
    assert_eq!(draft.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn what_cannot_be_saved_is_no_draft() {
    let site = Site::start().await;
    let bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n".to_owned()
        + &(0..9).fold(String::new(), |text, n| {
            let name = |n: usize| if n == 0 { "a".to_owned() } else { format!("b{n}") };
            let below = format!("*{},", name(n)).repeat(9);
            text + &format!("{}: &{} [{below}]\n", name(n + 1), name(n + 1))
        });
    let files: [(&[u8], &str); 6] = [
        (b"a: [1", "file"),
        (b" ", "file"),
        (bomb.as_bytes(), "file"),
        (b"PK\x03\x04 and no archive", "file"),
        (b"basics: {url: 'javascript:alert(1)'}", "document.basics.url"),
        (b"- just\n- a list\n", "document"),
    ];
    for (bytes, field) in files {
        let answer = read(&site, "x", bytes).await;
        assert_eq!(answer.expect_invalid(), [field], "{}", String::from_utf8_lossy(bytes));
    }
    assert_eq!(send(&site, Form::default().text("other", "x")).await.expect_invalid(), ["file"]);
    let twice = Form::default().file("a", b"a: 1").file("b", b"a: 1");
    send(&site, twice).await.expect_problem(400, "malformed");
    let large = vec![b' '; 17 * 1024 * 1024];
    read(&site, "large", &large).await.expect_problem(413, "too-large");
    let answer = site.member.post_form("/resumes/read", Form::default().file("a", b"a: 1")).await;
    answer.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn the_language_is_the_owners_word_or_that_of_the_texts() {
    let site = Site::start().await;
    let german: Value = read(&site, "r", YAML.as_bytes()).await.json()["document"].clone();
    let made = site.admin.post("/resumes", json!({ "document": german })).await.expect(201);
    assert_eq!(
        (&made.json()["language"], &made.json()["language_is_guessed"]),
        (&json!("de"), &json!(true))
    );
    let path = made.header("location").unwrap().to_owned();
    let said = site.admin.put(&path, json!({ "language": "da" })).await.expect(200).json();
    assert_eq!((&said["language"], &said["language_is_guessed"]), (&json!("da"), &json!(false)));
    let kept = site.admin.put(&path, json!({ "title": "x" })).await.expect(200).json();
    assert_eq!(kept["language"], "da");
    let again = site.admin.put(&path, json!({ "language": null })).await.expect(200).json();
    assert_eq!((&again["language"], &again["language_is_guessed"]), (&json!("de"), &json!(true)));
    let wrong = site.admin.put(&path, json!({ "language": "tlh" })).await;
    assert_eq!(wrong.expect_invalid(), ["language"]);
    let silent = site.admin.post("/resumes", json!({ "document": {}, "language": "ja" })).await;
    assert_eq!(silent.expect(201).json()["language"], "ja");
}

#[tokio::test]
async fn a_list_of_sections_becomes_a_draft() {
    let site = Site::start().await;
    let file = "- title: General Information\n  type: map\n  contents:\n    - name: Full Name\n      value: Ada Muster\n\
        - title: Experience\n  type: time_table\n  contents:\n    - title: Clerk\n      institution: Post\n      \
        year: 2009 - 2011\n      description:\n        - Sorted letters.\n\
        - title: Honors and Awards\n  type: time_table\n  contents:\n    - year: 2010\n      items:\n        - Golden Stamp\n";
    let draft = read(&site, "cv.yml", file.as_bytes()).await.expect(200).json();
    let paths: Vec<&str> = draft["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["path"].as_str().unwrap())
        .collect();
    assert_eq!(paths, ["file"]);
    let body = json!({ "document": draft["document"] });
    let saved = site.admin.post("/resumes", body).await.expect(201).json();
    let path = format!("/resumes/{}/resume.json", saved["id"].as_str().unwrap());
    let exported = site.admin.get(&path).await.expect(200).json();
    assert_eq!(exported["basics"]["name"], "Ada Muster");
    let work = &exported["work"][0];
    assert_eq!((&work["name"], &work["position"]), (&json!("Post"), &json!("Clerk")));
    assert_eq!((&work["startDate"], &work["endDate"]), (&json!("2009"), &json!("2011")));
    assert_eq!(work["highlights"], json!(["Sorted letters."]));
    assert_eq!(exported["awards"][0]["title"], "Golden Stamp");
    // Nothing but a head, and not even a name, is told.
    let draft = read(&site, "cv.json", br#"{"sections": [{"h1": "Life", "ul": ["Lived"]}]}"#).await;
    let told = draft.expect(200).json()["warnings"].to_string();
    assert!(told.contains("document.basics.name") && told.contains("no section"), "{told}");
}
