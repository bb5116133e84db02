mod generated;
mod lists;
mod words;

use serde_json::{Value, json};

use super::*;

fn said(document: Value) -> (Value, Vec<String>) {
    let Reading { tree, warnings, .. } = read(&document);
    (tree, warnings.into_iter().map(|warning| warning.path).collect())
}

#[test]
fn a_document_of_today_is_read_as_it_stands() {
    let document = json!({
        "$schema": "./schema.json",
        "basics": {
            "name": "Ada", "email": "ada@example.org", "url": "https://example.org", "x": [1, null],
            "location": {"city": "Aachen", "countryCode": "DE"},
            "profiles": [{"network": "Forge", "username": "ada_b", "url": "https://example.org/a_b"}],
        },
        "work": [{"name": "Mill", "startDate": "2019-04", "highlights": ["Cut the noise by 40 %.", "Ran it."]}],
        "skills": [{"name": "Tools", "keywords": ["C#", "C++"]}],
        "meta": {"theme": "even"},
    });
    let unknown = vec!["document.basics.x".to_owned()];
    assert_eq!(said(document.clone()), (document, unknown));
}

#[test]
fn names_of_the_first_schema_are_read() {
    let (tree, warnings) = said(json!({
        "basics": {"name": "Ada", "picture": "https://example.org/a.png", "website": "example.org"},
        "work": [{"company": "Mill", "position": "Fitter", "website": "http://mill.example", "name": ""}],
        "education": [{"institution": "Academy", "gpa": 3.9}],
        "certificates": [{"title": "Welding", "startDate": "March 2018", "endDate": "2022"}],
    }));
    assert_eq!(tree["basics"]["image"], "https://example.org/a.png");
    assert_eq!(tree["basics"]["url"], "https://example.org");
    assert_eq!(tree["work"][0]["name"], "Mill");
    assert_eq!(tree["work"][0]["url"], "http://mill.example");
    assert_eq!(tree["education"][0]["score"], "3.9");
    assert_eq!(tree["certificates"][0], json!({"name": "Welding", "date": "2018-03"}));
    assert_eq!(warnings, ["document.certificates[0].endDate"]);
}

#[test]
fn names_that_people_use_are_read() {
    let (tree, warnings) = said(json!({
        "experience": [{"company": "Mill", "role": "Fitter", "jobLocation": "Dam", "from": "May 2022", "to": "Present",
                        "activities": ["Cut the noise by half.", "Taught three apprentices to weld."]}],
        "education": [{"school": "Academy", "major": "Steam", "from": "2011", "to": "2013"}],
    }));
    assert_eq!(
        tree,
        json!({
            "work": [{"name": "Mill", "position": "Fitter", "location": "Dam", "startDate": "2022-05",
                      "highlights": ["Cut the noise by half.", "Taught three apprentices to weld."]}],
            "education": [{"institution": "Academy", "area": "Steam", "startDate": "2011", "endDate": "2013"}],
        })
    );
    assert_eq!(warnings, Vec::<String>::new());
    // Several names of a list are all read; a date knows of its fellow.
    let (tree, warnings) = said(json!({"work": [
        {"company": "Mill", "achievements": ["Cut the noise by half."], "responsibilities": ["Ran the mill."],
         "from": "2017 – 2018", "to": "2020"},
    ]}));
    assert_eq!(
        tree["work"][0],
        json!({"name": "Mill", "highlights": ["Cut the noise by half.", "Ran the mill."],
               "startDate": "2017", "endDate": "2020"})
    );
    assert_eq!(warnings, ["document.work[0].from"]);
    // Where both names are there, today's counts and the other is kept as it is.
    let (tree, warnings) = said(json!({"basics": {"headline": "Baker", "label": "Miller"}}));
    assert_eq!(tree["basics"]["label"], "Miller");
    assert_eq!(warnings, ["document.basics.headline"]);
}

