use auth::links::Links;

use super::error::CommandError;
use super::open::open;
use super::output::print_line;
use crate::config::Config;
use crate::{data_dir, login_link};

/// Makes a link for the service that is running; any earlier one stops working.
pub(super) async fn run(config: &Config) -> Result<(), CommandError> {
    if let Some(issuer) = &config.auth.roles.issuer {
        return Err(CommandError::HasProvider(issuer.clone()));
    }
    let address = data_dir::find_address(&config.data_dir).ok_or(CommandError::NotRunning)?;
    let base = login_link::base(address).ok_or(CommandError::NoLoopback)?;
    // After the address is known, as each new link ends the one before.
    let store = open(config).await?;
    let secret = Links::new(store.clone()).renew().await?;
    store.close().await;
    print_line(&login_link::link(&base, &secret));
    Ok(())
}
