//! The service as its clients see it: the real router over a real database (`TEST_DATABASE` says
//! which), and for what only a process can show, the real binary. One folder per wing; `pages` is
//! what visitors see, `service` what holds for all of them, `cases` what attackers try, `site` the site that every test starts.

#![cfg(test)]

mod auth;
mod career;
mod cases;
mod contact;
mod content;
mod media;
mod memory;
mod pages;
mod service;
mod site;
