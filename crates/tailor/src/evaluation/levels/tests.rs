use super::*;

fn judged(asked: &str, told: &str, kind: Kind) -> Verdict {
    let told = match (told.split_once(" · "), kind) {
        (Some((text, level)), Kind::Language | Kind::Skill) => {
            Told { text, level, ..Told::default() }
        }
        (Some((study, text)), Kind::Degree) => Told { text, study, ..Told::default() },
        _ => Told { text: told, ..Told::default() },
    };
    Levels::asked(asked).judge(&Levels::told(told), kind)
}

#[test]
fn less_than_asked_is_no_answer() {
    for (asked, told, kind) in [
        ("German at C1 level", "German · A1", Kind::Language),
        ("Fluent German", "Basic German", Kind::Other),
        ("Fluent in English and German", "German (beginner)", Kind::Language),
        ("Verhandlungssicheres Deutsch, fließend", "Deutsch – Grundkenntnisse", Kind::Language),
        ("Native English speaker", "English: fluent", Kind::Language),
        ("PhD in computer science", "BSc Computer Science", Kind::Degree),
        ("PhD in computer science", "BS · Computer Science", Kind::Degree),
        ("PhD in computer science", "Master · Computer Science", Kind::Degree),
        ("BS/MS in Marketing", "Associate · Marketing", Kind::Degree),
        ("Fluent German", "Languages: English (C1), German (A2), Spanish (native).", Kind::Other),
        ("A Master's degree in physics", "B.Sc. in physics", Kind::Degree),
        ("PhD in chemistry", "Working towards a PhD in chemistry", Kind::Other),
        ("Doctorate", "PhD student in chemistry", Kind::Degree),
        ("5+ years of experience with Kotlin", "Wrote Kotlin for 2 years", Kind::Other),
        ("Expert knowledge of Kotlin", "Kotlin · Beginner", Kind::Skill),
    ] {
        assert_eq!(judged(asked, told, kind), Verdict::TooLittle, "{asked} <- {told}");
    }
}

#[test]
fn as_much_or_an_unknown_level_may_be_an_answer() {
    for (asked, told, kind) in [
        ("German at C1 level", "German · C2", Kind::Language),
        ("Native or fluent English", "English · Fluent", Kind::Language),
        ("Fluent/native German", "German · C1", Kind::Language),
        ("You speak German (C1), English (B2), French is a plus", "English · B2", Kind::Language),
        ("Fluent English", "I speak English (fluent), Danish (native).", Kind::Other),
        (
            "Experience working with German tax law",
            "Advised 60 clients on German tax law.",
            Kind::Other,
        ),
        (
            "Good understanding of the Chinese market",
            "Sold pumps on the Chinese market.",
            Kind::Other,
        ),
        ("Bonne connaissance du droit français", "Conseil en droit français.", Kind::Other),
        ("Good understanding of connection pools", "Tuned connection pools.", Kind::Other),
        ("BS/MS in Computer Science", "BSc · Computer Science", Kind::Degree),
        (
            "BS, MS or PhD in Computer Science",
            "Bachelor of Science · Computer Science",
            Kind::Degree,
        ),
        (
            "At least 5 years of experience with Python",
            "Promoted after 2 years to lead of Python.",
            Kind::Other,
        ),
        ("At least 21 years old with a licence", "Held a licence for 12 years.", Kind::Other),
        (
            "PhD in Chemistry",
            "PhD in Chemistry with the thesis Towards greener catalysts.",
            Kind::Other,
        ),
        (
            "Experience supervising doctoral candidates",
            "Supervised a doctoral candidate.",
            Kind::Other,
        ),
        ("Alto grado de autonomía", "Trabajo con autonomía", Kind::Other),
        ("Strong experience in machine learning", "Machine Learning", Kind::Skill),
        ("Extensive knowledge of Visual Basic", "Visual Basic", Kind::Skill),
        ("German at C1 level", "Deutsch · Muttersprache", Kind::Language),
        ("Good German", "German · Professional working proficiency", Kind::Language),
        ("Fluent in English, basic German", "German · A2", Kind::Language),
        ("Fluent English", "English", Kind::Language),
        ("German or English skills", "German · A1", Kind::Language),
        ("Bachelor or Master in physics", "BSc Physics", Kind::Degree),
        ("PhD or equivalent experience", "BSc Physics", Kind::Degree),
        ("Bachelor's degree", "Diplom Physik", Kind::Degree),
        ("Bachelor's degree", "Licence de physique", Kind::Degree),
        ("5+ years of experience with Kotlin", "Wrote Kotlin for 7 years", Kind::Other),
        ("5+ years of experience with Kotlin", "Wrote Kotlin", Kind::Other),
        ("Kotlin", "Kotlin · Beginner", Kind::Skill),
    ] {
        assert_eq!(judged(asked, told, kind), Verdict::Fine, "{asked} <- {told}");
    }
}

#[test]
fn what_speaks_of_something_else_is_silent() {
    for (asked, told) in [
        ("Fluent German", "Sold cars on the German market"),
        ("PhD in computer science", "Taught computer science to pupils"),
    ] {
        assert_eq!(judged(asked, told, Kind::Other), Verdict::Silent, "{asked} <- {told}");
    }
    assert!(Levels::is_of_scale("PhD") && Levels::is_of_scale("German"));
    assert!(!Levels::is_of_scale("MS Office") && !Levels::is_of_scale("Kotlin"));
}
