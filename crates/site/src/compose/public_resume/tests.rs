use serde_json::json;

use super::*;

fn read(document: &Value, public: &PublicResume, has_place_in_one_text: bool) -> Value {
    read_resume(Told { written: document, read: document, has_place_in_one_text }, public)
}

fn document() -> Value {
    json!({
        "basics": {
            "name": "Mira", "email": "m@example.org", "mail": "m@example.org", "phone": "+49 (170) 12 34 56",
            "mobile": "+49 1", "image": "/p.png", "url": "mailto:m@example.org",
            "location": {"address": "Street 1", "postalCode": "123", "city": "Lindmark", "street": "Street 1"},
            "profiles": [
                {"network": "Messenger", "url": "https://wa.example/49170123456"},
                {"network": "Forge", "url": "https://forge.example/mira", "username": "mira"},
                {"network": "Letters", "username": "M@Example.org"},
                {"network": "Call", "url": "tel:+491"},
            ],
        },
        "work": [{"name": "Museum", "position": "Head", "private": "note"}],
        "references": [{"name": "Ann"}],
        "meta": {"private": "note"},
        "x-notes": "note",
    })
}

#[test]
fn only_what_the_owner_chose_is_left() {
    let left = read(&document(), &PublicResume::default(), false).to_string();
    let secrets = [
        "example.org",
        "Example.org",
        "+49",
        "49170",
        "p.png",
        "Street",
        "123",
        "Ann",
        "note",
        "tel:",
    ];
    for secret in secrets {
        assert!(!left.contains(secret), "{secret} in {left}");
    }
    for shown in ["Lindmark", "Museum", "https://forge.example/mira"] {
        assert!(left.contains(shown), "{shown} in {left}");
    }
    let all = PublicResume {
        show: vec![ResumePart::Phone, ResumePart::Street, ResumePart::Email],
        ..PublicResume::default()
    };
    let left = read(&document(), &all, false).to_string();
    for shown in ["+49 (170)", "Street 1", "m@example.org", "wa.example", "tel:"] {
        assert!(left.contains(shown), "{shown} in {left}");
    }
    assert!(!left.contains("Lindmark") && !left.contains("+49 1\""), "{left}");
}

#[test]
fn a_street_in_the_place_of_a_city_stays_hidden() {
    for (written, shown) in [
        ("Mill Road 5, 12345 Lindmark", None),
        ("Mill Road 5, Lindmark, Norway", Some("Lindmark, Norway")),
        ("Lindmark", Some("Lindmark")),
    ] {
        let document = json!({"basics": {"location": {"city": written}}});
        let left = read(&document, &PublicResume::default(), false);
        assert_eq!(left["basics"]["location"]["city"].as_str(), shown, "{written}");
        let street = PublicResume {
            show: vec![ResumePart::Street, ResumePart::City],
            ..PublicResume::default()
        };
        let left = read(&document, &street, false);
        assert_eq!(left["basics"]["location"]["city"].as_str(), Some(written));
    }
}

#[test]
fn hidden_values_are_found_in_every_part() {
    let document = json!({
        "basics": {
            "name": "Mira Oak", "email": "mira (at) hidden (dot) example",
            "phone": "+49 (0) 170 1234567", "summary": "Builds mills.",
            "location": {"city": "Haus Sonnenblick, Rosenweg 5, 12345 Lindmark"},
            "profiles": [
                {"network": "One", "url": "https://x.example/491701234567", "username": "mira-x"},
                {"network": "Two", "username": "mira at hidden.example"},
                {"network": "Three", "url": "https://x.example/?m=mira%40hidden.example"},
                {"network": "Forge", "url": "https://forge.example/mira"},
            ],
        },
        "work": [{
            "name": "Mill", "location": "Rosenweg 5, Lindmark", "url": "mailto:mira@hidden.example",
            "highlights": ["Ground corn.", "Ask at 0170 1234567.", "Built Haus Sonnenblick."], "startDate": "2019-02-01",
        }],
        "projects": [
            {"name": "Wheel", "url": "tel:+491701234567", "keywords": ["mira@hidden.example"]},
            {"name": "Race", "url": "mailto:other@hidden.example"},
        ],
    });
    let left = read(&document, &PublicResume::default(), true);
    let shown = json!({
        "basics": {
            "name": "Mira Oak", "summary": "Builds mills.",
            "profiles": [{"network": "Forge", "url": "https://forge.example/mira"}],
        },
        "work": [{"name": "Mill", "highlights": ["Ground corn."], "startDate": "2019-02-01"}],
        "projects": [{"name": "Wheel"}, {"name": "Race"}],
    });
    assert_eq!(left, shown);
    let all = PublicResume {
        show: vec![ResumePart::Phone, ResumePart::Street, ResumePart::Email, ResumePart::City],
        ..PublicResume::default()
    };
    assert_eq!(read(&document, &all, true), document);
}

#[test]
fn a_usual_word_that_is_hidden_takes_nothing_along() {
    let document = json!({
        "basics": {"name": "Mira", "email": "Mira", "phone": "ask", "label": "I ask 12 questions",
            "location": {"address": "Lindmark", "city": "Lindmark"}},
        "work": [{"name": "Mill of Mira", "location": "Lindmark"}],
    });
    let left = read(&document, &PublicResume::default(), false);
    assert_eq!(left["basics"]["label"], "I ask 12 questions");
    assert_eq!(left["basics"]["location"], json!({"city": "Lindmark"}));
    assert_eq!(left["work"], document["work"]);
}

