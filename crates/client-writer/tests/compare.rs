//! Which changes break clients, one by one.

use client_writer::compare::breaking_changes;
use serde_json::{Value, json};

/// A small API with something of everything.
fn sample() -> Value {
    json!({
        "paths": {
            "/links": {
                "get": {
                    "x-access": "anyone",
                    "parameters": [
                        { "name": "sort", "in": "query", "schema": { "enum": ["title", "date"] } },
                        { "name": "limit", "in": "query", "schema": { "type": "integer", "minimum": 1 } },
                    ],
                    "responses": {
                        "200": {
                            "headers": { "ETag": {} },
                            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Link" } } },
                        },
                        "404": { "content": {} },
                    },
                },
                "post": {
                    "x-access": "signed in",
                    "requestBody": {
                        "required": true,
                        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/LinkInput" } } },
                    },
                    "responses": { "201": {} },
                },
            },
        },
        "components": { "schemas": {
            "Link": {
                "type": "object",
                "required": ["id", "kind"],
                "properties": {
                    "id": { "type": "string" },
                    "kind": { "enum": ["web", "mail"] },
                    "size": { "type": "integer" },
                    "children": { "type": "array", "items": { "$ref": "#/components/schemas/Link" } },
                },
            },
            "LinkInput": {
                "type": "object",
                "required": ["title"],
                "properties": {
                    "title": { "type": "string", "maxLength": 100 },
                    "note": { "type": ["string", "null"] },
                    "kind": { "anyOf": [{ "enum": ["web", "mail"] }, { "type": "null" }] },
                },
            },
        } },
    })
}

fn changed(pointer: &str, value: Value) -> Value {
    let mut document = sample();
    *document.pointer_mut(pointer).expect("the sample has it") = value;
    document
}

fn without(pointer: &str, member: &str) -> Value {
    let mut document = sample();
    let parent = document.pointer_mut(pointer).and_then(Value::as_object_mut);
    parent.expect("the sample has it").remove(member).expect("and the member");
    document
}

fn with(pointer: &str, member: &str, value: Value) -> Value {
    let mut document = sample();
    document.pointer_mut(pointer).expect("the sample has it")[member] = value;
    document
}

const LINK: &str = "/components/schemas/Link";
const INPUT: &str = "/components/schemas/LinkInput";

#[test]
fn what_takes_something_away_breaks() {
    let at = |rest: &str| format!("/paths/~1links{rest}");
    let of = |schema: &str, rest: &str| format!("{schema}{rest}");
    for (new, told) in [
        (without(&at(""), "post"), "POST /links: is gone"),
        (
            changed(&at("/get/x-access"), json!("admin")),
            "GET /links: was for anyone and is now for admin only",
        ),
        (changed(&at("/get/parameters"), json!([])), "GET /links: the parameter sort is gone"),
        (
            changed(&at("/get/parameters/0/schema/enum"), json!(["title"])),
            "GET /links: sort no longer takes \"date\"",
        ),
        (
            with(&at("/get/parameters/1"), "required", json!(true)),
            "GET /links: the parameter limit is now required",
        ),
        (
            changed(&at("/get/parameters/1/schema/minimum"), json!(2)),
            "GET /links: limit has a higher minimum of 2",
        ),
        (
            without(&at("/get/responses/200/content"), "application/json"),
            "GET /links: 200 no longer comes as application/json",
        ),
        (
            without(&at("/get/responses/200/headers"), "ETag"),
            "GET /links: 200 no longer has the header ETag",
        ),
        (without(&of(LINK, "/properties"), "size"), "GET /links: answer 200.size is gone"),
        (
            changed(&of(LINK, "/required"), json!(["id"])),
            "GET /links: answer 200.kind may now be absent",
        ),
        (
            changed(&of(LINK, "/properties/id/type"), json!(["string", "null"])),
            "GET /links: answer 200.id may now be a null",
        ),
        (
            changed(&of(LINK, "/properties/size/type"), json!("number")),
            "GET /links: answer 200.size may now be a number",
        ),
        (
            changed(&of(INPUT, "/required"), json!(["title", "note"])),
            "POST /links: body.note is now required",
        ),
        (
            changed(&of(INPUT, "/properties/note/type"), json!("string")),
            "POST /links: body.note may no longer be a null",
        ),
        (
            changed(&of(INPUT, "/properties/kind/anyOf/0/enum"), json!(["web"])),
            "POST /links: body.kind no longer takes \"mail\"",
        ),
        (
            changed(&of(INPUT, "/properties/title/maxLength"), json!(99)),
            "POST /links: body.title has a lower maxLength of 99",
        ),
        (
            with(&of(INPUT, "/properties/title"), "pattern", json!("^a")),
            "POST /links: body.title must now have the pattern ^a",
        ),
    ] {
        let found: Vec<_> =
            breaking_changes(&sample(), &new).iter().map(ToString::to_string).collect();
        assert!(found.iter().any(|line| line == told), "{told}\n{found:?}");
    }
}

#[test]
fn what_only_adds_does_not() {
    let optional = json!({ "name": "tag", "in": "query", "schema": { "type": "string" } });
    let mut parameters = sample()["paths"]["/links"]["get"]["parameters"].clone();
    parameters.as_array_mut().unwrap().push(optional);
    for new in [
        sample(),
        with("/paths", "/more", json!({ "get": { "responses": {} } })),
        with("/paths/~1links", "delete", json!({ "responses": {} })),
        changed("/paths/~1links/get/parameters", parameters),
        changed("/paths/~1links/post/x-access", json!("anyone")),
        with("/paths/~1links/get/responses", "409", json!({})),
        without("/paths/~1links/get/responses", "404"),
        with("/components/schemas/Link/properties", "more", json!({ "type": "string" })),
        changed("/components/schemas/Link/required", json!(["id", "kind", "size"])),
        changed("/components/schemas/Link/properties/kind/enum", json!(["web", "mail", "other"])),
        with("/components/schemas/LinkInput/properties", "more", json!({ "type": "string" })),
        changed("/components/schemas/LinkInput/required", json!([])),
        changed("/components/schemas/LinkInput/properties/title/maxLength", json!(200)),
        changed("/components/schemas/LinkInput/properties/title/type", json!(["string", "null"])),
        changed(
            "/components/schemas/LinkInput/properties/kind/anyOf/0/enum",
            json!(["web", "mail", "other"]),
        ),
    ] {
        assert_eq!(breaking_changes(&sample(), &new), [], "{new}");
    }
}

/// An answer that is one of several things, each with a tag that says which.
#[test]
fn a_further_kind_of_thing_is_as_little_a_break_as_a_further_value() {
    let thing = |tag: &str, member: &str| {
        json!({ "type": "object", "required": ["kind", member],
                "properties": { "kind": { "const": tag }, member: { "type": "string" } } })
    };
    let of = |things: Value| changed("/components/schemas/Link", json!({ "oneOf": things }));
    let old = of(json!([thing("missing", "path"), thing("long", "lines")]));
    let more =
        of(json!([thing("missing", "path"), thing("more", "pages"), thing("long", "lines")]));
    assert_eq!(breaking_changes(&old, &more), []);
    let other = of(json!([thing("missing", "other"), thing("long", "lines")]));
    assert_eq!(breaking_changes(&old, &other).len(), 1, "a known kind still has to be as it was");
}
