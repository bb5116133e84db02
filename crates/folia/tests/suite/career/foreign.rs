//! Documents as other people and programs write them: each is taken, comes back to the letter, and tells
//! what of it was not understood. Invented here, for every kind of thing that documents were once refused
//! for.

use serde_json::{Value, json};

use crate::site::Site;

/// By today's schema, by its first version, and with next to nothing in it.
fn lives() -> [Value; 3] {
    [
        json!({
            "basics": {"name": "Ines Okafor", "label": "Fitter", "email": "ines@example.org", "url": "https://example.org",
                       "summary": "I mend mills.", "location": {"city": "Aachen"},
                       "profiles": [{"network": "Forge", "username": "ines", "url": "https://forge.example/ines"}]},
            "work": [{"name": "Mill", "position": "Fitter", "startDate": "2019-04", "endDate": "2021-05", "url": "https://mill.example",
                      "highlights": ["Cut the noise by half.", "Taught three apprentices to weld."]}],
            "volunteer": [{"organization": "Fire brigade", "position": "Driver", "startDate": "2011", "endDate": "2012"}],
            "education": [{"institution": "Academy", "area": "Steam", "startDate": "2010", "endDate": "2013"}],
            "awards": [{"title": "Golden Cog", "date": "2020"}],
            "certificates": [{"name": "Welding", "date": "2015-03"}],
            "publications": [{"name": "On gears", "releaseDate": "2018", "url": "https://gears.example"}],
            "projects": [{"name": "Wheel", "startDate": "2016", "endDate": "2017", "url": "https://wheel.example"}],
            "skills": [{"name": "Tools", "keywords": ["Gears", "Steam"]}],
            "languages": [{"language": "German", "fluency": "native"}],
        }),
        json!({
            "bio": {"note": "of an editor"},
            "basics": {"name": "Tomasz Lind", "label": "Keeper", "picture": "", "email": "t@example.org", "website": "https://lind.example",
                       "summary": "Keeps instruments.", "location": {"city": "Low Hills"},
                       "profiles": [{"network": "Forge", "username": "t", "url": "https://forge.example/t"}]},
            "work": [{"company": "Harbour", "position": "Keeper", "website": "https://harbour.example", "startDate": "2012-01-01",
                      "endDate": "2014-01-01", "summary": "Kept gauges.", "highlights": ["Kept ninety gauges online."]}],
            "volunteer": [{"organization": "Museum", "position": "Guide", "website": "https://museum.example", "startDate": "2012-01-01",
                           "endDate": "2013-01-01"}],
            "education": [{"institution": "Coast", "area": "Geodesy", "studyType": "BSc", "startDate": "2011-01-01", "endDate": "2013-01-01",
                           "gpa": "4.0", "courses": ["DB1101"]}],
            "awards": [{"title": "Award", "date": "2014-11-01", "awarder": "Company"}],
            "certificates": [{"name": "Levels", "date": "2013"}],
            "publications": [{"name": "Tides", "publisher": "House", "releaseDate": "2014-10-01", "website": "https://tides.example", "url": ""}],
            "projects": [{"name": "Buoy", "startDate": "2015", "endDate": "2016"}],
            "skills": [{"name": "Measuring", "level": "Master", "keywords": ["levels", "tides"]}],
            "languages": [{"name": "Danish", "level": "Fluent"}],
        }),
        json!({
            "basics": {"name": "Yuki"}, "work": [{"name": "Bakery"}], "education": [{}], "awards": [{"title": "Bread"}],
            "certificates": [{"name": "Yeast"}], "publications": [{"name": "Dough"}], "projects": [{"name": "Oven"}], "volunteer": [{}],
        }),
    ]
}

/// What of a document is changed to what, and whether it is understood all the same.
struct Oddity {
    place: &'static str,
    value: Value,
    is_understood: bool,
}

