use std::io::Write;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use serde_json::{Value, json};

use super::*;

/// An archive as any program writes it.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut body, mut list) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::default());
        packer.write_all(bytes).unwrap();
        let packed = packer.finish().unwrap();
        let mut sum = Crc::new();
        sum.update(bytes);
        let at = u32::try_from(body.len()).unwrap();
        let mut facts = Vec::new();
        facts.extend([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]);
        facts.extend(sum.sum().to_le_bytes());
        facts.extend(u32::try_from(packed.len()).unwrap().to_le_bytes());
        facts.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
        facts.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
        facts.extend([0, 0]);
        body.extend(b"PK\x03\x04");
        body.extend(&facts);
        body.extend(name.as_bytes());
        body.extend(&packed);
        list.extend(b"PK\x01\x02\x14\0");
        list.extend(&facts);
        list.extend([0; 10]);
        list.extend(at.to_le_bytes());
        list.extend(name.as_bytes());
    }
    let (count, begin) = (u16::try_from(files.len()).unwrap(), body.len());
    body.extend(&list);
    body.extend(b"PK\x05\x06\0\0\0\0");
    body.extend(count.to_le_bytes());
    body.extend(count.to_le_bytes());
    body.extend(u32::try_from(list.len()).unwrap().to_le_bytes());
    body.extend(u32::try_from(begin).unwrap().to_le_bytes());
    body.extend([0, 0]);
    body
}

fn read(bytes: &[u8]) -> (Value, Vec<String>) {
    let read = import(bytes).unwrap();
    let paths = read.warnings.into_iter().map(|warning| warning.path).collect();
    (serde_json::from_str(read.document.get()).unwrap(), paths)
}

fn fault(bytes: &[u8]) -> String {
    import(bytes).unwrap_err().to_string()
}

#[test]
fn json_stays_as_it_is_and_yaml_becomes_texts() {
    let text = "{ \"x\":1.50, \"basics\": {\"name\":\"Ada\"} }";
    let read_json = import(text.as_bytes()).unwrap();
    assert_eq!((read_json.format, read_json.document.get()), (Format::Json, text));
    let yaml = "---\nbasics:\n  name: Ada   # a comment\n  phone: 0049 241\n  url: https://example.org\n\
        work:\n- company: Mill\n  startDate: 2019-04-01\n  endDate: ~\n  gpa: 3.90\n  remote: no\n\
        \x20 summary: >\n    Ran\n    it.\n  highlights: [\"Cut: 40 %\", on, '']\n...\n";
    let (document, warnings) = read(yaml.as_bytes());
    assert_eq!(import(yaml.as_bytes()).unwrap().format, Format::Yaml);
    let expected = json!({
        "basics": {"name": "Ada", "phone": "0049 241", "url": "https://example.org"},
        "work": [{
            "company": "Mill", "startDate": "2019-04-01", "endDate": null, "gpa": "3.90",
            "remote": "no", "summary": "Ran it.\n", "highlights": ["Cut: 40 %", "on", ""],
        }],
    });
    assert_eq!((document, warnings), (expected, vec![]));
}

#[test]
fn aliases_are_copies_merges_add_and_of_two_the_later_counts() {
    let yaml = "base: &base {city: Aachen, country: DE}\nwork:\n- <<: *base\n  city: Köln\n- *base\n\
        - <<: [{a: 1}, {a: 2, b: 3}]\n- name: A\n  name: B\n";
    let (document, warnings) = read(yaml.as_bytes());
    let work = json!([
        {"city": "Köln", "country": "DE"}, {"city": "Aachen", "country": "DE"},
        {"a": "1", "b": "3"}, {"name": "B"},
    ]);
    assert_eq!(document["work"], work);
    assert_eq!(warnings, ["document.work[3].name"]);
    let (document, warnings) = read(b"a: 1\n---\na: 2\n");
    assert_eq!((document, warnings), (json!({"a": "1"}), vec!["file".to_owned()]));
}

#[test]
fn files_of_other_kinds_are_named() {
    for (bytes, kind) in [
        (&b"%PDF-1.7\n%\xE2\xE3"[..], "is a PDF"),
        (b"{\\rtf1 Ada}", "a Rich Text document"),
        (b"\xD0\xCF\x11\xE0\xA1\xB1", "a Word document of the old kind"),
        (b"\xFF\xD8\xFF\xE0", "a picture"),
        (b"\n<!doctype html>", "a page or XML"),
    ] {
        let said = fault(bytes);
        assert!(said.contains(kind) && said.contains("JSON, YAML"), "{said}");
    }
    let word = archive(&[("[Content_Types].xml", b"<Types/>"), ("word/document.xml", b"<w/>")]);
    assert!(fault(&word).contains("a Word or OpenDocument file"));
}

