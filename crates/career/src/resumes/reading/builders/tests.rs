use serde_json::json;

use crate::resumes::reading::read;

#[test]
fn sections_that_are_lists_are_read() {
    let reading = read(&json!({"cv": {"name": "Ada", "sections": {
        "experience": [{"company": "Mill", "position": "Miller", "start_date": "2019-04", "end_date": "present",
                        "highlights": ["Ran it by night."]}],
        "education": [{"institution": "Academy", "area": "Steam"}],
    }}}));
    let expected = json!({
        "basics": {"name": "Ada"},
        "work": [{"name": "Mill", "position": "Miller", "startDate": "2019-04", "highlights": ["Ran it by night."]}],
        "education": [{"institution": "Academy", "area": "Steam"}],
    });
    assert_eq!((reading.tree, reading.warnings), (expected, vec![]));
}

#[test]
fn sections_with_items_are_lists_and_what_is_hidden_stays_so() {
    let reading = read(&json!({
        "basics": {"name": "Ada"},
        "sections": {
            "summary": {"name": "Summary", "visible": true, "content": "<p>Builds mills.</p>"},
            "experience": {"name": "Experience", "id": "experience", "columns": 1, "items": [
                {"id": "a", "visible": true, "company": "Mill", "date": "March 2021 - Present",
                 "summary": "<ul><li><p>Ran it.</p></li><li><p>Sold it.</p></li></ul>"},
                {"id": "b", "visible": false, "company": "Secret"},
            ]},
            "interests": {"visible": false, "items": [{"name": "Poker"}]},
            "profiles": {"items": [{"network": "Forge", "url": {"href": "https://forge.example/a"}}]},
        },
    }));
    assert_eq!(reading.tree["basics"]["summary"], "Builds mills.");
    assert_eq!(
        reading.tree["work"],
        json!([{"id": "a", "visible": true, "name": "Mill", "date": "March 2021 - Present", "startDate": "2021-03",
                "summary": "Ran it.\nSold it."}, {}])
    );
    assert_eq!(reading.tree["basics"]["profiles"][0]["url"], "https://forge.example/a");
    assert!(reading.tree.get("interests").is_none());
    let told: Vec<_> = reading.warnings.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(told, ["document.sections.experience.items[1]", "document.sections.interests"]);
}

fn read_whole(document: serde_json::Value) -> (serde_json::Value, Vec<String>) {
    let reading = read(&document);
    let paths = reading.warnings.into_iter().map(|warning| warning.path).collect();
    (crate::resumes::known_members(&reading.tree), paths)
}

#[test]
fn each_position_with_an_employer_is_an_entry() {
    let (tree, warnings) = read_whole(json!({"work": [
        {"company": "Mill", "location": "Dam", "positions": [
            {"title": "Head miller", "startDate": "2021-02", "highlights": ["Ran it by night."]},
            {"name": "Miller", "startDate": "2019", "endDate": "2021-01", "location": "Quay"},
        ]},
        {"company": "Quarry", "position": "Cook"},
    ]}));
    assert_eq!(
        tree["work"],
        json!([
            {"name": "Mill", "location": "Dam", "position": "Head miller", "startDate": "2021-02",
             "highlights": ["Ran it by night."]},
            {"name": "Mill", "location": "Quay", "position": "Miller", "startDate": "2019", "endDate": "2021-01"},
            {"name": "Quarry", "position": "Cook"},
        ])
    );
    assert_eq!(warnings, [""; 0]);
    // What is told of the employer stands with the first; what a position says itself is not said by others.
    let (tree, warnings) = read_whole(json!({"work": [
        {"company": "Mill", "summary": "A mill.", "startDate": "2015", "salary": 7, "positions": [
            {"title": "Head", "startDate": "2021", "boss": "Max"}, {"title": "Miller", "startDate": "2015", "endDate": "2021"}]},
    ]}));
    assert_eq!(tree["work"][0]["summary"], "A mill.");
    assert_eq!(tree["work"][1].get("summary"), None);
    assert_eq!(
        warnings,
        [
            "document.work[0].startDate",
            "document.work[0].salary",
            "document.work[0].positions[0].boss"
        ]
    );
}