#[test]
fn dates_that_say_nothing_are_none_and_unclear_ones_are_told() {
    let (tree, warnings) = said(json!({"work": [
        {"name": "A", "startDate": "November 2019", "endDate": "Present"},
        {"name": "B", "startDate": null, "endDate": ""},
        {"name": "C", "startDate": "2025–2029"},
        {"name": "D", "startDate": "2019-1-2", "endDate": "when it rains"},
        {"name": "E", "startDate": 2019, "endDate": {"year": 2020, "month": "4"}},
        {"name": "F", "endDate": "2019 – present"},
        {"name": "G", "startDate": "until 2019"},
        {"name": "H", "endDate": "since 2019"},
        {"name": "I", "startDate": "2018", "endDate": "seit 2019"},
        {"name": "J", "startDate": "Jan 2018 – Mar 2019"},
        {"name": "K", "startDate": "2019年4月～2020年3月"},
        {"name": "L", "endDate": "2019年4月至今"},
        {"name": "M", "startDate": "januari 2018 tot februari 2019"},
        {"name": "N", "startDate": "– 2019"},
        {"name": "O", "startDate": "2018 –"},
        {"name": "P", "startDate": "2018", "endDate": "2019 –"},
        {"name": "Q", "startDate": "about 2018"},
        {"name": "R", "startDate": "2010", "endDate": [2012]},
        {"name": "S", "startDate": "2010", "endDate": "?"},
        {"name": "T", "startDate": "2019-20"},
        {"name": "U", "startDate": "2010", "endDate": true},
        {"name": "V", "startDate": "2010", "endDate": {"text": "2012"}},
    ], "certificates": [{"name": "Welding", "date": "until 2019"}]}));
    let work = tree["work"].as_array().unwrap();
    assert_eq!(work[0], json!({"name": "A", "startDate": "2019-11"}));
    assert_eq!(work[1], json!({"name": "B"}));
    assert_eq!(work[2], json!({"name": "C", "startDate": "2025", "endDate": "2029"}));
    assert_eq!(work[3]["endDate"], "when it rains");
    assert_eq!(work[4], json!({"name": "E", "startDate": "2019", "endDate": "2020-04"}));
    assert_eq!(work[5], json!({"name": "F", "startDate": "2019"}));
    assert_eq!(work[6], json!({"name": "G", "endDate": "2019"}));
    assert_eq!(work[7], json!({"name": "H", "startDate": "2019"}));
    assert_eq!(work[8], json!({"name": "I", "startDate": "2018"}));
    assert_eq!(work[9], json!({"name": "J", "startDate": "2018-01", "endDate": "2019-03"}));
    assert_eq!(work[10], json!({"name": "K", "startDate": "2019-04", "endDate": "2020-03"}));
    assert_eq!(work[11], json!({"name": "L", "startDate": "2019-04"}));
    assert_eq!(work[12], json!({"name": "M", "startDate": "2018-01", "endDate": "2019-02"}));
    assert_eq!(work[13], json!({"name": "N", "endDate": "2019"}));
    assert_eq!(work[14], json!({"name": "O", "startDate": "2018", "endDate": "?"}));
    // An end that nobody understands is not "until today".
    assert_eq!(work[17], json!({"name": "R", "startDate": "2010", "endDate": "2012"}));
    for at in [18, 20, 21] {
        let work = &work[at];
        assert!(work["startDate"] == "2010" && work["endDate"] == "?", "{work}");
    }
    assert_eq!(work[19], json!({"name": "T", "startDate": "2019", "endDate": "2020"}));
    assert_eq!(work[15], json!({"name": "P", "startDate": "2018", "endDate": "2019 –"}));
    assert_eq!(work[16]["endDate"], "about 2018");
    assert_eq!(tree["certificates"][0]["date"], "until 2019");
    let expected = [
        "document.work[3].endDate",
        "document.work[8].endDate",
        "document.work[14].startDate",
        "document.work[15].endDate",
        "document.work[16].startDate",
        "document.work[20].endDate",
        "document.work[21].endDate",
        "document.certificates[0].date",
    ];
    assert_eq!(warnings, expected);
}

