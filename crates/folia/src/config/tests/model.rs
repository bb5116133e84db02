use store::Location;

use super::with;

#[test]
fn the_defaults_are_what_the_documentation_says() {
    let config = with(&[]).unwrap();
    assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.database, Location::File("./data/folia.db".into()));
    assert!(!config.is_https());
}

#[test]
fn wrong_values_name_their_key_and_not_themselves() {
    for (key, value) in [
        ("server.listen", "127.0.0.1:70000"),
        ("server.listen", "localhost"),
        ("server.public_url", "example.org"),
        ("server.public_url", "ftp://example.org"),
        ("server.trusted_proxies", "canary.example.org"),
        ("server.trusted_proxies", "[1, 2]"),
        ("server.metrics", "everybody"),
        ("server.max_connections", "0"),
        ("server.head_timeout", "-3"),
        ("data.dir", ""),
        ("database.url", "mysql://user:canary@host/x"),
        ("database.url", "postgres://[canary"),
        ("media.url", "ftp://canary"),
        ("media.url", "s3://"),
        ("media.url", "file:/"),
        ("media.max_video_bytes", "-1"),
        ("auth.admins", "canary"),
        ("auth.members", "[1]"),
        ("auth.session_days", "0"),
        ("auth.issuer", "http://canary.example"),
        ("embedding.provider", "canary"),
        ("embedding.url", "canary"),
        ("embedding.url", "ftp://canary"),
        ("embedding.model", "../canary"),
        ("llm.url", "canary"),
        ("llm.url", "ftp://canary"),
        ("tailor.at_a_time", "0"),
        ("tailor.deadline_seconds", "-1"),
        ("tailor.page_lines", "19"),
        ("log.level", "loud"),
        ("log.format", "xml"),
    ] {
        let error = with(&[(key, value)]).unwrap_err();
        assert!(error.starts_with(key), "{error}");
        assert!(!error.contains("canary"), "{error}");
    }
}

#[test]
fn databases_are_chosen_by_their_address() {
    let location = |url| with(&[("database.url", url)]).unwrap().database;
    assert_eq!(location("sqlite:elsewhere.db"), Location::File("elsewhere.db".into()));
    assert_eq!(location("sqlite:///var/x.db"), Location::File("/var/x.db".into()));
    let server = "postgres://me@host/site";
    assert_eq!(location(server), Location::Server(server.into()));
}