#[test]
fn a_europass_is_read() {
    let (tree, warnings) = read_whole(json!({"SkillsPassport": {"Locale": "en", "LearnerInfo": {
        "Identification": {
            "PersonName": {"FirstName": "Ada", "Surname": "Byron"},
            "ContactInfo": {
                "Address": {"Contact": {"AddressLine": "Mill Road 1", "PostalCode": "123", "Municipality": "Dam",
                                        "Country": {"Code": "NL", "Label": "Netherlands"}}},
                "Email": {"Contact": "ada@example.org"},
                "Telephone": [{"Contact": "+31 20 123456", "Use": {"Code": "mobile", "Label": "Mobile"}}],
            },
        },
        "Headline": {"Type": {"Code": "position", "Label": "Position"}, "Description": {"Label": "Miller"}},
        "WorkExperience": [{
            "Period": {"From": {"Year": 2019, "Month": "--08", "Day": "---01"}, "Current": true},
            "Position": {"Code": "1", "Label": "Head miller"}, "Activities": "<ul><li>Ran it.</li><li>Sold it.</li></ul>",
            "Employer": {"Name": "Mill", "Sector": {"Label": "Food"}},
        }, {
            "Period": {"From": {"Year": 2015, "Month": 2}, "To": {"Year": 2018}}, "Employer": {"Name": "Quarry"},
        }],
        "Education": [{"Period": {"From": {"Year": 2010}, "To": {"Year": 2013}}, "Title": "Diploma",
                       "Organisation": {"Name": "Academy"}, "Field": {"Label": "Steam"}}],
        "Skills": {
            "Linguistic": {
                "MotherTongue": [{"Description": {"Code": "nl", "Label": "Dutch"}}],
                "ForeignLanguage": [{"Description": {"Label": "English"},
                                     "ProficiencyLevel": {"Listening": "C1", "Reading": "C2", "Writing": "B2"}}],
            },
            "Computer": {"Description": "Spreadsheets"},
        },
    }}}));
    assert_eq!(
        tree["basics"],
        json!({
            "name": "Ada Byron", "label": "Miller", "email": "ada@example.org", "phone": "+31 20 123456",
            "location": {"address": "Mill Road 1", "postalCode": "123", "city": "Dam", "countryCode": "Netherlands"},
        })
    );
    assert_eq!(
        tree["work"],
        json!([
            {"name": "Mill", "position": "Head miller", "startDate": "2019-08-01", "highlights": ["Ran it.", "Sold it."]},
            {"name": "Quarry", "startDate": "2015-02", "endDate": "2018"},
        ])
    );
    assert_eq!(
        tree["education"],
        json!([{"institution": "Academy", "studyType": "Diploma", "area": "Steam", "startDate": "2010", "endDate": "2013"}])
    );
    assert_eq!(
        tree["languages"],
        json!([{"language": "Dutch"}, {"language": "English", "fluency": "B2–C2"}])
    );
    assert_eq!(tree["skills"], json!([{"name": "Computer", "keywords": ["Spreadsheets"]}]));
    let place = |path: &str| format!("document.SkillsPassport.{path}");
    for told in [
        "Locale",
        "LearnerInfo.Headline.Type",
        "LearnerInfo.WorkExperience[0].Employer.Sector",
        "LearnerInfo.Skills.Linguistic.MotherTongue[0]",
    ] {
        assert!(warnings.contains(&place(told)), "{told} in {warnings:?}");
    }
}

