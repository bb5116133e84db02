//! Settings, secrets, and what the program is made of.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::json;
use testkit::{AT_ONCE, TestDatabase, run_folia};

use super::form::{QUICK, write};
use super::oracle::Case;
use super::sign_in::Stage;
use crate::service::binary::BINARY;

/// A start that ends at once, with one line, and leaves no trace.
async fn refused(arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let database = TestDatabase::create().await;
    let data = database.folder.path().join("data");
    let started = Instant::now();
    let output = Command::new(BINARY)
        .env_remove("AWS_ACCESS_KEY_ID")
        .env_remove("AWS_SECRET_ACCESS_KEY")
        .current_dir(database.folder.path())
        .args(["serve", "--data"])
        .arg(&data)
        .args(arguments)
        .envs(environment.iter().copied())
        .output()
        .expect("the program starts");
    assert!(started.elapsed() < AT_ONCE, "{environment:?} took {:?}", started.elapsed());
    assert!(!output.status.success() && output.stdout.is_empty(), "{environment:?}");
    assert!(!Path::new(&data).exists(), "the data folder was touched");
    let complaint = String::from_utf8(output.stderr).expect("text");
    assert_eq!(complaint.trim_end().lines().count(), 1, "{complaint}");
    assert!(!complaint.contains("canary"), "{complaint}");
    complaint
}

#[tokio::test(flavor = "multi_thread")]
async fn s_conf_01_a_wrong_setting_stops_the_start_and_is_named() {
    for (environment, named) in [
        (vec![("FOLIA_SERVER__LISTEN", "127.0.0.1:70000")], "server.listen"),
        (vec![("FOLIA_SERVER__LISTNE", "x")], "server.listen"),
        (vec![("FOLIA_SERVER__MAX_CONNECTIONS", "lots")], "server.max_connections"),
        (vec![("FOLIA_SERVER__PUBLIC_URL", "not a url")], "server.public_url"),
        (vec![("FOLIA_DATABASE__URL", "mysql://me:canary@host")], "database.url"),
        (vec![("FOLIA_LOG__LEVEL", "loud")], "log.level"),
        (vec![("FOLIA_SMTP__HOST", "mail.example.org")], "smtp.from"),
        (vec![("FOLIA_SMTP__PASSWORD", "canary")], "smtp.host"),
        (vec![("FOLIA_AUTH__ISSUER", "https://id.example")], "auth.client_id"),
        (vec![("FOLIA_AUTH__CLIENT_SECRET", "canary")], "auth.issuer"),
        (vec![("FOLIA_CHALLENGE__SECRET", "canary")], "challenge.verify_url"),
        (vec![("FOLIA_MEDIA__URL", "s3://")], "media.url"),
        (
            vec![("FOLIA_MEDIA__URL", "s3://bucket/x"), ("AWS_ACCESS_KEY_ID", "canary")],
            "AWS_SECRET_ACCESS_KEY",
        ),
        (vec![("FOLIA_LLM__API_KEY", "canary")], "llm.url"),
    ] {
        let complaint = refused(&[], &environment).await;
        assert!(complaint.contains(named), "{named}: {complaint}");
    }
    let complaint = refused(&["--config", "missing.toml"], &[]).await;
    assert!(complaint.contains("missing.toml"), "{complaint}");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    // A folder is there and cannot be read, also by whoever may read everything.
    let complaint = refused(&["--config", folder.path().to_str().expect("a path")], &[]).await;
    assert!(complaint.contains(&folder.path().display().to_string()), "{complaint}");
    let file = folder.path().join("odd.toml");
    std::fs::write(&file, b"[server]\npublic_url = \"canary\xff\"\n").expect("it can be written");
    let complaint = refused(&["--config", file.to_str().expect("a path")], &[]).await;
    assert!(complaint.contains("odd.toml"), "{complaint}");
    let file = folder.path().join("misspelt.toml");
    std::fs::write(&file, "[server]\nlistne = \"x\"\n").expect("a small file can be written");
    let complaint = refused(&["--config", file.to_str().expect("a path")], &[]).await;
    assert!(complaint.contains("server.listne"), "{complaint}");

    // What is allowed and dangerous is said loudly.
    let settings = [
        ("server.trusted_proxies", "0.0.0.0/0"),
        ("auth.issuer", "https://id.example"),
        ("auth.client_id", "folia"),
        ("auth.client_secret", "canary-client-secret"),
        ("auth.admins", "*"),
    ];
    let case = Case::begin_with("S-CONF-01", &settings).await;
    let log = case.running().log();
    for warned in ["server.trusted_proxies", "auth.admins"] {
        let line = log.lines().find(|line| line.contains(warned));
        assert!(line.is_some_and(|line| line.contains("WARN")), "{warned}: {log:.3000}");
    }
    case.end();
}

