//! The dashboard and the alarms, loaded by the real Prometheus, which reads a real site.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use testkit::{Prometheus, eventually};

use crate::service::binary::make_token;
use crate::service::tls::SecureSite;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/monitoring"))
}

fn promtool(arguments: &[&str]) {
    let output = Command::new("promtool").current_dir(folder()).args(arguments).output().unwrap();
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "promtool {arguments:?}: {out}{err}");
}

/// Each expression of the dashboard, with values for its variables.
fn dashboard() -> Vec<String> {
    let text = std::fs::read_to_string(folder().join("dashboard.json")).unwrap();
    let dashboard: Value = serde_json::from_str(&text).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let targets = panels.iter().flat_map(|panel| panel["targets"].as_array().unwrap());
    let expressions = targets.map(|target| target["expr"].as_str().unwrap().to_owned());
    let with = |text: String| text.replace("$__rate_interval", "1m").replace("$instance", ".*");
    expressions.map(|text| with(text).replace("$job", "folia")).collect()
}

/// The names of metrics in a text.
fn metrics(text: &str) -> BTreeSet<String> {
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
    words.filter(|word| word.starts_with("folia_")).map(str::to_owned).collect()
}

#[test]
fn the_alarms_are_rules_that_prometheus_takes_and_do_what_they_say() {
    if !Prometheus::is_there() {
        return;
    }
    promtool(&["check", "rules", "alerts.yml"]);
    promtool(&["test", "rules", "alerts.test.yml"]);
    promtool(&["check", "config", "--syntax-only", "prometheus.yml"]);
}

#[tokio::test]
async fn whatever_dashboard_and_alarms_ask_for_is_there() {
    if !Prometheus::is_there() {
        return;
    }
    let secure = SecureSite::start(&[("FOLIA_BACKUP__EVERY", "1h")]).await;
    let token = make_token(&secure.database, "admin");
    // So that something was refused.
    secure.site.request("POST", "/contact", None, "{}");
    let alarms = std::fs::read_to_string(folder().join("alerts.yml")).unwrap();
    let expressions = dashboard();
    let mut wanted = metrics(&alarms);
    wanted.extend(expressions.iter().flat_map(|text| metrics(text)));
    assert!(wanted.len() > 15, "{wanted:?}");
    let prometheus = Prometheus::start(secure.site.address, &token, &folder().join("alerts.yml"));
    for name in &wanted {
        let found = || !prometheus.query(name).is_empty();
        eventually(&format!("{name} is read from the site"), found).await;
    }
    for expression in &expressions {
        // Each is understood; whether it has a value already is another matter.
        prometheus.query(expression);
    }
    let healthy = || {
        let rules = prometheus.rules();
        !rules.is_empty() && rules.iter().all(|rule| rule["health"] == "ok")
    };
    eventually("every alarm was worked out", healthy).await;
}