#[test]
fn what_is_no_yaml_says_where() {
    for (text, part) in [
        ("a: [1", "neither JSON nor YAML"),
        ("a: 1\n\tb: 2\n  c", "line "),
        ("{[a]: 1}", "the name of a member"),
        ("? {a: 1}\n: 2", "the name of a member"),
        ("a: *nobody", "line 1"),
        ("a: &x [*x]", "names nothing"),
        ("<<: text", "takes objects only"),
        (" \n", "is empty"),
    ] {
        let said = fault(text.as_bytes());
        assert!(said.contains(part), "{text}: {said}");
    }
}

/// Each of these is small, and would be huge or endless if it were believed.
#[test]
fn hostile_yaml_ends_at_the_limits() {
    let mut bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n".to_owned();
    for level in 1..12 {
        let below = format!("*a{},", level - 1).repeat(10);
        bomb.push_str(&format!("a{level}: &a{level} [{below}]\n"));
    }
    assert!(fault(bomb.as_bytes()).contains("with all aliases written out"));
    let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(30_000), "*a,".repeat(20));
    assert!(fault(long.as_bytes()).contains("with all aliases written out"));
    let mut chain = "a0: &a0 [x]\n".to_owned();
    for level in 1..40 {
        chain.push_str(&format!("a{level}: &a{level} [*a{}]\n", level - 1));
    }
    assert!(fault(chain.as_bytes()).contains("levels deep"));
    let merge = format!("a: &a {{x: {}}}\nb:\n{}", "y".repeat(9000), "- <<: *a\n".repeat(60));
    assert!(fault(merge.as_bytes()).contains("with all aliases written out"));
    for deep in
        ["[".repeat(100_000), "{a: ".repeat(50_000), "- ".repeat(100_000), "? ".repeat(50_000)]
    {
        assert!(import(deep.as_bytes()).is_err());
    }
    let many = format!("a: [{}]", "1,".repeat(11_000));
    assert!(fault(many.as_bytes()).contains("values"));
    let large = "x".repeat(MOST_BYTES + 1);
    assert_eq!(import(large.as_bytes()).unwrap_err(), ImportError::TooLong);
    let wide = [vec![0xff, 0xfe], b"x\0".repeat(MOST_BYTES + 1)].concat();
    assert_eq!(import(&wide).unwrap_err(), ImportError::TooLong);
}

