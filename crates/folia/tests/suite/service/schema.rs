use folia::schema::COLLECTIONS;
use store::KeyType;

use crate::site::Site;

/// A kind says which columns it writes; the migrations say which exist.
#[tokio::test]
async fn every_kind_fits_the_table_its_migrations_made() {
    let site = Site::start().await;
    let shape = site.app.store.shape().await.unwrap();
    for kind in COLLECTIONS.iter().map(|collection| collection.kind) {
        let table = &shape.tables[kind.name];
        let mut expected = vec!["id", "version", "form", "body"];
        expected.extend(kind.expires.then_some("expires_at"));
        expected.extend(kind.stream.map(|_| "revision"));
        expected.extend(kind.keys.iter().map(|key| key.name));
        expected.sort_unstable();
        let columns: Vec<_> = table.columns.keys().map(String::as_str).collect();
        assert_eq!(columns, expected, "{}", kind.name);
        for key in kind.keys {
            let holds = match key.holds {
                KeyType::Text => "text",
                KeyType::Integer | KeyType::Flag => "integer",
                KeyType::Real => "real",
            };
            assert_eq!(table.columns[key.name], (holds.to_owned(), key.nullable), "{}", key.name);
        }
        for index in kind.indexes {
            let (columns, unique) = &table.indexes[index.name];
            assert_eq!(columns, index.keys, "{}", index.name);
            assert_eq!(*unique, index.unique, "{}", index.name);
        }
    }
}

#[tokio::test]
async fn an_untouched_site_verifies_clean() {
    let site = Site::start().await;
    let body = serde_json::json!({ "title": "a", "url": "/" });
    site.admin.post("/navlinks", body).await.expect(201);
    assert_eq!(folia::schema::verify(&site.app.store).await.unwrap(), Vec::<String>::new());
}
