use super::with;

const SERVER: [(&str, &str); 3] = [
    ("smtp.host", "mail.example.org"),
    ("smtp.from", "Folia <folia@example.org>"),
    ("smtp.to", "owner@example.org"),
];

#[test]
fn what_is_set_by_half_names_what_is_missing() {
    for (pairs, said) in [
        (&SERVER[..1], "smtp.from must be set when smtp.host is"),
        (&SERVER[..2], "smtp.to must be set when smtp.host is"),
        (&SERVER[1..2], "smtp.host must be set when smtp.from is"),
        (&[("smtp.password", "canary")], "smtp.host must be set when smtp.password is"),
        (&[("smtp.ca_file", "x")], "smtp.host must be set when smtp.ca_file is"),
        (
            &[("challenge.verify_url", "https://verify.example.org/")],
            "challenge.secret must be set when challenge.verify_url is",
        ),
        (
            &[("challenge.secret", "canary")],
            "challenge.verify_url must be set when challenge.secret is",
        ),
        (
            &[("challenge.site_key", "key")],
            "challenge.verify_url must be set when challenge.site_key is",
        ),
    ] {
        assert_eq!(with(pairs).unwrap_err(), said);
    }
    let with_more = |more: &[(&'static str, &str)]| with(&[&SERVER[..], more].concat());
    let error = with_more(&[("smtp.username", "me")]).unwrap_err();
    assert_eq!(error, "smtp.password must be set when smtp.username is");
    let error = with_more(&[("smtp.password", "canary")]).unwrap_err();
    assert_eq!(error, "smtp.username must be set when smtp.password is");
}

#[test]
fn wrong_values_name_their_key() {
    for (key, value) in [
        ("smtp.port", "0"),
        ("smtp.port", "70000"),
        ("smtp.timeout", "0"),
        ("smtp.timeout", "60"),
        ("smtp.from", "nobody"),
        ("smtp.to", "a@b\r\nBcc: x@y.example"),
        ("smtp.to", "ü@example.org"),
        ("smtp.host", "two words"),
        ("smtp.ca_file", "/nowhere/canary.pem"),
        ("challenge.verify_url", "http://verify.example.org/"),
        ("challenge.verify_url", "canary"),
        ("challenge.difficulty", "0"),
        ("challenge.difficulty", "40"),
        ("contact.min_seconds", "-1"),
        ("contact.per_hour", "0"),
    ] {
        let server = SERVER.into_iter().filter(|(known, _)| *known != key);
        let pairs: Vec<_> = server.chain([(key, value)]).collect();
        let error = with(&pairs).unwrap_err();
        assert!(error.starts_with(key), "{error}");
        assert!(!error.contains("canary"), "{error}");
    }
}

#[test]
fn no_secret_shows_itself() {
    let mut pairs = SERVER.to_vec();
    pairs.extend([("smtp.username", "me"), ("smtp.password", "canary")]);
    let verify = ("challenge.verify_url", "http://127.0.0.1:9/verify");
    pairs.extend([verify, ("challenge.secret", "canary")]);
    let config = with(&pairs).unwrap();
    let shown = format!("{config:?} {config:#?}");
    assert!(shown.contains("mail.example.org"), "{shown}");
    assert!(!shown.contains("canary"), "{shown}");
}