#[test]
fn a_linkedin_export_becomes_a_resume() {
    let profile = "First Name,Last Name,Maiden Name,Address,Birth Date,Headline,Summary,Industry,Zip Code,Geo Location,Twitter Handles,Websites,Instant Messengers\n\
        Ada,Byron,King,,Dec 10,Engineer,\"Builds engines.\nTeaches.\",Mechanics,52062,\"Aachen, Germany\",[ada_b],\"[PERSONAL:https://example.org,BLOG:https://example.org/blog]\",\n";
    let positions = "\u{feff}Company Name,Title,Description,Location,Started On,Finished On\n\
        Mill & Co,Engineer,\"Looked after the mill.\n\n• Cut the noise by 40 %.\n• Taught three\napprentices.\",Aachen,Apr 2019,\n\
        Dam,Fitter,,,2015,Mar 2019\n";
    let education = "School Name,Start Date,End Date,Notes,Degree Name,Activities\nAcademy,2010,2015,With honours,\"BSc, Mechanics\",Rowing\n";
    let certificates = "Name,Url,Authority,Started On,Finished On,License Number\nWelding,https://example.org/w,Guild,Mar 2018,Mar 2021,W-1\n";
    let zip = archive(&[
        ("Basic_LinkedInDataExport_01-02-2026/", b""),
        ("Basic_LinkedInDataExport_01-02-2026/Profile.csv", profile.as_bytes()),
        ("../../Positions.csv", positions.as_bytes()),
        ("C:\\tmp\\education.CSV", education.as_bytes()),
        ("Certifications.csv", certificates.as_bytes()),
        ("Skills.csv", b"Name\nGears\nSteam\n"),
        ("Languages.csv", b"Name,Proficiency\nGerman,Native or bilingual proficiency\n"),
        ("Projects.csv", b"Title,Description,Url,Started On,Finished On\nWheel,A wheel.,,Jan 2020,\n"),
        ("Publications.csv", b"Name,Published On,Description,Publisher,Url\nOn wheels,\"May 4, 2020\",,Press,\n"),
        ("Honors.csv", b"Title,Description,Issued On\nMedal,For the wheel.,Jun 2021\n"),
        ("Volunteering.csv", b"Company Name,Role,Cause,Started On,Finished On,Description\nFire brigade,Helper,Health,2012,,\n"),
        ("Email Addresses.csv", b"Email Address,Confirmed,Primary,Updated On\nold@example.org,Yes,No,1\nada@example.org,Yes,Yes,2\n"),
        ("PhoneNumbers.csv", b"Extension,Number,Type\n,+49 241 1,Mobile\n"),
        ("Recommendations_Received.csv", b"First Name,Last Name,Company,Job Title,Text,Creation Date,Status\nMax,M\xfcller,Mill,Owner,Good.,1,VISIBLE\nEva,X,,,Hidden.,1,PENDING\n"),
        ("Courses.csv", b"Name,Number\nStatics,1\n"),
        ("messages.csv", b"FROM,CONTENT\nx,secret\n"),
    ]);
    let (document, warnings) = read(&zip);
    let expected = json!({
        "basics": {
            "name": "Ada Byron", "label": "Engineer", "summary": "Builds engines.\nTeaches.",
            "email": "ada@example.org", "phone": "+49 241 1", "url": "https://example.org",
            "location": {"postalCode": "52062", "city": "Aachen, Germany"},
            "profiles": [
                {"network": "X", "username": "ada_b", "url": "https://x.com/ada_b"},
                {"network": "Blog", "url": "https://example.org/blog"},
            ],
        },
        "work": [
            {"name": "Mill & Co", "position": "Engineer", "location": "Aachen", "startDate": "2019-04",
             "summary": "Looked after the mill.", "highlights": ["Cut the noise by 40 %.", "Taught three\napprentices."]},
            {"name": "Dam", "position": "Fitter", "startDate": "2015", "endDate": "2019-03"},
        ],
        "volunteer": [{"organization": "Fire brigade", "position": "Helper", "cause": "Health", "startDate": "2012"}],
        "education": [{"institution": "Academy", "studyType": "BSc, Mechanics", "startDate": "2010", "endDate": "2015",
                       "notes": "With honours", "activities": "Rowing"}],
        "awards": [{"title": "Medal", "date": "2021-06", "summary": "For the wheel."}],
        "certificates": [{"name": "Welding", "issuer": "Guild", "date": "2018-03", "url": "https://example.org/w",
                          "validUntil": "2021-03", "licenseNumber": "W-1"}],
        "publications": [{"name": "On wheels", "publisher": "Press", "releaseDate": "2020-05-04"}],
        "skills": [{"name": "Gears"}, {"name": "Steam"}],
        "languages": [{"language": "German", "fluency": "Native or bilingual proficiency"}],
        "projects": [{"name": "Wheel", "description": "A wheel.", "startDate": "2020-01"}],
        "references": [{"name": "Max Müller", "reference": "Good."}],
    });
    assert_eq!(document, expected);
    assert_eq!(warnings, ["file/Recommendations_Received.csv", "file/Courses.csv"]);
}

#[test]
fn one_bad_address_costs_itself_and_not_the_import() {
    let profile =
        "First Name,Websites\nAda,\"[PERSONAL:javascript:alert(1),BLOG:https://example.org]\"\n";
    let certificates: String =
        (0..120).map(|n| format!("Welding {n},data:text/html;x\n")).collect();
    let certificates = format!("Name,Url\n{certificates}");
    let zip = archive(&[
        ("Profile.csv", profile.as_bytes()),
        ("Certifications.csv", certificates.as_bytes()),
    ]);
    let (document, warnings) = read(&zip);
    assert_eq!(document["basics"]["name"], "Ada");
    assert_eq!(document["basics"]["profiles"][0]["url"], "https://example.org");
    assert!(
        !document.to_string().contains("javascript:") && !document.to_string().contains("data:")
    );
    assert_eq!((warnings.len(), warnings[0].as_str()), (121, "document.basics.url"));
    assert!(warnings.contains(&"document.certificates[119].url".to_owned()));
}

