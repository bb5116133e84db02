use std::path::Path;
use std::process::Command;

use testkit::{RunningSite, TestDatabase};

use crate::service::binary::BINARY;

async fn refused(arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let database = TestDatabase::create().await;
    let data = database.folder.path().join("data");
    let output = Command::new(BINARY)
        .current_dir(database.folder.path())
        .arg("serve")
        .arg("--data")
        .arg(&data)
        .args(arguments)
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    assert!(!output.status.success());
    assert!(output.stdout.is_empty());
    assert!(!Path::new(&data).exists(), "the data folder was touched");
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(complaint.trim_end().lines().count(), 1, "{complaint}");
    complaint
}

#[tokio::test]
async fn a_wrong_setting_stops_the_start_with_one_line_that_names_it() {
    for (environment, named) in [
        (("FOLIA_SERVER__LISTEN", "127.0.0.1:70000"), "server.listen"),
        (("FOLIA_SERVER__LISTNE", "x"), "did you mean server.listen?"),
        (("FOLIA_SERVER__MAX_CONNECTIONS", "lots"), "server.max_connections"),
        (("FOLIA_DATABASE__URL", "mysql://me:canary@host"), "database.url"),
        (("FOLIA_SERVER__PUBLIC_URL", "not a url"), "server.public_url"),
        (("FOLIA_LOG__LEVEL", "loud"), "log.level"),
        (("FOLIA_AUTH__ISSUER", "https://id.example"), "auth.client_id"),
        (("FOLIA_AUTH__ISSUER", "http://canary.example"), "auth.issuer"),
        (("FOLIA_AUTH__CLIENT_SECRET", "canary"), "auth.issuer"),
        (("FOLIA_AUTH__ADMINS", "canary"), "auth.admins"),
        (("FOLIA_SMTP__HOST", "mail.example.org"), "smtp.from must be set"),
        (("FOLIA_SMTP__PASSWORD", "canary"), "smtp.host must be set"),
        (("FOLIA_CHALLENGE__SECRET", "canary"), "challenge.verify_url must be set"),
        (("FOLIA_CHALLENGE__VERIFY_URL", "https://x.example"), "challenge.secret must be set"),
    ] {
        let complaint = refused(&[], &[environment]).await;
        assert!(complaint.starts_with("folia: configuration: "), "{complaint}");
        assert!(complaint.contains(named), "{complaint}");
        assert!(!complaint.contains("canary"), "{complaint}");
    }
    let complaint = refused(&["--config", "missing.toml"], &[]).await;
    assert!(complaint.contains("missing.toml"), "{complaint}");
}

#[tokio::test]
async fn what_a_platform_sets_for_a_service_called_folia_does_not_stop_the_start() {
    let database = TestDatabase::create().await;
    let settings = [
        ("FOLIA_PORT", "tcp://10.96.0.7:8080"),
        ("FOLIA_SERVICE_HOST", "10.96.0.7"),
        ("FOLIA_PORT_8080_TCP_PROTO", "tcp"),
    ];
    let site = RunningSite::start(BINARY, &database, &settings);
    site.request("GET", "/health/live", None, "").expect(200);
    let log = site.log();
    let lines: Vec<_> = log.lines().filter(|line| line.contains("FOLIA_PORT")).collect();
    let [line] = lines.as_slice() else { panic!("one line: {log}") };
    assert!(line.contains("FOLIA_PORT, FOLIA_PORT_8080_TCP_PROTO, FOLIA_SERVICE_HOST"), "{line}");
    assert!(line.contains("ignored") && !line.contains("10.96"), "{line}");
}

#[tokio::test]
async fn letting_everybody_in_is_warned_about_loudly() {
    let database = TestDatabase::create().await;
    let settings = [
        ("FOLIA_AUTH__ISSUER", "https://id.example"),
        ("FOLIA_AUTH__CLIENT_ID", "folia"),
        ("FOLIA_AUTH__ADMINS", "*"),
    ];
    let site = RunningSite::start(BINARY, &database, &settings);
    site.request("GET", "/health/live", None, "").expect(200);
    let log = site.log();
    assert!(log.contains("WARN EVERYBODY") && log.contains("auth.admins"), "{log}");
}

#[tokio::test]
async fn the_example_in_the_documentation_is_the_embedded_default() {
    let database = TestDatabase::create().await;
    let example = database.folder.path().join("example.toml");
    std::fs::write(&example, folia::config::DEFAULT).unwrap();
    let example = example.display().to_string();
    let output = Command::new(BINARY).args(["openapi", "--config", &example]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
