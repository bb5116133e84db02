//! The service as its clients see it: the real router over a real database (`TEST_DATABASE` says
//! which), and for what only a process can show, the real binary.

#![cfg(test)]

mod access;
mod archive;
mod bearer;
mod binary;
mod career;
mod chunks;
mod configuration;
mod contact;
mod contact_form;
mod contact_mail;
mod contact_rate;
mod content;
mod csrf;
mod drafts;
mod films;
#[path = "../../../pixels/tests/harness/hostile.rs"]
mod hostile;
mod indexing;
mod indexing_hostile;
mod indexing_process;
mod indexing_restart;
mod large_tree;
mod media;
mod media_process;
mod moves;
mod navlinks;
mod openapi;
mod owner_link;
mod pictures;
mod previews;
mod process;
mod protocol;
mod provider;
mod resumes;
mod schema;
mod sections;
mod sessions;
mod signin;
mod site;
mod tailoring;
mod tailoring_model;
mod tailoring_process;
mod tailorings;
mod tokens;
mod tree_properties;
mod tree_races;
mod uploads;
mod voice;
mod writing;