#[test]
fn an_archive_with_a_password_says_so() {
    let mut zip =
        archive(&[("Profile.csv", b"First Name\nAda\n"), ("Skills.csv", b"Name\nGears\n")]);
    let lists: Vec<usize> =
        (0..zip.len() - 4).filter(|at| zip[*at..].starts_with(b"PK\x01\x02")).collect();
    for at in lists {
        zip[at + 8] |= 1;
    }
    assert!(fault(&zip).contains("the archive is encrypted"), "{}", fault(&zip));
}

#[test]
fn hostile_archives_end_at_the_limits() {
    let bomb = vec![b' '; 16 * 1024 * 1024];
    let zip = archive(&[("Positions.csv", &bomb)]);
    assert!(zip.len() < 100_000);
    assert!(fault(&zip).contains("larger than"));
    // None is too large by itself.
    let part = [&b"Name\n"[..], &vec![b' '; 2_000_000]].concat();
    let parts: Vec<(&str, &[u8])> = LARGE.iter().map(|name| (*name, part.as_slice())).collect();
    assert!(fault(&archive(&parts)).contains("larger than"));
    let many: Vec<(String, &[u8])> = (0..5001).map(|n| (format!("{n}"), &b""[..])).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, it)| (name.as_str(), *it)).collect();
    assert!(fault(&archive(&many)).contains("more than 5000 files"));
    assert!(fault(&archive(&[("holiday.jpg", b"x")])).contains("none of the tables"));
    assert!(fault(&archive(&[])).contains("none of the tables"));
}

const LARGE: [&str; 6] = [
    "Certifications.csv",
    "Publications.csv",
    "Skills.csv",
    "Languages.csv",
    "Honors.csv",
    "Projects.csv",
];

/// Cut anywhere, and with any byte changed, it is read or refused, and nothing else happens.
#[test]
fn damaged_archives_are_refused() {
    let zip = archive(&[("Skills.csv", b"Name\nGears\n"), ("Languages.csv", b"Name\nGerman\n")]);
    // Without the last two bytes, which only say that no comment follows, it is still whole.
    for length in 4..zip.len() - 2 {
        assert!(import(&zip[..length]).is_err(), "{length}");
    }
    for at in 4..zip.len() {
        for change in [1, 0x80, 0xff] {
            let mut damaged = zip.clone();
            damaged[at] ^= change;
            drop(import(&damaged));
        }
    }
    let mut damaged = zip.clone();
    // The first byte of the packed table: its checksum tells.
    damaged[30 + "Skills.csv".len()] ^= 0x55;
    let (document, warnings) = read(&damaged);
    assert_eq!(document, json!({"languages": [{"language": "German"}]}));
    assert_eq!(warnings, ["file/Skills.csv"]);
}

#[test]
fn one_table_of_an_export_is_read_as_what_it_is() {
    for (table, place, text) in [
        (
            "Company Name,Title,Description,Location,Started On,Finished On\nMill,Miller,- Ran it.,Dam,Jan 2019,",
            "/work/0/name",
            "Mill",
        ),
        (
            "School Name;Start Date;End Date;Notes\nAcademy;2010;2012;Thesis on steam",
            "/education/0/institution",
            "Academy",
        ),
        ("First Name,Last Name,Headline\nAda,Byron,Miller", "/basics/name", "Ada Byron"),
        ("\u{feff}Name,Proficiency\nDansk,Native", "/languages/0/language", "Dansk"),
    ] {
        let (document, warnings) = read(table.as_bytes());
        assert_eq!(document.pointer(place).and_then(Value::as_str), Some(text), "{table}");
        assert_eq!(warnings, ["file"], "{table}");
    }
    for other in ["Name: Ada\nTitle: Miller", "name,age\nAda,7", "{\"Company Name\": \"a,Title\"}"]
    {
        let imported = import(other.as_bytes());
        assert!(imported.is_ok_and(|it| it.format != Format::Linkedin), "{other}");
    }
    let (document, warnings) = read(b"Company Name,Title\nMill,Miller\n\"unclosed,x\nDam,Fitter");
    assert_eq!(document["work"].as_array().map(Vec::len), Some(2));
    assert_eq!(warnings, ["file/Positions.csv", "file"]);
}