#[test]
fn a_fresh_document_is_read() {
    let (tree, warnings) = read_whole(json!({
        "name": "Ada Byron", "meta": {"format": "FRESH@0.6.0"},
        "info": {"label": "Miller", "brief": "Builds mills."},
        "contact": {"email": "ada@example.org", "website": "https://ada.example"},
        "location": {"city": "Dam"},
        "social": [{"label": "Forge", "network": "Forge", "user": "ada", "url": "https://forge.example/ada"}],
        "employment": {"summary": "Seven years", "history": [
            {"employer": "Mill", "position": "Head", "start": "2019-04", "summary": "All of it.", "highlights": ["Ran it by night."],
             "keywords": ["Steam"]},
            {"employer": "Quarry", "position": "Cook", "start": "2015", "end": "2018"}]},
        "education": {"level": "degree", "summary": "Some", "history": [
            {"institution": "Academy", "title": "Diploma", "start": "2010", "end": "2013", "grade": "A", "curriculum": ["Steam"]}]},
        "skills": {"sets": [{"name": "Mills", "level": "master", "skills": ["Wheels", "Stones"]}]},
        "service": {"history": [{"organization": "Dyke watch", "position": "Guard", "start": "2016"}]},
        "writing": [{"title": "On mills", "publisher": {"name": "Press", "url": "https://press.example"}, "date": "2020"}],
        "recognition": [{"title": "Prize", "from": "Guild", "date": "2021"}],
    }));
    assert_eq!(
        tree["basics"],
        json!({"name": "Ada Byron", "label": "Miller", "summary": "Builds mills.", "email": "ada@example.org",
               "url": "https://ada.example", "location": {"city": "Dam"},
               "profiles": [{"network": "Forge", "username": "ada", "url": "https://forge.example/ada"}]})
    );
    assert_eq!(
        tree["work"],
        json!([
            {"name": "Mill", "position": "Head", "startDate": "2019-04", "summary": "All of it.",
             "highlights": ["Ran it by night."], "keywords": ["Steam"]},
            {"name": "Quarry", "position": "Cook", "startDate": "2015", "endDate": "2018"},
        ])
    );
    assert_eq!(
        tree["education"],
        json!([{"institution": "Academy", "studyType": "Diploma", "startDate": "2010", "endDate": "2013", "score": "A",
                "courses": ["Steam"]}])
    );
    assert_eq!(
        tree["skills"],
        json!([{"name": "Mills", "level": "master", "keywords": ["Wheels", "Stones"]}])
    );
    assert_eq!(
        tree["volunteer"],
        json!([{"organization": "Dyke watch", "position": "Guard", "startDate": "2016"}])
    );
    assert_eq!(tree["publications"][0]["publisher"], "Press");
    assert_eq!(tree["awards"], json!([{"title": "Prize", "awarder": "Guild", "date": "2021"}]));
    for told in [
        "document.employment.summary",
        "document.education.level",
        "document.writing[0].publisher.url",
    ] {
        assert!(warnings.contains(&told.to_owned()), "{told} in {warnings:?}");
    }
}

#[test]
fn a_mac_is_read() {
    let (tree, warnings) = read_whole(json!({
        "settings": {"language": "EN"},
        "aboutMe": {
            "profile": {"name": "Ada", "surnames": "Byron", "title": "Miller", "description": "Builds mills.",
                        "location": {"country": "NL", "municipality": "Dam"}},
            "relevantLinks": [{"type": "forge", "URL": "https://forge.example/ada"}],
        },
        "experience": {
            "jobs": [{"organization": {"name": "Mill", "description": "A mill."}, "type": "food", "roles": [
                {"name": "Head", "startDate": "2019-04-01", "challenges": [{"description": "Ran it by night."}],
                 "competences": [{"name": "Steam", "type": "technology"}]},
                {"name": "Miller", "startDate": "2017-01-01", "finishDate": "2019-03-31"}]}],
            "projects": [{"details": {"name": "Wheel", "description": "A wheel.", "URL": "https://wheel.example"}}],
        },
        "knowledge": {
            "languages": [{"name": "Danish", "level": "C1"}],
            "hardSkills": [{"skill": {"name": "Stones", "type": "practice"}, "level": "high"}],
            "studies": [{"studyType": "officialDegree", "name": "Steam", "startDate": "2010", "finishDate": "2013",
                         "institution": {"name": "Academy"}}],
        },
        "careerPreferences": {"contact": {"contactMails": ["ada@example.org"]}},
    }));
    assert_eq!(
        tree["basics"],
        json!({"name": "Ada Byron", "label": "Miller", "summary": "Builds mills.", "email": "ada@example.org",
               "location": {"city": "Dam", "countryCode": "NL"},
               "profiles": [{"network": "forge", "url": "https://forge.example/ada"}]})
    );
    assert_eq!(
        tree["work"],
        json!([
            {"name": "Mill", "position": "Head", "startDate": "2019-04-01", "highlights": ["Ran it by night."],
             "keywords": ["Steam"]},
            {"name": "Mill", "position": "Miller", "startDate": "2017-01-01", "endDate": "2019-03-31"},
        ])
    );
    assert_eq!(
        tree["projects"],
        json!([{"name": "Wheel", "description": "A wheel.", "url": "https://wheel.example"}])
    );
    assert_eq!(tree["languages"], json!([{"language": "Danish", "fluency": "C1"}]));
    assert_eq!(tree["skills"], json!([{"name": "Stones", "level": "high"}]));
    assert_eq!(
        tree["education"],
        json!([{"institution": "Academy", "area": "Steam", "studyType": "officialDegree", "startDate": "2010",
                "endDate": "2013"}])
    );
    for told in ["document.settings", "document.experience.jobs[0].organization.description"] {
        assert!(warnings.contains(&told.to_owned()), "{told} in {warnings:?}");
    }
}

