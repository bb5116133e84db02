use super::with;

#[test]
fn half_a_provider_is_refused_by_the_key_that_is_missing() {
    let issuer = ("auth.issuer", "https://id.example");
    for (given, said) in [
        (vec![issuer], "auth.client_id must be set when auth.issuer is"),
        (vec![("auth.client_id", "x")], "auth.issuer must be set when auth.client_id is"),
        (
            vec![("auth.client_secret", "canary")],
            "auth.issuer must be set when auth.client_secret is",
        ),
        (vec![("auth.audience", "x")], "auth.issuer must be set when auth.audience is"),
    ] {
        assert_eq!(with(&given).unwrap_err(), said);
    }
    let whole = with(&[issuer, ("auth.client_id", "x")]).unwrap();
    assert_eq!(whole.auth.roles.issuer.as_deref(), Some("https://id.example"));
}

#[test]
fn a_provider_is_reached_over_tls_or_is_on_this_machine() {
    for (issuer, good) in [
        ("https://id.example/realm", true),
        ("http://127.0.0.1:9000", true),
        ("http://localhost:9000", true),
        ("http://[::1]:9000", true),
        ("http://id.example", false),
        ("https://me@id.example", false),
        ("https://id.example/?a=b", false),
        ("id.example", false),
    ] {
        let read = with(&[("auth.issuer", issuer), ("auth.client_id", "x")]);
        assert_eq!(read.is_ok(), good, "{issuer}");
    }
}
