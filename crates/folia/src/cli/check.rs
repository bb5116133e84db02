use super::{CommandError, open_existing, print_line};
use crate::config::Config;
use crate::schema;

/// Reads everything; changes nothing.
pub(super) async fn run(config: &Config) -> Result<(), CommandError> {
    let store = open_existing(config).await?;
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
