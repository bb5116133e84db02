use auth::tokens::{NewToken, Token, Tokens};
use kernel::Timestamp;

use super::arguments::TokenAction;
use super::error::CommandError;
use super::open::{open, open_existing};
use super::output::print_line;
use crate::config::Config;

pub(super) async fn run(action: TokenAction, config: &Config) -> Result<(), CommandError> {
    // A token may be the first thing that somebody makes. Looking for some makes no site.
    let store = match action {
        TokenAction::Create { .. } => open(config).await?,
        TokenAction::List | TokenAction::Revoke { .. } => open_existing(config).await?,
    };
    let tokens = Tokens::new(store.clone());
    match action {
        TokenAction::Create { role, name, user, days } => {
            let expires_at = TokenAction::lifetime(days).map(|life| store.clock().now().plus(life));
            let new = NewToken { name, role: role.into(), user_id: user, expires_at };
            let (_, secret) = tokens.create(new).await?;
            print_line(secret.reveal());
        }
        TokenAction::List => {
            print_line("id\tname\trole\tuser\tcreated\texpires\tlast used");
            for token in tokens.list().await? {
                print_line(&describe(&token));
            }
        }
        TokenAction::Revoke { id } => tokens.revoke(&id).await?,
    }
    store.close().await;
    Ok(())
}

fn describe(token: &Token) -> String {
    let role = match token.role {
        kernel::Role::Admin => "admin",
        kernel::Role::Member => "member",
    };
    let time = |at: Option<Timestamp>| at.map_or_else(|| "never".to_owned(), |at| at.to_string());
    [
        token.id.to_string(),
        // Tabs separate the columns, so a name has none.
        token.name.replace(char::is_control, " "),
        role.to_owned(),
        token.user_id.clone(),
        token.created_at.to_string(),
        time(token.expires_at),
        time(token.last_used_at),
    ]
    .join("\t")
}