#[test]
fn addresses_lead_somewhere_or_are_told() {
    for (text, read) in [
        ("example.org/x", Some("https://example.org/x")),
        ("www.example.org", Some("https://www.example.org")),
        ("//example.org", Some("https://example.org")),
        ("http://example.org", Some("http://example.org")),
        ("mailto:ada@example.org", Some("mailto:ada@example.org")),
        ("-", None),
        ("null", None),
    ] {
        let (tree, warnings) = said(json!({"basics": {"url": text}}));
        assert_eq!(tree["basics"].get("url").and_then(Value::as_str), read, "{text}");
        assert!(warnings.is_empty(), "{text}");
    }
    for text in ["tel:123", "my site", "ftp://x.org", "x", " java\tscript:alert(1)", "a.b:c"] {
        let (tree, warnings) = said(json!({"basics": {"url": text}}));
        assert_eq!((tree["basics"].get("url"), warnings.len()), (None, 1), "{text}");
    }
    for (text, read) in [
        ("ada [at] example [dot] org", Some("ada@example.org")),
        ("ada(at)example.org", Some("ada@example.org")),
        ("ada at example dot org", Some("ada@example.org")),
        ("Ada AT example DOT org", Some("ada@example.org")),
        ("ada [@] example.org", Some("ada@example.org")),
        ("ada{at}example{punkt}org", Some("ada@example.org")),
        ("mailto:ada@example.org", Some("ada@example.org")),
        ("", None),
    ] {
        let (tree, warnings) = said(json!({"basics": {"email": text}}));
        assert_eq!(tree["basics"].get("email").and_then(Value::as_str), read, "{text}");
        assert!(warnings.is_empty(), "{text}");
    }
    assert_eq!(said(json!({"basics": {"email": "by pigeon"}})).1, ["document.basics.email"]);
    for (text, is_read) in [
        ("/media/01980000-0000-7000-8000-000000000000/face.webp", true),
        ("https://example.org/face.jpg", true),
        ("data:image/png;base64,AAAA", false),
        ("javascript:alert(1)", false),
    ] {
        let (tree, warnings) = said(json!({"basics": {"image": text}}));
        assert_eq!(tree["basics"].get("image").is_some(), is_read, "{text}");
        assert_eq!(warnings.is_empty(), is_read, "{text}");
    }
}

#[test]
fn other_shapes_are_read_for_what_they_hold() {
    let (tree, warnings) = said(json!({
        "basics": {"location": "Aachen, Germany", "summary": ["One.", "Two."], "phone": 12, "label": true},
        "work": {"name": "Mill", "location": {"city": "Aachen", "region": "NRW"}, "highlights": "- One thing.\n- Two things."},
        "skills": ["C#", "Steam"],
        "languages": "German, Danish",
        "interests": [7, null],
        "projects": [{"name": "Wheel", "summary": "A wheel.", "highlights": [{"description": "Turned it."}, false]}],
    }));
    assert_eq!(tree["basics"]["location"], json!({"city": "Aachen, Germany"}));
    assert_eq!(
        (&tree["basics"]["summary"], &tree["basics"]["phone"]),
        (&json!("One.\nTwo."), &json!("12"))
    );
    assert_eq!(tree["work"][0]["location"], "Aachen, NRW");
    assert_eq!(tree["work"][0]["highlights"], json!(["One thing.", "Two things."]));
    assert_eq!(tree["skills"], json!([{"name": "C#"}, {"name": "Steam"}]));
    assert_eq!(tree["languages"], json!([{"language": "German"}, {"language": "Danish"}]));
    assert_eq!(tree["projects"][0]["description"], "A wheel.");
    assert_eq!(tree["projects"][0]["highlights"], json!(["Turned it.", ""]));
    let expected =
        ["document.basics.label", "document.interests[0]", "document.projects[0].highlights[1]"];
    assert_eq!(warnings, expected);
    let (tree, _) = said(json!({"skills": {"Languages": ["Rust", "C"], "Tools": ["Git"]}}));
    assert_eq!(tree["skills"][0], json!({"name": "Languages", "keywords": ["Rust", "C"]}));
}

