//! Lists in the shapes that people give them.

use super::*;

#[test]
fn texts_that_differ_in_nothing_but_marks_are_said_once() {
    let (tree, warnings) = said(json!({
        "work": [{"name": "A", "highlights": ["Filed all forms of the county", "filed all forms of the county.",
                  "Filed  all forms of the county", "Filed 5 forms", "Filed 6 forms"], "keywords": ["Excel", "excel", "EXCEL."]}],
        "education": [{"institution": "B", "courses": ["Steam", "steam "]}],
        "skills": [{"name": "Excel"}, {"name": "excel"}, {"name": "Excel 2"}, "EXCEL."],
        "interests": ["Schach", "schach."],
        "languages": [{"language": "Deutsch", "fluency": "gut"}, {"language": "deutsch", "fluency": "Gut."}],
        "references": [{"reference": "“Good” she said."}, {"reference": "\"Good\" she said"}],
        "basics": {"profiles": [{"network": "Forge", "username": "ada"}, {"network": "forge", "username": "ada"},
                                {"network": "forge", "username": "Ada"}]},
    }));
    let highlights =
        json!(["Filed all forms of the county", "", "", "Filed 5 forms", "Filed 6 forms"]);
    assert_eq!(tree["work"][0]["highlights"], highlights);
    assert_eq!(tree["work"][0]["keywords"], json!(["Excel", "", ""]));
    assert_eq!(tree["education"][0]["courses"], json!(["Steam", ""]));
    assert_eq!(tree["skills"], json!([{"name": "Excel"}, {}, {"name": "Excel 2"}, {}]));
    assert_eq!(tree["interests"], json!([{"name": "Schach"}, {}]));
    assert_eq!(tree["languages"][1], json!({}));
    assert_eq!(tree["references"][1], json!({}));
    assert_eq!(tree["basics"]["profiles"][1], json!({}));
    assert_eq!(tree["basics"]["profiles"][2]["username"], "Ada");
    let told = &warnings[..5];
    let texts = ["highlights[1]", "highlights[2]", "keywords[1]", "keywords[2]"];
    assert_eq!(told[..4], texts.map(|text| format!("document.work[0].{text}")));
    assert_eq!(told[4], "document.education[0].courses[1]");
    assert_eq!(warnings.len(), 5 + 6, "{warnings:?}");
}

