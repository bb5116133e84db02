use toml::{Table, Value};

use crate::config::sources::{Flags, list, merge};

fn merged(
    file: &str,
    environment: &[(&str, &str)],
    flags: &[(&'static str, &str)],
) -> Result<Table, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("folia.toml");
    std::fs::write(&path, file).unwrap();
    let flags = Flags {
        file: Some(path.clone()),
        settings: flags.iter().map(|(key, value)| (*key, (*value).to_owned())).collect(),
    };
    let environment = environment.iter().map(|(name, value)| (name.into(), value.into()));
    let shown = path.display().to_string();
    let merged = merge(&flags, environment);
    merged.map(|merged| merged.settings).map_err(|error| error.to_string().replace(&shown, "FILE"))
}

#[test]
fn later_sources_win() {
    let file = "[server]\nlisten = \"1.1.1.1:1\"\nmax_connections = 7\n[log]\nlevel = \"warn\"";
    let environment = [("FOLIA_SERVER__LISTEN", "2.2.2.2:2"), ("FOLIA_LOG__LEVEL", "debug")];
    let settings = merged(file, &environment, &[("server.listen", "3.3.3.3:3")]).unwrap();
    assert_eq!(settings["server"]["listen"].as_str(), Some("3.3.3.3:3"));
    assert_eq!(settings["server"]["max_connections"].as_integer(), Some(7));
    assert_eq!(settings["log"]["level"].as_str(), Some("debug"));
    assert_eq!(settings["data"]["dir"].as_str(), Some("./data"));
}

#[test]
fn a_wrong_key_or_value_is_told_in_one_line() {
    for (file, said) in [
        ("[sever]\n", "FILE: there is no setting sever"),
        (
            "[server]\nlistn = \"x\"",
            "FILE: there is no setting server.listn (did you mean server.listen?)",
        ),
        ("[server]\nlisten = 80", "FILE: server.listen must be a text in quotes"),
        (
            "[server]\nmax_connections = \"9\"",
            "FILE: server.max_connections must be a whole number",
        ),
        ("server = 1", "FILE: server must be a section of settings"),
        ("[server]\n\nlisten = ", "FILE, line 3: "),
    ] {
        let error = merged(file, &[], &[]).unwrap_err();
        assert!(error.starts_with(said), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
    for (name, value, said) in [
        (
            "FOLIA_SERVER__LISTENN",
            "x",
            "FOLIA_SERVER__LISTENN: there is no setting server.listenn (did you mean server.listen?)",
        ),
        (
            "FOLIA_SERVER__LIS__TEN",
            "x",
            "FOLIA_SERVER__LIS__TEN: there is no setting server.lis.ten (did you mean server.listen?)",
        ),
        (
            "FOLIA_SERVER__MAX_CONNECTIONS",
            "many",
            "FOLIA_SERVER__MAX_CONNECTIONS: server.max_connections must be a whole number",
        ),
    ] {
        assert_eq!(merged("", &[(name, value)], &[]).unwrap_err(), said);
    }
}

#[test]
fn lists_are_read_with_and_without_brackets() {
    assert_eq!(list("a, b"), list("[\"a\", \"b\"]"));
    assert_eq!(list(""), Value::Array(vec![]));
}

#[test]
fn names_without_a_double_underscore_are_no_settings() {
    let environment = [
        ("FOLIA_SERVICE_HOST", "10.0.0.1"),
        ("FOLIA_PORT", "tcp://10.0.0.1:8080"),
        ("FOLIA_SERVER_LISTEN", "1.1.1.1:1"),
        ("FOLIA_LOG__LEVEL", "debug"),
        ("OTHER", "x"),
    ];
    let environment = environment.iter().map(|(name, value)| (name.into(), value.into()));
    let merged = merge(&Flags::default(), environment).unwrap();
    let ignored = ["FOLIA_PORT", "FOLIA_SERVER_LISTEN", "FOLIA_SERVICE_HOST"];
    assert_eq!(merged.ignored_variables, ignored);
    assert_eq!(merged.settings["log"]["level"].as_str(), Some("debug"));
    assert_eq!(merged.settings["server"]["listen"].as_str(), Some("127.0.0.1:8080"));
}