#[test]
fn tags_are_no_achievements_and_duplicates_are_one() {
    let (tree, warnings) = said(json!({"work": [
        {"name": "A", "highlights": ["React", "Node.js", "Google Cloud"]},
        {"name": "B", "highlights": ["Built APIs", "Led sales", "Won"]},
        {"name": "C", "highlights": ["Ran the mill.", "ran the mill. ", "Sold it."]},
        {"name": "C", "highlights": ["Ran the mill.", "ran the mill. ", "Sold it."]},
    ]}));
    assert_eq!(tree["work"][0]["highlights"], json!(["", "", ""]));
    assert_eq!(tree["work"][0]["keywords"], json!(["React", "Node.js", "Google Cloud"]));
    assert_eq!(tree["work"][1]["highlights"], json!(["Built APIs", "Led sales", "Won"]));
    assert_eq!(tree["work"][2]["highlights"], json!(["Ran the mill.", "", "Sold it."]));
    assert_eq!(tree["work"][3], json!({}));
    let expected = [
        "document.work[0].highlights",
        "document.work[2].highlights[1]",
        "document.work[3].highlights[1]",
        "document.work[3]",
    ];
    assert_eq!(warnings, expected);
}

#[test]
fn sections_and_members_are_known_by_many_names() {
    for (document, place, text) in [
        (json!({"employment": [{"employer": "Mill"}]}), "/work/0/name", "Mill"),
        (json!({"Jobs": [{"Job_Title": "Fitter"}]}), "/work/0/position", "Fitter"),
        (
            json!({"work": [{"name": "M", "tasks": ["Ran it by night."]}]}),
            "/work/0/highlights/0",
            "Ran it by night.",
        ),
        (json!({"work": [{"name": "M", "technologies": "Steam"}]}), "/work/0/keywords/0", "Steam"),
        (json!({"work": {"Mill": {"position": "Fitter"}}}), "/work/0/name", "Mill"),
        (json!({"work": [[{"name": "Mill"}]]}), "/work/0/name", "Mill"),
        (json!({"projects": {"a": {"name": "Wheel"}}}), "/projects/0/name", "Wheel"),
        (json!({"projects": [{"name": "W", "role": "Lead"}]}), "/projects/0/roles/0", "Lead"),
        (json!({"languages": {"Danish": "well"}}), "/languages/0/fluency", "well"),
        (json!({"languages": {"Danish": "well"}}), "/languages/0/language", "Danish"),
        (
            json!({"basics": {"profiles": {"forge": "https://forge.example/a"}}}),
            "/basics/profiles/0/network",
            "forge",
        ),
        (json!({"basics": {"profiles": {"forge": "ada"}}}), "/basics/profiles/0/username", "ada"),
        (json!({"basics": {"firstName": "Ada", "lastName": "Byron"}}), "/basics/name", "Ada Byron"),
        (
            json!({"basics": {"name": {"first": "Ada", "last": "Byron"}}}),
            "/basics/name",
            "Ada Byron",
        ),
        (json!({"resume": {"basics": {"name": "Ada"}}}), "/basics/name", "Ada"),
        (json!({"data": {"resume": {"basics": {"name": "Ada"}}}}), "/basics/name", "Ada"),
        (
            json!({"SkillsPassport": {"LearnerInfo": {"WorkExperience": [{"Employer": {"Name": "Mill"}}]}}}),
            "/work/0/name",
            "Mill",
        ),
        (json!({"name": "Ada", "about": "Builds mills."}), "/basics/summary", "Builds mills."),
        (
            json!({"last_name": "Byron", "first_name": "Ada", "work": []}),
            "/basics/name",
            "Ada Byron",
        ),
        (json!({"Basics": {"Name": "Ada"}}), "/basics/name", "Ada"),
        (json!({"basics": {"address": "Mill Road 1"}}), "/basics/location/city", "Mill Road 1"),
        (json!({"basics": {"phone": {"value": "+1"}}}), "/basics/phone", "+1"),
        (json!({"skills": {"Tools": ["Hammer"], "Languages": ["C"]}}), "/skills/0/name", "Tools"),
        (json!({"skills": {"Java": null, "Python": "good"}}), "/skills/0/name", "Java"),
        (json!({"skills": {"Java": null}}), "/skills/0/name", "Java"),
    ] {
        let (tree, warnings) = said(document.clone());
        let found = tree.pointer(place).and_then(Value::as_str);
        assert_eq!((found, warnings), (Some(text), vec![]), "{document} as {tree}");
    }
}