#[test]
fn objects_in_the_place_of_texts_say_their_name_with_what_they_say() {
    for (highlights, read) in [
        (json!([{"Languages": "Go, Rust"}]), json!(["Languages: Go, Rust"])),
        (json!([{"Built it": "fast"}, "Ran it."]), json!(["Built it: fast", "Ran it."])),
        (json!([{"Teams": ["north", "south"]}]), json!(["Teams: north, south"])),
        (json!([{"title": "Roof", "description": "Mended it."}]), json!(["Roof: Mended it."])),
        (json!([{"name": "Dach", "text": "Gedeckt."}]), json!(["Dach: Gedeckt."])),
        (json!([{"year": 2020, "text": "Drew the logo"}]), json!(["2020: Drew the logo"])),
        (json!([{"point": "Mended the roof."}]), json!(["Mended the roof."])),
        (
            json!({"2020": "Drew the logo", "2021": "Sold it"}),
            json!(["2020: Drew the logo", "2021: Sold it"]),
        ),
        (json!({"Not done": "Built Rome"}), json!(["Not done: Built Rome"])),
        (json!({"title": "Roof", "description": "Mended it."}), json!(["Roof: Mended it."])),
        (json!([{"Ran the mill": null}]), json!(["Ran the mill"])),
        (json!({"担当": "決済基盤の設計"}), json!(["担当: 決済基盤の設計"])),
        (json!({"Backend": ["Built it", "Ran it"]}), json!(["Backend: Built it; Ran it"])),
    ] {
        let (tree, warnings) = said(json!({"work": [{"name": "M", "highlights": highlights}]}));
        assert_eq!(tree["work"][0]["highlights"], read, "{highlights}");
        assert_eq!(warnings, [""; 0], "{highlights}");
    }
    let (_, warnings) =
        said(json!({"work": [{"name": "M", "highlights": {"en": "Ran it", "de": "Lief"}}]}));
    assert_eq!(warnings, ["document.work[0].highlights"]);
    let (tree, warnings) = said(json!({
        "skills": [{"Languages": "Go, Rust"}, {"Python": "good"}, {"Tools": ["Git", "Make"]}, {"name": "X", "keywords": {"Java": "beginner"}}],
        "languages": [{"Dansk": "modersmål"}],
        "interests": [{"Sport": "Rowing"}],
    }));
    assert_eq!(tree["skills"][0], json!({"name": "Languages", "keywords": ["Go", "Rust"]}));
    assert_eq!(tree["skills"][1], json!({"name": "Python", "level": "good"}));
    assert_eq!(tree["skills"][2], json!({"name": "Tools", "keywords": ["Git", "Make"]}));
    assert_eq!(tree["skills"][3]["keywords"], json!(["Java: beginner"]));
    assert_eq!(tree["languages"][0], json!({"language": "Dansk", "fluency": "modersmål"}));
    assert_eq!(tree["interests"][0], json!({"name": "Sport", "keywords": ["Rowing"]}));
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn a_second_list_under_another_name_is_added_behind() {
    let (tree, warnings) = said(json!({
        "experience": [{"company": "Dam"}],
        "work": [{"name": "Mill", "achievements": ["Won a prize."], "highlights": ["Ran it."],
                  "responsibilities": "Taught apprentices.", "tasks": ["Ran it", "Swept the floor."]}],
        "employment": [{"employer": "Quarry"}, {"employer": "mill"}],
        "skills": ["Steam"],
        "technologies": "Go, Rust",
    }));
    let names: Vec<_> = tree["work"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["Mill", "Dam", "Quarry", "mill"]);
    let highlights =
        json!(["Ran it.", "Won a prize.", "Taught apprentices.", "", "Swept the floor."]);
    assert_eq!(tree["work"][0]["highlights"], highlights);
    assert_eq!(tree["skills"], json!([{"name": "Steam"}, {"name": "Go"}, {"name": "Rust"}]));
    assert_eq!(warnings, ["document.work[0].tasks[0]"]);
    // A text is no entry.
    let (_, warnings) = said(json!({"projects": [{"name": "Wheel"}], "portfolio": "see below"}));
    assert_eq!(warnings, ["document.portfolio"]);
}

#[test]
fn what_the_import_of_an_export_writes_is_read() {
    let (tree, warnings) = said(json!({
        "education": [{"institution": "Academy", "notes": "Wrote a thesis on steam.", "activities": "Rowing club"}],
        "certificates": [{"name": "Welding", "issuer": "Guild", "date": "2019-03", "licenseNumber": "A-1234567890"}],
        "volunteer": [{"organization": "Shelter", "cause": "Animal Welfare"}],
    }));
    assert_eq!(tree["education"][0]["courses"], json!(["Wrote a thesis on steam.", "Rowing club"]));
    assert_eq!(tree["certificates"][0]["name"], "Welding (ID A-1234567890)");
    assert_eq!(tree["volunteer"][0]["keywords"], json!(["Animal Welfare"]));
    assert_eq!(warnings, [""; 0]);
    let (tree, warnings) =
        said(json!({"certificates": [{"name": "Welding", "validUntil": "2022"}]}));
    assert_eq!(tree["certificates"][0], json!({"name": "Welding"}));
    assert_eq!(warnings, ["document.certificates[0].validUntil"]);
    let (tree, _) = said(json!({"certificates": [{"id": 7, "name": "Welding"}]}));
    assert_eq!(tree["certificates"][0]["name"], "Welding");
}

#[test]
fn names_that_mean_several_things_are_read_by_what_they_hold() {
    let (tree, warnings) = said(json!({"education": [
        {"institution": "A", "note": "1,7"},
        {"institution": "B", "note": "Exchange year at the harbour of Oslo"},
    ], "state": "draft"}));
    assert_eq!(tree["education"][0]["score"], "1,7");
    assert_eq!(tree["education"][1]["courses"], json!(["Exchange year at the harbour of Oslo"]));
    assert_eq!(warnings, ["document.state"]);
    let (tree, warnings) = said(
        json!({"work": [{"name": "Mill"}, {"name": "Dam", "visible": false}, {"name": "Pit", "hidden": true}]}),
    );
    assert_eq!(tree["work"], json!([{"name": "Mill"}, {}, {}]));
    assert_eq!(warnings, ["document.work[1]", "document.work[2]"]);
}

#[test]
fn marks_and_dates_that_say_nothing_are_nothing() {
    let (tree, warnings) = said(json!({"work": [
        {"name": "A", "position": "–", "startDate": "null", "endDate": "-", "highlights": ["–", "•", "Ran it.", "…", "null"]},
        {"name": "B", "startDate": "2025-12", "endDate": "2019-01"},
        {"name": "C", "startDate": "2019", "endDate": "2019-04"},
        {"name": "D", "startDate": "2019-04", "endDate": "2019"},
    ]}));
    for (entry, read) in [
        (json!({"startDate": "Summer 2016"}), json!({"endDate": "2016"})),
        (json!({"startDate": "Q3 2016"}), json!({"endDate": "2016"})),
        (json!({"startDate": "Summer 2016", "endDate": "now"}), json!({"startDate": "2016"})),
        (json!({"startDate": "early 2016"}), json!({"startDate": "2016"})),
    ] {
        let (tree, _) = said(json!({ "work": [entry] }));
        assert_eq!(tree["work"][0], read, "{entry}");
    }
    let (goes_on, _) = said(json!({"work": [{"startDate": "Summer 2016", "current": true}]}));
    assert_eq!(goes_on["work"][0]["startDate"], "2016");
    assert_eq!(tree["work"][0], json!({"name": "A", "highlights": ["", "", "Ran it.", "", ""]}));
    assert_eq!(tree["work"][1]["endDate"], "2019-01");
    assert_eq!(warnings, ["document.work[1].endDate"]);
}

#[test]
fn names_in_other_languages_are_read() {
    let (tree, warnings) = said(json!({
        "Name": "Jonas Albrecht", "Titel": "Pfleger",
        "Kontakt": {"Telefon": "0151 23456789", "E-Mail": "j@a.example", "Straße": "Gasse 7b", "PLZ": "04109", "Ort": "Leipzig"},
        "Berufserfahrung": [{"Firma": "Klinik", "Position": "Leitung", "von": "Okt. 2019", "bis": "heute",
                             "Aufgaben": [{"Leitung": "14 Kräfte im Dienst"}]}],
        "Ausbildung": [{"Schule": "Fachschule", "Abschluss": "Examen", "von": 2010, "bis": 2013, "Note": "1,7"}],
        "Sprachen": [{"Deutsch": "Muttersprache"}], "Kenntnisse": [{"EDV": "SAP, Orbis"}],
    }));
    assert_eq!(
        tree,
        json!({
            "basics": {"name": "Jonas Albrecht", "label": "Pfleger", "phone": "0151 23456789", "email": "j@a.example",
                       "location": {"address": "Gasse 7b", "postalCode": "04109", "city": "Leipzig"}},
            "work": [{"name": "Klinik", "position": "Leitung", "startDate": "2019-10", "highlights": ["Leitung: 14 Kräfte im Dienst"]}],
            "education": [{"institution": "Fachschule", "studyType": "Examen", "startDate": "2010", "endDate": "2013", "score": "1,7"}],
            "languages": [{"language": "Deutsch", "fluency": "Muttersprache"}],
            "skills": [{"name": "EDV", "keywords": ["SAP", "Orbis"]}],
        })
    );
    assert_eq!(warnings, [""; 0]);
    for (document, place, text) in [
        (
            json!({"expériences": [{"entreprise": "Moulin", "poste": "Chef", "début": "sept. 2018"}]}),
            "/work/0/startDate",
            "2018-09",
        ),
        (
            json!({"experiencia": [{"empresa": "Molino", "puesto": "Jefa", "hasta": "mayo de 2019"}]}),
            "/work/0/endDate",
            "2019-05",
        ),
        (
            json!({"esperienze": [{"azienda": "Mulino", "ruolo": "Capo"}]}),
            "/work/0/position",
            "Capo",
        ),
        (
            json!({"formação": [{"universidade": "USP", "curso": "Design"}]}),
            "/education/0/area",
            "Design",
        ),
        (
            json!({"werkervaring": [{"werkgever": "Molen", "functie": "Planner"}]}),
            "/work/0/name",
            "Molen",
        ),
        (
            json!({"uddannelse": [{"skole": "UCL", "eksamen": "Bachelor"}]}),
            "/education/0/studyType",
            "Bachelor",
        ),
        (json!({"工作经历": [{"公司": "云帆", "职位": "工程师"}]}), "/work/0/name", "云帆"),
        (json!({"職歴": [{"会社名": "東都", "役職": "主任"}]}), "/work/0/position", "主任"),
        (json!({"basics": {"nome": "Marco", "cognome": "Ferri"}}), "/basics/name", "Marco Ferri"),
        (json!({"basics": {"nom": "Fournier", "prénom": "Luc"}}), "/basics/name", "Luc Fournier"),
        (
            json!({"basics": {"name": "Ada"}, "contact": {"phone": "+49 170 123456"}}),
            "/basics/phone",
            "+49 170 123456",
        ),
        (json!({"skills": "Go、Java、Rust"}), "/skills/1/name", "Java"),
    ] {
        let (tree, warnings) = said(document.clone());
        let found = tree.pointer(place).and_then(Value::as_str);
        assert_eq!((found, warnings), (Some(text), vec![]), "{document} as {tree}");
    }
    let (_, warnings) =
        said(json!({"basics": {"phone": "+49 30 123456"}, "contact": {"phone": "+49 170 123456"}}));
    assert_eq!(warnings, ["document.contact.phone"]);
}

#[test]
fn the_parts_of_a_place_may_stand_in_the_head() {
    for (basics, place) in [
        (
            json!({"street": "Weg 5", "zip": 1000, "city": "Sofia"}),
            json!({"address": "Weg 5", "postalCode": "1000", "city": "Sofia"}),
        ),
        (
            json!({"address": "Weg 5", "city": "Sofia"}),
            json!({"address": "Weg 5", "city": "Sofia"}),
        ),
        (
            json!({"contact": {"strasse": "Weg 5", "plz": "1000", "city": "Sofia"}}),
            json!({"address": "Weg 5", "postalCode": "1000", "city": "Sofia"}),
        ),
        (
            json!({"city": "Sofia", "country": "Bulgaria"}),
            json!({"city": "Sofia", "countryCode": "Bulgaria"}),
        ),
    ] {
        let reading = read(&json!({ "basics": basics }));
        assert_eq!(reading.tree["basics"], json!({ "location": place }), "{basics}");
        assert_eq!(reading.warnings, [], "{basics}");
        assert!(!reading.has_place_in_one_text, "{basics}");
    }
}
