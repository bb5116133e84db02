//! Many rows at once through tokio-postgres: by COPY, as arrays, pipelined, one by one.

use std::sync::Arc;

use anyhow::{Result, ensure};
use futures_util::future::try_join_all;
use tokio::sync::Mutex;
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Statement, Transaction};

use crate::bulk::{Bulk, Job, job};
use crate::postgres_sql::{COPY_BINARY, EMPTY_BULK, INSERT_BULK, INSERT_UNNEST, UPDATE_UNNEST};
use crate::postgres_tokio::{Address, Admin, connect};
use crate::sample::{Doc, bulk};

/// The rows as columns, which is what unnest takes.
struct Columns {
    ids: Vec<String>,
    versions: Vec<i64>,
    sort_orders: Vec<f64>,
    titles: Vec<String>,
    bodies: Vec<String>,
}

impl Columns {
    fn of(docs: &[Doc]) -> Self {
        Self {
            ids: docs.iter().map(|doc| doc.id.clone()).collect(),
            versions: docs.iter().map(|doc| doc.version).collect(),
            sort_orders: docs.iter().map(|doc| doc.sort_order).collect(),
            titles: docs.iter().map(|doc| doc.title.clone()).collect(),
            bodies: docs.iter().map(|doc| doc.body.clone()).collect(),
        }
    }
}

pub async fn bulks(address: &Address, admin: &Admin) -> Result<Vec<Bulk>> {
    let docs = Arc::new(bulk());
    let title = "PostgreSQL, insert 5,000 rows";
    let bulk_of = |title, variant, prepare: &Job, run: Job| Bulk {
        title,
        variant,
        prepare: Arc::clone(prepare),
        run,
    };
    let empty = empty_job(admin);
    let fill = fill_job(admin, &docs);
    // Each holds a connection of its own for the whole run, statements prepared.
    let client = || async { anyhow::Ok(Arc::new(Mutex::new(connect(address).await?))) };

    let (one_by_one, its_docs) = (client().await?, Arc::clone(&docs));
    let one_by_one = job(move || {
        let (client, docs) = (Arc::clone(&one_by_one), Arc::clone(&its_docs));
        async move {
            let mut client = client.lock().await;
            let tx = client.transaction().await?;
            let insert = tx.prepare(INSERT_BULK).await?;
            for doc in docs.iter() {
                insert_one(&tx, &insert, doc).await?;
            }
            Ok(tx.commit().await?)
        }
    });
    let (pipelined, its_docs) = (client().await?, Arc::clone(&docs));
    let pipelined = job(move || {
        let (client, docs) = (Arc::clone(&pipelined), Arc::clone(&its_docs));
        async move {
            let mut client = client.lock().await;
            let tx = client.transaction().await?;
            let insert = tx.prepare(INSERT_BULK).await?;
            try_join_all(docs.iter().map(|doc| insert_one(&tx, &insert, doc))).await?;
            Ok(tx.commit().await?)
        }
    });
    let unnest_job = |sql: &'static str, client: Arc<Mutex<Client>>| {
        let docs = Arc::clone(&docs);
        job(move || {
            let (client, docs) = (Arc::clone(&client), Arc::clone(&docs));
            async move { unnest(&mut *client.lock().await, sql, &docs).await }
        })
    };
    let (copying, its_docs) = (client().await?, Arc::clone(&docs));
    let copying = job(move || {
        let (client, docs) = (Arc::clone(&copying), Arc::clone(&its_docs));
        async move { copy(&mut *client.lock().await, &docs).await }
    });
    Ok(vec![
        bulk_of(title, "tokio-postgres, COPY, binary", &empty, copying),
        bulk_of(
            title,
            "tokio-postgres, unnest",
            &empty,
            unnest_job(INSERT_UNNEST, client().await?),
        ),
        bulk_of(title, "tokio-postgres, 5,000 statements, pipelined", &empty, pipelined),
        bulk_of(title, "tokio-postgres, 5,000 statements, one by one", &empty, one_by_one),
        bulk_of(
            "PostgreSQL, update 5,000 rows",
            "tokio-postgres, unnest",
            &fill,
            unnest_job(UPDATE_UNNEST, client().await?),
        ),
    ])
}

pub fn empty_job(admin: &Admin) -> Job {
    let admin = Arc::clone(admin);
    job(move || {
        let admin = Arc::clone(&admin);
        async move { Ok(admin.lock().await.batch_execute(EMPTY_BULK).await?) }
    })
}

pub fn fill_job(admin: &Admin, docs: &Arc<Vec<Doc>>) -> Job {
    let (admin, docs) = (Arc::clone(admin), Arc::clone(docs));
    job(move || {
        let (admin, docs) = (Arc::clone(&admin), Arc::clone(&docs));
        async move {
            let mut client = admin.lock().await;
            client.batch_execute(EMPTY_BULK).await?;
            copy(&mut client, &docs).await?;
            Ok(client.batch_execute("ANALYZE bulk").await?)
        }
    })
}

pub async fn insert_one(tx: &Transaction<'_>, insert: &Statement, doc: &Doc) -> Result<()> {
    tx.execute(insert, &[&doc.id, &doc.version, &doc.sort_order, &doc.title, &doc.body]).await?;
    Ok(())
}

async fn unnest(client: &mut Client, sql: &str, docs: &[Doc]) -> Result<()> {
    let tx = client.transaction().await?;
    let c = Columns::of(docs);
    let done =
        tx.execute(sql, &[&c.ids, &c.versions, &c.sort_orders, &c.titles, &c.bodies]).await?;
    tx.commit().await?;
    ensure!(done == docs.len() as u64, "every row");
    Ok(())
}

async fn copy(client: &mut Client, docs: &[Doc]) -> Result<()> {
    let tx = client.transaction().await?;
    let sink = tx.copy_in(COPY_BINARY).await?;
    let types = [Type::TEXT, Type::INT8, Type::FLOAT8, Type::TEXT, Type::TEXT];
    let writer = BinaryCopyInWriter::new(sink, &types);
    let mut writer = std::pin::pin!(writer);
    for doc in docs {
        let row: [&(dyn ToSql + Sync); 5] =
            [&doc.id, &doc.version, &doc.sort_order, &doc.title, &doc.body];
        writer.as_mut().write(&row).await?;
    }
    writer.finish().await?;
    tx.commit().await?;
    Ok(())
}
