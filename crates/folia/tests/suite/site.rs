use std::sync::Arc;

use auth::sessions::Arrival;
use auth::tokens::{NewToken, Token};
use auth::{Identity, Person};
use folia::app::{App, open_store};
use folia::config::{Config, Embedding, Flags};
use kernel::{Clock, ManualClock, Randomness, Role};
use media::blobs::{Bucket, Location};
use store::Options;
use testkit::{Client, Contract, TestDatabase};

/// A whole site in the test's own process, with somebody of each kind to talk to it.
pub(crate) struct Site {
    pub app: App,
    pub clock: ManualClock,
    pub anonymous: Client,
    pub member: Client,
    pub admin: Client,
    pub contract: Arc<Contract>,
    pub database: TestDatabase,
}

impl Site {
    pub(crate) async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// With settings as they are typed on the command line.
    pub(crate) async fn start_with(settings: &[(&'static str, &str)]) -> Self {
        let database = TestDatabase::create().await;
        let start = "2026-01-01T00:00:00Z".parse().expect("a time");
        let (clock, hand) = Clock::manual(start);
        let options = Options { clock, randomness: Randomness::system() };
        let store = open_store(&database.location, options).await.expect("the store opens");
        let config = at_home(configure(settings), &database);
        let app = App::new(store, &config).await.expect("the app starts");
        let service = app.http_service();
        let document = serde_json::from_slice(&app.openapi()).expect("the description is JSON");
        let contract = Arc::new(Contract::new(document));
        let anonymous = Client::new(service, contract.clone());
        let (_, admin) = make_token(&app, Role::Admin, "owner").await;
        let (_, member) = make_token(&app, Role::Member, "mia").await;
        Self {
            clock: hand,
            member: anonymous.with_token(&member),
            admin: anonymous.with_token(&admin),
            anonymous,
            contract,
            database,
            app,
        }
    }
}

pub(crate) fn configure(settings: &[(&'static str, &str)]) -> Config {
    let settings = settings.iter().map(|(key, value)| (*key, (*value).to_owned())).collect();
    Config::load(&Flags { file: None, settings }).expect("the settings hold")
}

/// What a test keeps in files goes with the test, and it finds no model that happens to be on the
/// machine.
pub(crate) fn at_home(mut config: Config, database: &TestDatabase) -> Config {
    config.data_dir = database.folder.path().join("data");
    config.media.location = match &database.bucket {
        None => Location::Folder(database.folder.path().join("media")),
        Some(bucket) => Location::Bucket(Bucket {
            name: bucket.name().to_owned(),
            prefix: "some/prefix".to_owned(),
            endpoint: Some(bucket.endpoint().parse().expect("an address")),
            variables: bucket.variables(),
        }),
    };
    config.backup.location = match &config.media.location {
        Location::Folder(_) => Location::Folder(config.data_dir.join("backups")),
        Location::Bucket(bucket) => {
            let prefix = "some/prefix/backups".to_owned();
            Location::Bucket(Bucket { prefix, ..bucket.clone() })
        }
    };
    config.media.decoder = env!("CARGO_BIN_EXE_folia").into();
    if let Embedding::Local { folders, .. } = &mut config.embedding {
        folders.clear();
    }
    config
}

/// The host under which browsers of tests know the site.
pub(crate) const HOST: &str = "site.example:8080";
pub(crate) const ORIGIN: &str = "http://site.example:8080";

/// A browser that is signed in, as a script of the site's own would use it.
pub(crate) struct SignedIn {
    pub client: Client,
    pub cookie: String,
    pub csrf_token: String,
}

impl Site {
    /// The same site under another configuration, as after a restart.
    pub(crate) async fn reconfigured(&self, settings: &[(&'static str, &str)]) -> Client {
        let config = at_home(configure(settings), &self.database);
        let app = App::new(self.app.store.clone(), &config).await.expect("it starts");
        Client::new(app.http_service(), self.contract.clone())
    }

    pub(crate) async fn sign_in(&self, identity: Identity) -> SignedIn {
        let (_, secret) =
            self.app.auth.sessions.begin(identity, Arrival::default()).await.expect("it begins");
        self.browser(secret.reveal()).await
    }

    pub(crate) async fn browser(&self, secret: &str) -> SignedIn {
        let cookie = format!("folia_session={secret}");
        let client = self.anonymous.with_header("host", HOST).with_header("cookie", &cookie);
        let session = client.get("/auth/session").await.expect(200).json();
        let csrf_token = session["csrf_token"].as_str().expect("a session has one").to_owned();
        let client = client.with_header("origin", ORIGIN).with_header("x-csrf-token", &csrf_token);
        SignedIn { client, cookie, csrf_token }
    }
}

pub(crate) fn person(issuer: &str, subject: &str, email: &str) -> Identity {
    Identity::Provider(Person {
        issuer: issuer.to_owned(),
        subject: subject.to_owned(),
        email: email.to_owned(),
        name: None,
    })
}

pub(crate) async fn make_token(app: &App, role: Role, user: &str) -> (Token, String) {
    let new = NewToken { name: "test".into(), role, user_id: Some(user.into()), expires_at: None };
    let (token, secret) = app.tokens.create(new).await.expect("a token can be made");
    (token, secret.reveal().to_owned())
}
