//! The pictures of a plan: uploaded when the first item needs them, and never twice.

use std::collections::HashMap;

use edge::Problem;
use http::StatusCode;
use media::Media;
use media::uploads::Upload;
use sha2::{Digest, Sha256};
use store::Query;

use super::error::TransferError;
use super::html::replace_addresses;
use super::plan::{PICTURE, PlannedItem, PlannedPicture, cut};
use super::report::{Report, Step};
use crate::app::App;
use crate::client::{Client, ClientError};

pub(super) struct Pictures<'a> {
    app: &'a App,
    client: &'a Client,
    planned: HashMap<String, PlannedPicture>,
    /// Addresses by name; none for what could not be had.
    known: HashMap<String, Option<String>>,
    /// Those on the site, to be known by their content. Read when the first is needed.
    uploads: Option<Vec<Upload>>,
    /// Those of this run, by what is in them: a site often has one picture under several names.
    made: HashMap<Vec<u8>, String>,
    dry_run: bool,
}

impl<'a> Pictures<'a> {
    pub(super) fn new(
        app: &'a App,
        client: &'a Client,
        planned: HashMap<String, PlannedPicture>,
        dry_run: bool,
    ) -> Self {
        Self {
            app,
            client,
            planned,
            known: HashMap::new(),
            uploads: None,
            made: HashMap::new(),
            dry_run,
        }
    }

    /// The body and the image of an item, with the addresses that its pictures have on this site.
    pub(super) async fn place(
        &mut self,
        item: &PlannedItem,
        report: &mut Report,
    ) -> Result<(String, Option<String>), TransferError> {
        let mut names = Vec::new();
        replace_addresses(&item.body, |found| {
            names.extend(found.address.strip_prefix(PICTURE).map(ToOwned::to_owned));
            None
        });
        names.extend(item.image.iter().filter_map(|it| Some(it.strip_prefix(PICTURE)?.to_owned())));
        for name in names {
            if !self.known.contains_key(&name) {
                let address = self.upload(&name, report).await?;
                self.known.insert(name, address);
            }
        }
        let address = |planned: &str| match planned.strip_prefix(PICTURE) {
            // What could not be had is told, and its place stays empty.
            Some(name) => self.known.get(name).cloned().flatten().unwrap_or_default(),
            None => planned.to_owned(),
        };
        let body = replace_addresses(&item.body, |found| {
            found.address.starts_with(PICTURE).then(|| address(found.address))
        });
        let image = item.image.as_deref().map(address).filter(|address| !address.is_empty());
        Ok((body, image))
    }

    async fn upload(
        &mut self,
        name: &str,
        report: &mut Report,
    ) -> Result<Option<String>, TransferError> {
        let Some(PlannedPicture { file, alt }) = self.planned.get(name).cloned() else {
            return Ok(None);
        };
        let shown = file.display().to_string();
        let reading = file.clone();
        let read = tokio::task::spawn_blocking(move || read(&reading)).await;
        let bytes = match read.map_err(|_| TransferError::CutShort)? {
            Ok(bytes) => bytes,
            Err(why) => {
                report.refuse(format!("picture {shown}"), why);
                return Ok(None);
            }
        };
        let digest = Sha256::digest(&bytes).to_vec();
        let known = match self.made.get(&digest) {
            Some(address) => Some(address.clone()),
            None => self.find(&bytes).await?,
        };
        if known.is_some() {
            return Ok(known);
        }
        if Media::is_video(&bytes) {
            report.refuse(format!("picture {shown}"), "is a video; upload it and show it as one");
            return Ok(None);
        }
        let sent = match self.dry_run {
            true => self.try_out(bytes).await.map(|()| String::new()),
            false => {
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let sent = self.client.upload(&name, &cut(&alt, 1000), bytes).await;
                sent.map(|upload| upload["url"].as_str().unwrap_or_default().to_owned())
            }
        };
        match sent {
            Ok(address) => {
                report.steps.push(Step::Picture { file: shown });
                self.made.insert(digest, address.clone());
                Ok(Some(address))
            }
            Err(error) if error.status.is_some_and(is_refusal) => {
                report.refuse(format!("picture {shown}"), error.reason());
                Ok(None)
            }
            // Its item would be kept as it is by the next run, without it; so this one ends.
            Err(error) => Err(error.into()),
        }
    }

    /// What an upload would answer, without one.
    async fn try_out(&self, picture: Vec<u8>) -> Result<(), ClientError> {
        let tried = self.app.media.try_picture(picture.into()).await;
        tried.map_err(|error| {
            let problem = Problem::from(error);
            ClientError {
                place: "a picture".to_owned(),
                status: StatusCode::from_u16(problem.code().status()).ok(),
                detail: String::from_utf8_lossy(&problem.to_json()).into_owned(),
            }
        })
    }

    /// The address of an upload that was made from the same bytes, as by a run before this one.
    async fn find(&mut self, bytes: &[u8]) -> Result<Option<String>, TransferError> {
        if self.uploads.is_none() {
            let stored = self.app.store.list::<Upload>(Query::all()).await?;
            self.uploads = Some(stored.into_iter().map(|stored| stored.document).collect());
        }
        let known = self.uploads.iter().flatten().find(|upload| upload.is_made_from(bytes));
        Ok(known.and_then(Upload::address))
    }
}

/// Whether an answer speaks of the picture itself, so that no other day brings another one.
fn is_refusal(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::UNSUPPORTED_MEDIA_TYPE
            | StatusCode::UNPROCESSABLE_ENTITY
    )
}

/// The largest that is taken; a larger one is not read at all.
const MOST_BYTES: u64 = media::MOST_PICTURE_BYTES;

/// A picture that is to be served as it is, under a name that says what it is: so it has to be that.
pub(super) fn read_old_file(file: &std::path::Path) -> Result<Vec<u8>, String> {
    let bytes = read(file)?;
    let ending = file.extension().and_then(|it| it.to_str()).unwrap_or_default();
    let fits = match ending {
        "webp" => bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP"),
        "png" => bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
        "jpg" | "jpeg" => bytes.starts_with(b"\xff\xd8\xff"),
        _ => false,
    };
    match fits {
        true => Ok(bytes),
        false => Err(format!("is no picture of the kind that .{ending} says")),
    }
}

fn read(file: &std::path::Path) -> Result<Vec<u8>, String> {
    // Not through a link, which could lead anywhere on this machine.
    let told = std::fs::symlink_metadata(file).map_err(|error| error.to_string())?;
    if !told.is_file() {
        return Err("is not a file".to_owned());
    }
    if told.len() > MOST_BYTES {
        return Err(format!("has more than {MOST_BYTES} bytes; make it smaller first"));
    }
    std::fs::read(file).map_err(|error| error.to_string())
}
