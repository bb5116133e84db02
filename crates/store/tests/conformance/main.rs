//! The conformance story: what the store promises, told once and held against both engines.
//!
//! Every story runs on an embedded SQLite file. It runs on PostgreSQL too when `TEST_POSTGRES_URL`
//! names a server, each time in a schema of its own; `tools/with-postgres` brings one up. With
//! `REQUIRE_POSTGRES=1` a run without a server fails instead of passing by half.
//!
//! `engines` is the stage, `samples` the cast, `verbs` the short sentences; every other module is
//! one topic.

#![cfg(test)]

mod engines;
mod samples;
mod verbs;

mod alone;
mod aside;
mod closing;
mod concurrency;
mod contested;
mod damage;
mod expiry;
mod filters;
mod forms;
mod leases;
mod live;
mod migrations;
mod model;
mod neighbours;
mod orders;
mod outbox;
mod postgres;
mod reading;
mod records;
mod runner;
mod sqlite;
mod streams;
mod survival;
mod swallowed;
mod tls;
mod transactions;
mod unique;
mod values;
mod vectors;
mod versions;