#[test]
fn what_networks_give_out_is_read() {
    let (tree, warnings) = read_whole(json!({
        "full_name": "Ada Byron", "headline": "Miller", "profile_pic_url": "https://pic.example/a.png", "city": "Dam",
        "follower_count": 7,
        "experiences": [
            {"starts_at": {"day": 1, "month": 4, "year": 2019}, "ends_at": null, "company": "Mill", "title": "Head",
             "description": "All of it.", "location": "Dam"},
            {"starts_at": {"day": 1, "month": 2, "year": 2015}, "ends_at": {"day": 28, "month": 2, "year": 2018},
             "company": "Quarry", "title": "Cook"}],
        "education": [{"starts_at": {"year": 2010}, "ends_at": {"year": 2013}, "school": "Academy", "degree_name": "Diploma",
                       "field_of_study": "Steam"}],
        "certifications": [{"starts_at": {"month": 3, "year": 2018}, "name": "Welding", "authority": "Guild"}],
        "volunteer_work": [{"starts_at": {"year": 2016}, "company": "Dyke watch", "title": "Guard", "cause": "WATER"}],
        "accomplishment_honors_awards": [{"title": "Prize", "issuer": "Guild", "issued_on": {"year": 2021}}],
        "languages": ["Danish"],
    }));
    assert_eq!(
        tree["basics"],
        json!({"name": "Ada Byron", "label": "Miller", "image": "https://pic.example/a.png", "location": {"city": "Dam"}})
    );
    assert_eq!(
        tree["work"],
        json!([
            {"name": "Mill", "position": "Head", "startDate": "2019-04-01", "description": "All of it.", "location": "Dam"},
            {"name": "Quarry", "position": "Cook", "startDate": "2015-02-01", "endDate": "2018-02-28"},
        ])
    );
    assert_eq!(
        tree["education"],
        json!([{"institution": "Academy", "studyType": "Diploma", "area": "Steam", "startDate": "2010", "endDate": "2013"}])
    );
    assert_eq!(
        tree["certificates"],
        json!([{"name": "Welding", "issuer": "Guild", "date": "2018-03"}])
    );
    assert_eq!(tree["awards"], json!([{"title": "Prize", "awarder": "Guild", "date": "2021"}]));
    assert_eq!(tree["volunteer"][0]["organization"], "Dyke watch");
    assert_eq!(warnings, ["document.follower_count"]);
    // The same by another of their interfaces.
    let (tree, _) = read_whole(
        json!({"profile": {"firstName": "Ada", "lastName": "Byron"}, "positions": {"values": [
        {"title": "Head", "company": {"name": "Mill", "industry": "Food"}, "isCurrent": true,
         "timePeriod": {"startDate": {"month": 4, "year": 2019}}}]}}),
    );
    assert_eq!(tree["work"], json!([{"name": "Mill", "position": "Head", "startDate": "2019-04"}]));
}

#[test]
fn sections_in_a_list_are_read() {
    let (tree, warnings) = read_whole(json!({"basics": {"name": "Ada"}, "sections": [
        {"type": "summary", "title": "About me", "content": "Builds mills."},
        {"type": "experience", "title": "Where I was", "items": [
            {"company": "Mill", "position": "Head", "date": {"start": "2019-04", "end": ""}},
            {"company": "Quarry", "date": {"start": "2015", "end": "2018"}}]},
        {"title": "Skills", "items": ["Wheels", "Stones"]},
        {"type": "custom", "title": "Secrets", "items": [{"name": "None"}]},
        {"type": "interests", "visible": false, "items": [{"name": "Poker"}]},
    ]}));
    assert_eq!(tree["basics"], json!({"name": "Ada", "summary": "Builds mills."}));
    assert_eq!(
        tree["work"],
        json!([{"name": "Mill", "position": "Head", "startDate": "2019-04"},
               {"name": "Quarry", "startDate": "2015", "endDate": "2018"}])
    );
    assert_eq!(tree["skills"], json!([{"name": "Wheels"}, {"name": "Stones"}]));
    assert_eq!(tree.get("interests"), None);
    assert_eq!(warnings, ["document.sections[4]", "document.sections[3]"]);
}