fn oddities() -> Vec<Oddity> {
    let mut found = Vec::new();
    let mut add = |places: &[&'static str], values: &[Value], is_understood: bool| {
        for &place in places {
            let oddity = |value: &Value| Oddity { place, value: value.clone(), is_understood };
            found.extend(values.iter().map(oddity));
        }
    };
    let ends =
        ["/work/0/endDate", "/education/0/endDate", "/volunteer/0/endDate", "/projects/0/endDate"];
    let starts = ["/work/0/startDate", "/education/0/startDate", "/projects/0/startDate"];
    let moments = ["/awards/0/date", "/certificates/0/date", "/publications/0/releaseDate"];
    let addresses = ["/basics/url", "/work/0/url", "/publications/0/url", "/projects/0/url"];
    let texts = |texts: &[&str]| texts.iter().map(|text| json!(text)).collect::<Vec<Value>>();
    // A date that is none.
    let none = [json!(""), Value::Null, json!("  "), json!("?"), json!("-"), json!("N/A")];
    add(&ends, &none[..4], true);
    // An end that is not known, which is told where something has begun.
    add(&ends, &none[4..], false);
    add(&starts, &none, true);
    add(&moments, &none, true);
    // It goes on.
    let now = [
        "Present",
        "present",
        "PRESENT",
        "now",
        "Now",
        "Current",
        "Ongoing",
        "today",
        "heute",
        "aujourd’hui",
        "actualidad",
        "oggi",
        "atual",
        "heden",
        "nu",
        "至今",
        "現在",
    ];
    add(&ends, &texts(&now), true);
    // In words, in one member, without noughts.
    let words = [
        "November 2019",
        "Nov 2019",
        "Nov. 2019",
        "11/2019",
        "2019/11",
        "2019.11",
        "2023-9-28",
        "2023-9",
        "9/28/2023",
        "28.9.2023",
        "März 2020",
        "août 2018",
        "2019年4月",
        "2019-11-01T00:00:00.000Z",
        "21 februari 2019",
    ];
    add(&starts, &texts(&words), true);
    add(&moments, &texts(&words), true);
    add(
        &["/work/0/startDate"],
        &texts(&["2025–2029", "2019 - 2021", "Jan 2018 – Mar 2019", "2018 to present"]),
        true,
    );
    add(
        &["/work/0/startDate", "/education/0/endDate"],
        &[json!(2019), json!({"year": 2019, "month": 4})],
        true,
    );
    // What nobody can know is told.
    let unclear = texts(&["when it rains", "about then", "Summer 2018", "04/05/2019"]);
    add(&["/work/0/endDate", "/awards/0/date"], &unclear, false);
    add(&["/work/0/endDate"], &[json!(true), json!(["x", 1])], false);
    // Addresses without a scheme, and no addresses.
    let bare = [
        "example.org",
        "www.example.org/cv",
        "//example.org",
        "example.org:8080/a",
        "forge.example/ines?tab=1",
    ];
    add(&addresses, &texts(&bare), true);
    add(&["/basics/profiles/0/url"], &texts(&["forge.example/ines", "www.forge.example"]), true);
    let nowhere = [
        json!("-"),
        json!("null"),
        json!("none"),
        json!("N/A"),
        json!("#"),
        json!(""),
        Value::Null,
        json!("undefined"),
    ];
    add(&addresses, &nowhere, true);
    add(&["/basics/profiles/0/url"], &nowhere, true);
    add(&addresses, &texts(&["on request", "tel:+4912345", "ftp://example.org"]), false);
    // Mail that machines are not to find.
    let hidden = [
        "ines [at] example [dot] org",
        "ines(at)example.org",
        "ines at example dot org",
        "mailto:ines@example.org",
        "",
        "-",
    ];
    add(&["/basics/email"], &texts(&hidden), true);
    add(&["/basics/email"], &[json!("by pigeon"), json!(false)], false);
    // Another shape.
    add(
        &["/basics/location"],
        &[
            json!("Aachen, Germany"),
            json!({"city": null, "country": "DE"}),
            json!([{"city": "Aachen"}]),
        ],
        true,
    );
    add(
        &["/work/0/location"],
        &[json!("Aachen"), json!({"city": "Aachen", "region": "NRW"})],
        true,
    );
    add(
        &["/basics/summary", "/work/0/summary"],
        &[json!(["One thing.", "Another."]), json!({"text": "One thing."}), Value::Null],
        true,
    );
    add(
        &["/work/0/highlights"],
        &[
            json!("One thing.\nAnother."),
            Value::Null,
            json!([]),
            json!([{"description": "One thing."}]),
        ],
        true,
    );
    add(
        &["/work/0/highlights"],
        &[json!(7.5), json!("<ul><li>One <b>thing</b>.</li></ul>"), json!([null])],
        true,
    );
    add(
        &["/skills"],
        &[
            json!(["Gears", "Steam"]),
            json!("Gears, Steam"),
            json!({"Tools": ["Gears"]}),
            Value::Null,
            json!([]),
        ],
        true,
    );
    add(
        &["/languages"],
        &[json!("German, Danish"), json!(["German"]), json!([{"name": "German", "level": "B2"}])],
        true,
    );
    add(&["/basics/phone"], &[json!(4_912_345), json!(["+49 1", "+49 2"]), Value::Null], true);
    add(
        &["/work", "/education", "/awards", "/interests"],
        &[Value::Null, json!({}), json!(""), json!([])],
        true,
    );
    add(&["/work", "/basics"], &[json!(7)], false);
    add(
        &["/basics/image"],
        &[json!(""), json!("face.jpg"), json!("https://example.org/face.jpg")],
        true,
    );
    add(
        &["/basics/image"],
        &[json!(format!("data:image/png;base64,{}", "A".repeat(30_000)))],
        false,
    );
    let own = [json!("she"), json!({"a": [1, null, "b"]}), json!(3)];
    add(&["/meta"], &own, true);
    add(&["/x-own", "/basics/pronouns"], &own, false);
    found
}

