use std::sync::Arc;

use auth::tokens::{NewToken, Token};
use edge::Role;
use folia::app::{App, open_store};
use folia::config::{Config, Flags};
use kernel::{Clock, ManualClock, Randomness};
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

    /// With some settings as they would be typed on the command line.
    pub(crate) async fn start_with(settings: &[(&'static str, &str)]) -> Self {
        let database = TestDatabase::create().await;
        let start = "2026-01-01T00:00:00Z".parse().expect("a time");
        let (clock, hand) = Clock::manual(start);
        let options = Options { clock, randomness: Randomness::system() };
        let store = open_store(&database.location, options).await.expect("the store opens");
        let settings = settings.iter().map(|(key, value)| (*key, (*value).to_owned())).collect();
        let flags = Flags { file: None, settings };
        let config = Config::load(&flags).expect("the settings hold");
        let app = App::new(store, &config).await.expect("the app starts");
        let frame = app.frame();
        let document = serde_json::from_slice(&app.openapi()).expect("the description is JSON");
        let contract = Arc::new(Contract::new(document));
        let anonymous = Client::new(frame, contract.clone());
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

pub(crate) async fn make_token(app: &App, role: Role, user: &str) -> (Token, String) {
    let new = NewToken { name: "test".into(), role, user_id: Some(user.into()), expires_at: None };
    let (token, secret) = app.tokens.create(new).await.expect("a token can be made");
    (token, secret.reveal().to_owned())
}
