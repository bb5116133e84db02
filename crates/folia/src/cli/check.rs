use store::{Location, Options, Store};

use super::{CommandError, print_line};
use crate::config::Config;
use crate::schema;

/// Reads everything; changes nothing.
pub(super) async fn run(config: &Config) -> Result<(), CommandError> {
    if matches!(&config.database, Location::File(file) if !file.exists()) {
        return Err(CommandError::NoSite);
    }
    let store = Store::open(&config.database, Options::default()).await?;
    let faults = schema::verify(&store).await?;
    store.close().await;
    for fault in &faults {
        print_line(fault);
    }
    match faults.len() {
        0 => {
            print_line("everything is in order");
            Ok(())
        }
        count => Err(CommandError::Faulty(count)),
    }
}