/// The document with the oddity in it, where it has such a place.
fn changed(life: &Value, odd: &Oddity) -> Option<Value> {
    let mut document = life.clone();
    let (parent, name) = odd.place.rsplit_once('/').unwrap();
    let parent = if parent.is_empty() { Some(&mut document) } else { document.pointer_mut(parent) };
    parent?.as_object_mut()?.insert(name.to_owned(), odd.value.clone());
    Some(document)
}

/// `document.work[0].url` for `/work/0/url`.
fn path_of(place: &str) -> String {
    let part = |part: &str| match part.parse::<usize>() {
        Ok(number) => format!("[{number}]"),
        Err(_) => format!(".{part}"),
    };
    format!("document{}", place.split('/').skip(1).map(part).collect::<String>())
}

#[tokio::test]
async fn documents_of_many_hands_are_taken_to_the_letter_and_tell_what_was_not_understood() {
    let site = Site::start().await;
    let (mut tried, mut faults) = (0, Vec::new());
    for (number, odd) in oddities().iter().enumerate() {
        let lives = lives();
        // Every oddity in one document, every third in all.
        let chosen =
            lives.iter().cycle().skip(number).take(if number.is_multiple_of(3) { 3 } else { 1 });
        for document in chosen.filter_map(|life| changed(life, odd)) {
            tried += 1;
            let what = format!(
                "{} {}",
                odd.place,
                odd.value.to_string().chars().take(60).collect::<String>()
            );
            let made = site.admin.post("/resumes", json!({ "document": document })).await;
            if made.status != 201 {
                faults.push(format!("{what}: {} {}", made.status, made.json()));
                continue;
            }
            let made = made.json();
            assert_eq!(made["document"], document, "{what}: not to the letter");
            let path = path_of(odd.place);
            let warnings = made["warnings"].as_array().unwrap();
            let is_told = warnings.iter().any(|it| it["path"].as_str().unwrap().starts_with(&path));
            // Of two dates in the place of the first, the second is told where another member has it.
            let is_range = odd.place.ends_with("/startDate")
                && odd
                    .value
                    .as_str()
                    .is_some_and(|text| text.contains(" - ") || text.contains('–'));
            // A sign for an end says nothing where nothing has begun.
            let begin = odd.place.replace("endDate", "startDate");
            let is_sign = odd.value == "-" || odd.value == "N/A";
            let is_nothing = is_sign && document.pointer(&begin).is_none();
            if is_told == (odd.is_understood || is_nothing) && !is_range {
                faults.push(format!("{what}: warnings are {warnings:?}"));
            }
            // Hundreds of resumes would be searched by every one that follows.
            let address = format!("/resumes/{}", made["id"].as_str().unwrap());
            site.admin.delete(&address).await.expect(204);
        }
    }
    assert!(tried >= 300, "{tried}");
    assert_eq!(faults, Vec::<String>::new(), "of {tried}");
}

#[tokio::test]
async fn documents_with_many_oddities_can_be_read_printed_and_tailored() {
    let site = Site::start().await;
    let oddities = oddities();
    for (number, life) in lives().iter().cycle().take(24).enumerate() {
        let mut document = life.clone();
        for step in 0..8 {
            let odd = &oddities[(number * 31 + step * 47) % oddities.len()];
            document = changed(&document, odd).unwrap_or(document);
        }
        let body = json!({ "document": document, "is_default": true });
        let made = site.admin.post("/resumes", body).await.expect(201).json();
        let path = format!("/resumes/{}", made["id"].as_str().unwrap());
        let text = site.admin.get(&format!("{path}/resume.txt")).await.expect(200);
        let text = String::from_utf8(text.body.to_vec()).unwrap();
        for noise in ["null", "undefined", "N/A", "data:image", "javascript", "<b>"] {
            assert!(!text.contains(noise), "{noise} in {text}\nof {document}");
        }
        let plain = site.admin.get(&format!("{path}/resume.json")).await.expect(200).json();
        let again = site.admin.post("/resumes", json!({ "document": plain })).await.expect(201);
        let told = again.json()["warnings"].as_array().unwrap().len();
        let before = made["warnings"].as_array().unwrap().len();
        assert!(told <= before, "what was exported is read with more doubts: {plain}");
        if number.is_multiple_of(4) {
            site.admin.get(&format!("{path}/resume.pdf")).await.expect(200);
            let order = json!({ "job_description": "Fitter\n\nRequirements\n- mends mills", "threshold": 0 });
            site.admin.post("/tailor", order).await.expect(200);
        }
    }
}
