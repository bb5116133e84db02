//! The API reference for people.

use serde_json::json;

#[test]
fn the_reference_shows_calls_and_shapes_and_keeps_text_text() {
    let hostile = "<script>\"a\"</script>";
    let document = json!({
        "info": { "title": "An API", "version": "1", "description": hostile },
        "paths": { "/links/{id}": { "get": {
            "tags": ["Good links"], "x-access": "anyone", "summary": hostile,
            "parameters": [{ "in": "path", "name": "id", "schema": { "type": "string", "format": "uuid" } }],
            "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Link" } } } },
            "responses": {
                "200": { "description": "Them", "content": { "application/json": { "schema": {
                    "type": "array", "items": { "$ref": "#/components/schemas/Link" } } } } },
                "404": { "description": "None", "content": { "application/problem+json": {}, "text/html": {} } },
            },
        } } },
        "components": { "schemas": { "Link": {
            "required": ["kind"],
            "properties": {
                "kind": { "anyOf": [{ "enum": ["web", "mail"] }, { "type": "null" }], "description": hostile },
                "size": { "type": "integer" },
            },
        } } },
    });
    let page = edge::openapi::page(&document);
    assert_eq!(page.title, "An API");
    let html = page.main.to_string();
    for part in [
        "<li><a href=\"#good-links\">Good links</a></li>",
        "<section id=\"good-links\"><h2>Good links</h2>",
        "<span class=\"method get\">GET</span> <code>/links/{id}</code> <small>anyone</small>",
        "<td>path</td><td><code>id</code></td><td>string (uuid)</td>",
        "<td>body</td><td></td><td><a href=\"#shape-Link\">Link</a></td>",
        "<td>200</td><td>Them</td><td>array of <a href=\"#shape-Link\">Link</a></td>",
        "<td>404</td><td>None</td><td><code>application/problem+json</code></td>",
        "<code>kind</code></td><td></td><td><code>web</code> | <code>mail</code> or null",
        "<code>size</code></td><td>optional</td><td>integer",
        "<tr id=\"stale\"><td>409</td>",
    ] {
        assert!(html.contains(part), "{part}\n{html}");
    }
    assert!(!html.contains("<script"), "{html}");
}
