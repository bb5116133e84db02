//! Which member of an education is the school. Some call the degree the name of the entry, and the school its place.

use serde_json::Value;

use super::Notes;
use super::names::{Member, folded, is_blank, today};

/// Beginnings of words by which schools are known, in the languages of resumes.
const SCHOOLS: &str = "universit institut college school academ akadem hochschul schule gymnas polytech politec lycée lycee école ecole \
    facult fakult scuola liceo escuela colegio instituto escola hogeschool højskole skole conservat eth epfl mit \
    大学 大學 学院 學院 学校 學校 高校 대학";
/// Words with which degrees begin.
const DEGREES: &str = "msc bsc ba bs ma ms mba phd dphil md jd llm llb meng beng bachelor bachelors master masters magister doctor \
    doctorate diploma diplom dipl associate licence licenciatura laurea laurea's doctorat dottorato grado máster maestría \
    bachiller ingeniero ingénieur bts dut staatsexamen abitur matura promotion kandidat bacharelado mestrado 学士 修士 硕士 博士";
/// Members that tell the degree.
const DEGREE_NAMES: [&str; 7] =
    ["studytype", "degree", "qualification", "title", "degreetype", "diploma", "area"];
/// Members that tell where, as a place or by the name of the school.
const PLACES: [&str; 6] = ["place", "location", "where", "at", "organization", "organisation"];

pub(super) fn sort(source: &mut Vec<Member>, notes: &mut Notes) {
    let is_said = |names: &[&str]| {
        let is_one =
            |it: &Member| names.contains(&folded(&it.name).as_str()) && !is_blank(&it.value);
        source.iter().any(is_one)
    };
    // A name is that of the school only where it is no degree.
    let tells_school = |it: &Member| {
        let is_named = folded(&it.name) == "name";
        !is_named && today("education", &it.name, &[], &[]) == "institution" && !is_blank(&it.value)
    };
    let (has_school, has_degree) = (source.iter().any(tells_school), is_said(&DEGREE_NAMES));
    let is_degree = |it: &Member| folded(&it.name) == "name" && text(it).is_some_and(is_degree);
    let names_degree = !has_degree && source.iter().any(is_degree);
    let names_nothing = source.iter().all(|it| folded(&it.name) != "name" || is_blank(&it.value));
    if names_degree {
        source
            .iter_mut()
            .filter(|it| is_degree(it))
            .for_each(|it| it.name = "studyType".to_owned());
    }
    if has_school || !names_degree && !names_nothing {
        return;
    }
    let is_school = |it: &mut Member| {
        PLACES.contains(&folded(&it.name).as_str()) && text(it).is_some_and(is_school)
    };
    // A part of a school stands before the whole.
    let schools: Vec<Member> = source.extract_if(.., is_school).collect();
    let Some(first) = schools.first().map(|it| it.path.clone()) else { return };
    schools.iter().for_each(|it| notes.read(&it.path));
    let named: Vec<&str> = schools.iter().filter_map(text).collect();
    source.push(Member::new("institution", first, Value::String(named.join(", "))));
}

fn text(member: &Member) -> Option<&str> {
    member.value.as_str().map(str::trim)
}

fn is_school(text: &str) -> bool {
    let lower = text.to_lowercase();
    let begins = |word: &str, known: &str| match known.chars().count() {
        0..=4 if known.is_ascii() => word == known,
        _ => word.starts_with(known) || (!known.is_ascii() && word.contains(known)),
    };
    let mut words = lower.split(|it: char| !it.is_alphanumeric());
    words.any(|word| {
        let ends = ["universität", "hochschule", "schule", "universiteit", "skole"];
        SCHOOLS.split_whitespace().any(|known| begins(word, known))
            || ends.iter().any(|it| word.ends_with(it))
    })
}

fn is_degree(text: &str) -> bool {
    // `M.Sc.` is one word.
    let lower = text.to_lowercase().replace('.', "");
    let first = lower.split(|it: char| !it.is_alphanumeric() && it != '\'').next();
    let first = first.unwrap_or_default().trim_end_matches("'s");
    !is_school(text) && DEGREES.split_whitespace().any(|it| it == first)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::read;

    #[test]
    fn a_degree_is_not_the_school() {
        for (entry, shown) in [
            (
                json!({"name": "MSc in Botany", "place": "Institute of Plants", "location": "University of Basel"}),
                json!({"studyType": "MSc in Botany", "institution": "Institute of Plants, University of Basel"}),
            ),
            (
                json!({"name": "B.Sc. Botany", "organization": "Technische Hochschule Chur"}),
                json!({"studyType": "B.Sc. Botany", "institution": "Technische Hochschule Chur"}),
            ),
            (
                json!({"name": "Master's School Chur"}),
                json!({"institution": "Master's School Chur"}),
            ),
            (json!({"name": "ETH Zürich"}), json!({"institution": "ETH Zürich"})),
            (
                json!({"degree": "MSc", "location": "ETH Zürich"}),
                json!({"studyType": "MSc", "institution": "ETH Zürich"}),
            ),
        ] {
            let reading = read(&json!({ "education": [entry] }));
            assert_eq!(reading.tree["education"][0], shown, "{entry}");
            assert_eq!(reading.warnings, [], "{entry}");
        }
        // A town stays one, beside a school, whatever a school is called.
        let reading = read(&json!({"education": [
            {"name": "Academy of Steam", "location": "Chur"}, {"degree": "MSc", "location": "Chur"},
            {"Schule": "Berufsschule Chur", "place": "Academy of Steam"},
        ]}));
        assert_eq!(reading.tree["education"][2]["institution"], "Berufsschule Chur");
        assert_eq!(reading.tree["education"][0]["institution"], "Academy of Steam");
        assert_eq!(reading.tree["education"][1].get("institution"), None);
    }
}