#[test]
fn accounts_by_the_name_of_their_network_are_read() {
    for document in [
        json!({"basics": {"name": "Ada", "linkedin": "linkedin.com/in/ada", "githubUsername": "ada"}}),
        json!({"name": "Ada", "work": [], "linkedin": "linkedin.com/in/ada", "github": "ada"}),
        json!({"basics": {"name": "Ada", "contact": {"linkedIn_URL": "https://linkedin.com/in/ada", "GitHub": "ada"}}}),
    ] {
        let (tree, warnings) = read_whole(document.clone());
        assert_eq!(
            tree["basics"]["profiles"],
            json!([{"network": "LinkedIn", "url": "https://linkedin.com/in/ada"}, {"network": "GitHub", "username": "ada"}]),
            "{document}"
        );
        assert_eq!(warnings, [""; 0], "{document}");
    }
}

#[test]
fn members_that_are_named_by_their_section_are_read() {
    let (tree, warnings) = read_whole(json!({
        "profile": {"name": "王伟", "zhihu": "https://zhihu.example/people/ww"},
        "educationList": [{"edu_time": ["2014.09.01", "2018.06.30"], "school": "大学", "major": "网络工程", "academic_degree": "本科"}],
        "workExpList": [{"company_name": "磨坊", "work_time": ["2018.06", null], "work_desc": "负责磨坊的运营。"}],
        "projectList": [{"project_name": "水车", "project_role": "负责人", "project_time": "2019.04 - 2020.06", "project_desc": "一个水车。"}],
        "awardList": [{"award_info": "一等奖", "award_time": "2018.09"}],
        "skillList": [{"skill_name": "木工", "skill_desc": "熟练"}],
        "aboutme": {"aboutme_desc": "喜欢磨坊。"},
    }));
    assert_eq!(
        tree["basics"],
        json!({"name": "王伟", "summary": "喜欢磨坊。",
               "profiles": [{"network": "Zhihu", "url": "https://zhihu.example/people/ww"}]})
    );
    assert_eq!(
        tree["education"],
        json!([{"institution": "大学", "area": "网络工程", "studyType": "本科", "startDate": "2014-09-01", "endDate": "2018-06-30"}])
    );
    assert_eq!(
        tree["work"],
        json!([{"name": "磨坊", "startDate": "2018-06", "summary": "负责磨坊的运营。"}])
    );
    assert_eq!(
        tree["projects"],
        json!([{"name": "水车", "roles": ["负责人"], "description": "一个水车。", "startDate": "2019-04", "endDate": "2020-06"}])
    );
    assert_eq!(tree["awards"], json!([{"title": "一等奖", "date": "2018-09"}]));
    assert_eq!(tree["skills"], json!([{"name": "木工", "keywords": ["熟练"]}]));
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn names_that_parsers_and_people_give_are_read() {
    let (tree, warnings) = read_whole(json!({
        "personal_information": {"name": "Ada", "surname": "Byron"},
        "experience_details": [{"company": "Mill", "position": "Miller", "employment_period": "09/2015 to 05/2019",
                                "key_responsibilities": ["Ran it by night."], "skills_acquired": ["Steam"]}],
        "education_details": [{"institution": "Academy", "education_level": "Diploma", "Percentage": 86.6}],
        "Projects": [{"Title": "Wheel", "Technologies Used": ["Oak"], "Live Link": "https://wheel.example"}],
    }));
    assert_eq!(tree["basics"], json!({"name": "Ada Byron"}));
    assert_eq!(
        tree["work"],
        json!([{"name": "Mill", "position": "Miller", "startDate": "2015-09", "endDate": "2019-05",
                "highlights": ["Ran it by night."], "keywords": ["Steam"]}])
    );
    assert_eq!(
        tree["education"],
        json!([{"institution": "Academy", "studyType": "Diploma", "score": "86.6"}])
    );
    assert_eq!(
        tree["projects"],
        json!([{"name": "Wheel", "keywords": ["Oak"], "url": "https://wheel.example"}])
    );
    assert_eq!(warnings, [""; 0]);
}
