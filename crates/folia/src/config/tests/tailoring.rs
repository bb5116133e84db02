use super::with;

#[test]
fn a_model_is_named_whole_or_not_at_all() {
    assert!(with(&[]).unwrap().tailoring.model.is_none());
    let whole = [("llm.url", "http://localhost:1234/v1"), ("llm.model", "small")];
    assert_eq!(with(&whole).unwrap().tailoring.model.unwrap().model(), "small");
    for (half, missing) in [
        ([("llm.url", "http://localhost:1234/v1")], "llm.model"),
        ([("llm.model", "canary")], "llm.url"),
        ([("llm.api_key", "canary")], "llm.url"),
    ] {
        let error = with(&half).unwrap_err();
        assert!(error.contains(missing) && !error.contains("canary"), "{error}");
    }
}

#[test]
fn a_secret_is_not_shown_with_the_configuration() {
    let settings = [("llm.url", "http://localhost"), ("llm.model", "m"), ("llm.api_key", "canary")];
    assert!(!format!("{:?}", with(&settings).unwrap()).contains("canary"));
}
