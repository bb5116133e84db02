mod benign;
mod cost;
mod hostile;
mod properties;
mod shown;
mod text;
mod tree;

use super::sanitise;

fn clean(html: &str) -> String {
    sanitise(html).unwrap_or_else(|error| panic!("{html:?} {error}"))
}