/// Every case runs with canaries and the most talkative log, and its oracle looks for them in every answer
/// and line. This one also looks where no answer goes: metrics, backup, export, the data folder. A panic
/// cannot be provoked in the program; `folia`'s log shows that its message is written like any other line.
#[tokio::test(flavor = "multi_thread")]
async fn s_conf_02_no_secret_leaves_the_process() {
    let stage = Stage::begin("S-CONF-02").await;
    let mut secrets =
        vec![stage.case.token("admin", "secret-holder"), stage.bearer("owner@example.com")];
    stage.visitor("198.51.100.9").bearer(&secrets[1]).get("/redirects").expect(200);
    let person = stage.sign_in("1", "owner@example.com");
    secrets.push(person.cookie.split_once('=').expect("a value").1.to_owned());
    secrets.push(person.csrf_token.clone());
    let case = &stage.case;
    person.caller(case).post("/navlinks", &json!({ "title": "x", "url": "/" })).expect(201);
    person.bare(case).get("/auth/link?key=canary-link-key-0123456789").expect(403);
    case.nobody().bearer("canary-wrong-token").get("/redirects").expect(401);
    let redeemed = stage.provider.codes_redeemed().pop().expect("a code was redeemed");
    let verifier = redeemed.split("code_verifier=").nth(1).and_then(|rest| rest.split('&').next());
    secrets.push(verifier.expect("with its verifier").to_owned());
    secrets.extend(["canary-code", "canary-link-key", "canary-wrong-token"].map(str::to_owned));
    let chunk =
        json!({ "text": "words", "source": "opinion", "chunk_type": "meta", "purpose": "facts" });
    case.admin().post("/content/chunks", &chunk).expect(201);
    let resume = json!({ "document": { "basics": { "name": "N" }, "work": [{ "name": "Mill" }] } });
    case.admin().post("/resumes", &resume).expect(201);
    let job = json!({ "job_description": "Miller", "threshold": 0 });
    case.admin().patient().post("/tailor", &job).expect(200);

    secrets.extend(
        ["canary-client-secret", "canary-llm-key", "canary-embedding-key", "canary-smtp-password"]
            .map(str::to_owned),
    );
    let log = case.log();
    let metrics = case.admin().get("/metrics").expect(200);
    let metrics = String::from_utf8_lossy(&metrics.body).into_owned();
    let backup = tempfile::tempdir().expect("a temporary folder can be made");
    let file = backup.path().join("backup.tar");
    let output = run_folia(BINARY, &case.database, &["backup", file.to_str().expect("a path")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let archive = std::fs::read(&file).expect("the backup is there");
    let archive = String::from_utf8_lossy(&archive).into_owned();
    let export: String =
        case.state().values().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
    for secret in &secrets {
        for (place, text) in
            [("log", &log), ("metrics", &metrics), ("backup", &archive), ("export", &export)]
        {
            assert!(!text.contains(secret.as_str()), "{secret} is in the {place}");
        }
        let found = case.database.files_with(secret);
        assert!(found.is_empty(), "{secret} is in {found:?}");
    }
    stage.case.end();

    // The form's own secrets: a visitor's words are in the inbox and in no log.
    let case = Case::begin_with("S-CONF-02", &QUICK).await;
    case.keep_unlogged("Canary Visitor");
    case.keep_unlogged("canary@example.net");
    let words = json!({ "name": "Canary Visitor", "email": "canary@example.net" });
    write(&case.nobody(), &words).expect(202);
    case.end();
}

/// Licences, sources, duplicates and the list of parts are judged by `make deny`, known vulnerabilities by
/// `make audit`, which needs the network; a release is looked at by `tools/dist`. Here is what can be read
/// from the tree and from the built program.
#[tokio::test]
async fn s_conf_03_the_program_is_what_it_should_be_made_of() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect("a file of the tree");
    // Our own unsafe code is in one crate, each block with its reason.
    assert!(read("Cargo.toml").contains("unsafe_code = \"forbid\""));
    for entry in std::fs::read_dir(root.join("crates")).expect("crates").flatten() {
        let manifest = read(&format!("crates/{}/Cargo.toml", entry.file_name().display()));
        let lints = manifest.split("[lints]").nth(1).unwrap_or_default();
        let own = entry.file_name() == "webp-encoder";
        assert!(own || lints.trim_start().starts_with("workspace = true"), "{manifest}");
    }
    let around = read("crates/webp-encoder/src/lib.rs");
    let blocks = around.matches("unsafe {").count();
    assert!(blocks > 0 && around.matches("SAFETY").count() >= blocks, "{blocks} blocks");
    // What comes from outside comes from one place, and no advisory is ignored without a word.
    let judged = read("deny.toml");
    for part in ["[licenses]", "[bans]", "[sources]"] {
        assert!(judged.contains(part), "{part}");
    }
    let advisories = judged.split("[advisories]").nth(1).expect("advisories are judged");
    let ignored = advisories.lines().filter(|line| line.contains("RUSTSEC-"));
    for line in ignored {
        assert!(line.contains("reason = "), "{line}");
    }
    assert!(!read("Cargo.lock").contains("source = \"git+"), "only released crates");
    assert!(read("Makefile").contains("tools/check-dependencies"));
    assert!(read("tools/dist").contains("tools/sbom"));

    let program = std::fs::read(BINARY).expect("the program can be read");
    let elf = Elf(&program);
    assert_eq!(elf.number(16, 2), 3, "position independent");
    let kinds: Vec<_> = elf.segments().map(|(kind, flags)| (kind, flags & 1)).collect();
    assert!(kinds.contains(&(0x6474_e552, 0)), "relocations are made read-only");
    assert!(kinds.contains(&(0x6474_e551, 0)), "nothing on the stack is run");
    let writable_code = elf.segments().any(|(kind, flags)| kind == 1 && flags & 3 == 3);
    assert!(!writable_code, "nothing can be written and run");
    let is_bound_at_start = elf.dynamic().any(|(tag, value)| {
        (tag == 24) || (tag == 30 && value & 8 != 0) || (tag == 0x6fff_fffb && value & 1 != 0)
    });
    assert!(is_bound_at_start, "addresses of functions are settled before anything runs");
}

/// As much of a 64-bit program file as is looked at.
struct Elf<'a>(&'a [u8]);

impl Elf<'_> {
    fn number(&self, at: usize, bytes: usize) -> u64 {
        let bytes = &self.0[at..at + bytes];
        bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    fn headers(&self) -> impl Iterator<Item = usize> {
        let (table, size, count) = (self.number(32, 8), self.number(54, 2), self.number(56, 2));
        (0..count)
            .map(move |number| usize::try_from(table + number * size).expect("it is in memory"))
    }

    /// Kind and flags.
    fn segments(&self) -> impl Iterator<Item = (u64, u64)> {
        self.headers().map(|at| (self.number(at, 4), self.number(at + 4, 4)))
    }

    /// Entries of the dynamic section.
    fn dynamic(&self) -> impl Iterator<Item = (u64, u64)> {
        let found =
            self.headers().find(|at| self.number(*at, 4) == 2).expect("it is linked dynamically");
        let at = usize::try_from(self.number(found + 8, 8)).expect("it is in memory");
        let size = usize::try_from(self.number(found + 32, 8)).expect("it is in memory");
        (at..at + size).step_by(16).map(|at| (self.number(at, 8), self.number(at + 8, 8)))
    }
}
