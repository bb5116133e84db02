use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// How the description shows an object whose members are free. Nothing in it may hold NUL, which one
/// of the databases cannot store.
#[derive(Clone, Copy, Debug)]
pub struct PlainObject;

/// Any JSON without NUL.
struct PlainValue;

const TEXT: &str = r"^[^\u0000]*$";

impl JsonSchema for PlainObject {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "PlainObject".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": { "pattern": TEXT },
            "additionalProperties": generator.subschema_for::<PlainValue>(),
        })
    }
}

impl JsonSchema for PlainValue {
    fn schema_name() -> Cow<'static, str> {
        "PlainValue".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let inner = generator.subschema_for::<Self>();
        json_schema!({
            "description": "Any JSON. Texts and names must not hold a NUL character.",
            "anyOf": [
                { "type": ["number", "boolean", "null"] },
                { "type": "string", "pattern": TEXT },
                { "type": "array", "items": inner },
                {
                    "type": "object",
                    "propertyNames": { "pattern": TEXT },
                    "additionalProperties": inner,
                },
            ],
        })
    }
}