/// Each of these would say something else if it were read for its values alone.
#[test]
fn what_may_mean_something_else_is_told_and_not_read() {
    for (document, path) in [
        (json!({"achievements": ["Applied for a prize"]}), "document.achievements"),
        (json!({"work": {"en": [{"name": "M"}], "de": [{"name": "M"}]}}), "document.work"),
        (json!({"language": "en"}), "document.language"),
    ] {
        let (tree, warnings) = said(document.clone());
        assert_eq!(warnings, [path], "{document} as {tree}");
    }
}

#[test]
fn what_no_rule_reads_is_told_by_its_place() {
    let (_, warnings) = said(json!({
        "basics": {"name": "Ada", "zodiac": "Leo", "empty": "", "none": null, "list": []},
        "work": [{"name": "Mill", "salary": 7, "boss": {"name": "Max", "since": "2019"}}, {"what": "x"}],
        "patents": [{"title": "Wheel"}],
        "education": [{"institution": "Academy", "courses": ["Steam", {"a": {"b": "deep"}}]}],
        "skills": [{"name": "Tools", "level": {"text": "Master", "years": 5}}],
    }));
    let expected = [
        "document.education[0].courses[1]",
        "document.basics.zodiac",
        "document.work[0].salary",
        "document.work[0].boss",
        "document.work[1]",
        "document.patents",
        "document.skills[0].level.years",
    ];
    assert_eq!(warnings, expected);
    let many: Map<String, Value> = (0..80).map(|n| (format!("x{n}"), json!(n))).collect();
    let Reading { warnings, .. } = read(&Value::Object(many));
    assert_eq!(warnings.len(), 51);
    assert_eq!(warnings[50].path, "document");
    assert_eq!(warnings[50].message, "holds 30 more things that were not understood");
}

#[test]
fn numbers_and_days_that_are_no_dates_are_told_and_become_no_others() {
    let (tree, warnings) = said(json!({"work": [
        {"name": "A", "startDate": 2019.5},
        {"name": "B", "startDate": "2020-02-33", "endDate": "2020-03-01"},
        {"name": "C", "startDate": "2010", "endDate": 2012.1},
        {"name": "D", "startDate": {"year": 2019, "month": 13}, "endDate": "2020"},
        {"name": "E", "startDate": "2019.5", "endDate": "2020"},
    ]}));
    assert_eq!(tree["work"][0], json!({"name": "A", "startDate": "2019-05"}));
    assert_eq!(
        tree["work"][1],
        json!({"name": "B", "startDate": "2020-02-33", "endDate": "2020-03-01"})
    );
    // It may have been `2012.10`.
    assert_eq!(tree["work"][2]["endDate"], "2012");
    assert_eq!(tree["work"][3]["startDate"], "2019-13");
    assert_eq!(tree["work"][4]["startDate"], "2019-05");
    let expected =
        ["document.work[1].startDate", "document.work[2].endDate", "document.work[3].startDate"];
    assert_eq!(warnings, expected);
}

#[test]
fn nothing_turns_the_direction_of_a_text() {
    let (tree, _) = said(json!({
        "basics": {"name": "Ada\u{202e}", "phone": "\u{2066}+1", "summary": "Calm &#x202e;live."},
        "work": [{"name": "Mill", "highlights": ["Ran \u{202d}it."], "startDate": "2019"}],
    }));
    assert!(!tree.to_string().contains(tailor::is_turn), "{tree}");
    assert_eq!(tree["basics"]["summary"], "Calm live.");
}

#[test]
fn where_somebody_lives_may_be_told_in_one_text() {
    for (document, is_one) in [
        (json!({"basics": {"location": {"address": "Road 1", "city": "Mill"}}}), false),
        (json!({"basics": {"location": [{"city": "Mill"}]}}), false),
        (json!({"basics": {}}), false),
        (json!({"basics": {"location": "Road 1, Mill"}}), true),
        (json!({"basics": {"location": {"city": ["Road 1", "Mill"]}}}), true),
        (json!({"basics": {"address": "Road 1, Mill"}}), true),
        (json!({"address": "Road 1, Mill", "work": []}), true),
        (json!({"cv": {"personal": {"location": "Road 1, Mill"}}}), true),
    ] {
        assert_eq!(read(&document).has_place_in_one_text, is_one, "{document}");
    }
}
