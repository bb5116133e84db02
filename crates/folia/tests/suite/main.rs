//! The service as its clients see it: the real router over a real database (`TEST_DATABASE` says
//! which), and for what only a process can show, the real binary.

mod access;
mod configuration;
mod navlinks;
mod openapi;
mod process;
mod protocol;
mod schema;
mod site;
mod tokens;
