//! The client in TypeScript: one file without imports, for browsers and for Node.

mod calls;
mod names;
mod types;

use serde_json::Value;

use crate::description::{DescriptionError, operations, schemas};

/// What stays the same whatever the description says: how requests are sent and failures told.
const RUNTIME: &str = include_str!("runtime.ts");

const HEAD: &str = "\
// Written by crates/client-writer from docs/openapi.json. Do not edit: `make client` writes it again.
";

/// The client of the API that `document` describes.
pub fn write(document: &Value) -> Result<String, DescriptionError> {
    let mut text = String::from(HEAD);
    for (name, schema) in schemas(document) {
        names::check_type_name(name)?;
        text.push('\n');
        types::declare(&mut text, name, schema)?;
    }
    text.push('\n');
    text.push_str(RUNTIME);
    text.push_str(
        "\n/** Every call of the API. */\nexport class FoliaClient extends Transport {\n",
    );
    let mut first = true;
    for operation in operations(document) {
        let Some(call) = calls::Call::read(operation)? else { continue };
        if !std::mem::take(&mut first) {
            text.push('\n');
        }
        call.write(&mut text);
    }
    text.push_str("}\n");
    Ok(text)
}
