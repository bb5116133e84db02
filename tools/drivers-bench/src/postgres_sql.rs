//! The statements both PostgreSQL drivers send.

pub const SCHEMA: &str = "
    CREATE TABLE docs(id text primary key, version bigint, sort_order double precision,
                      title text, body text);
    CREATE INDEX docs_sort_order ON docs(sort_order);
    CREATE TABLE bulk(id text primary key, version bigint, sort_order double precision,
                      title text, body text);";
pub const POINT: &str = "SELECT id, version, sort_order, title, body FROM docs WHERE id = $1";
pub const FILTERED: &str = "SELECT id, version, sort_order, title, body FROM docs
    WHERE sort_order > $1 ORDER BY sort_order LIMIT $2";
pub const UPDATE: &str =
    "UPDATE docs SET version = version + 1, title = $2, body = $3 WHERE id = $1";
pub const INSERT: &str =
    "INSERT INTO docs(id, version, sort_order, title, body) VALUES ($1, $2, $3, $4, $5)";
pub const INSERT_BULK: &str =
    "INSERT INTO bulk(id, version, sort_order, title, body) VALUES ($1, $2, $3, $4, $5)";
pub const INSERT_UNNEST: &str = "INSERT INTO bulk(id, version, sort_order, title, body)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::double precision[], $4::text[], $5::text[])";
pub const UPDATE_UNNEST: &str = "UPDATE bulk
    SET version = bulk.version + n.version, sort_order = n.sort_order, title = n.title, body = n.body
    FROM unnest($1::text[], $2::bigint[], $3::double precision[], $4::text[], $5::text[])
        AS n(id, version, sort_order, title, body)
    WHERE bulk.id = n.id";
pub const COPY_BINARY: &str =
    "COPY bulk(id, version, sort_order, title, body) FROM STDIN (FORMAT binary)";
pub const COPY_TEXT: &str = "COPY bulk(id, version, sort_order, title, body) FROM STDIN";
pub const EMPTY_BULK: &str = "TRUNCATE bulk";