#[test]
fn whatever_is_written_of_how_to_reach_the_owner_stays_hidden() {
    let number = "+49 170 1234567";
    let ways = [
        json!({"phone": [number, "+49 30 9876543"]}),
        json!({"phone": {"mobile": number}}),
        json!({"phone": "+49 30 9876543", "mobile": number}),
        json!({"phone2": number}),
        json!({"telephone": 491_701_234_567_u64}),
        json!({"contact": {"phone": number}}),
        json!({"profiles": [{"network": "WhatsApp", "username": number}]}),
        json!({"profiles": [{"network": "Signal", "url": "https://signal.me/#p/+491701234567"}]}),
        json!({"contacts": [{"type": "phone", "value": "0170 1234567"}]}),
    ];
    for basics in ways {
        let mut document = json!({"basics": basics, "work": [
            {"name": "Mill", "highlights": ["Ground corn.", "Room 1701234567 was mine", number]},
        ]});
        document["basics"]["name"] = format!("Mira Oak, {number}").into();
        document["basics"]["label"] = "Miller | 0170 1234567 | mira@hidden.example".into();
        document["basics"]["summary"] = "Call 0170-123 45 67".into();
        let left = read(&document, &PublicResume::default(), false);
        assert_eq!(left["work"][0]["highlights"], json!(["Ground corn."]), "{document}");
        let told = left.to_string();
        assert!(!told.contains("1234567") && !told.contains("123 45 67"), "{left}");
        assert_eq!(left["basics"]["name"], "Mira Oak");
        assert_eq!(left["basics"]["label"], "Miller");
    }
    for basics in [
        json!({"email": ["mira at hidden.example", "x@other.example"]}),
        json!({"email": {"work": "mira@hidden.example"}}),
        json!({"email": "x@other.example", "privateMail": "mira at hidden.example"}),
        json!({"contacts": [{"type": "e-mail", "value": "mira at hidden.example"}]}),
    ] {
        let document = json!({"basics": basics, "work": [{"name": "Mill", "highlights": [
            "Ground corn at Mill", "Ask mira at hidden.example", "palmira@hidden.example",
        ]}]});
        let left = read(&document, &PublicResume::default(), false);
        let shown = json!([{"name": "Mill", "highlights": ["Ground corn at Mill"]}]);
        assert_eq!(left["work"], shown, "{document}");
        assert!(!left.to_string().contains("hidden.example"), "{left}");
    }
    for basics in [
        json!({"address": ["Rosenweg 5", "12345 Lindmark"]}),
        json!({"location": {"city": "Lindmark", "street": "Rosenweg 5", "postalCode": 12345}}),
        json!({"location": {"city": "Lindmark"}, "home": {"line": "Rosenweg 5"}}),
        json!({"contacts": ["+49 30 123456", "Rosenweg 5"]}),
        json!({"contact": "Rosenweg 5, Lindmark"}),
        json!(["Mira Oak", "Rosenweg 5"]),
        json!("Mira Oak, Rosenweg 5, Lindmark"),
    ] {
        let document = json!({"basics": basics, "work": [
            {"name": "Mill", "location": "Rosenweg 5", "summary": "Ground corn in 1990."},
        ]});
        let left = read(&document, &PublicResume::default(), false);
        assert_eq!(left["work"], json!([{"name": "Mill", "summary": "Ground corn in 1990."}]));
    }
}

#[test]
fn an_address_of_a_telephone_says_nothing_of_its_neighbours() {
    for entry in [
        json!({"name": "Mill", "url": "tel:+491709876543"}),
        json!({"name": "Telekom", "position": "Signal fitter"}),
        json!({"name": "Line", "position": "Tel. operator"}),
    ] {
        let mut entry = entry;
        let told = ["Grew sales from 2019-2023 by 300 000", "Order 12345678901 units were shipped"];
        entry["highlights"] = json!(told);
        let document = json!({"basics": {"name": "Mira"}, "work": [entry]});
        let left = read(&document, &PublicResume::default(), false);
        assert_eq!(left["work"][0]["highlights"], json!(told), "{document}");
        assert!(!left.to_string().contains("tel:"), "{left}");
    }
    let document = json!({"basics": {"name": "Mira"}, "work": [
        {"name": "Mill", "url": "tel:+491709876543", "highlights": ["Room 1709876543 was mine", "Ran it."]},
    ], "skills": [{"name": "", "keywords": ["", "Steam"]}, {}]});
    let left = read(&document, &PublicResume::default(), false);
    assert_eq!(left["work"][0]["highlights"], json!(["Ran it."]));
    assert_eq!(left["skills"], json!([{"keywords": ["Steam"]}]));
}

#[test]
fn a_name_at_a_messenger_that_is_the_mailbox_is_hidden_with_it() {
    let document = json!({
        "basics": {
            "name": "Mira", "email": "mira.forge@example.org", "label": "Smith, Skype: mira.forge",
            "profiles": [
                {"network": "Skype", "username": "mira.forge"},
                {"network": "Telegram", "url": "https://t.me/MiraForge"},
                {"network": "Signal", "username": "anvil.7"},
                {"network": "Forge", "username": "miraforge", "url": "https://forge.example/miraforge"},
            ],
        },
    });
    let left = read(&document, &PublicResume::default(), false);
    assert_eq!(left["basics"]["label"], "Smith");
    let networks: Vec<_> =
        left["basics"]["profiles"].as_array().unwrap().iter().map(|it| &it["network"]).collect();
    assert_eq!(networks, ["Signal", "Forge"]);
    let all = PublicResume { show: vec![ResumePart::Email], ..PublicResume::default() };
    assert_eq!(read(&document, &all, false)["basics"]["profiles"].as_array().unwrap().len(), 4);
}
