use super::error::CommandError;
use super::open::open;
use super::output::print_line;
use crate::app::App;
use crate::config::Config;
use crate::demo::{self, Filled};

pub(super) async fn run(config: &Config) -> Result<(), CommandError> {
    let store = open(config).await?;
    let app = App::new(store.clone(), config).await?;
    print_line("painting the pictures takes a moment");
    let Filled { sections, items, pictures } = demo::fill(&app).await?;
    store.close().await;
    print_line(&format!("{sections} sections, {items} items and {pictures} pictures are there"));
    Ok(())
}
