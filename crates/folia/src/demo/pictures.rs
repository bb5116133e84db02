//! The pictures of the sample: painted on all cores, uploaded one after the other.

use std::collections::HashMap;

use futures_util::{StreamExt, stream};
use serde_json::Value;

use super::DemoError;
use super::existing::Existing;
use super::texts::Picture;
use crate::client::Client;

/// Uploads by the name that texts call them.
pub(super) type Uploads = HashMap<String, Value>;

const WIDTH: u32 = 1600;
const HEIGHT: u32 = 1066;

pub(super) async fn upload_all(
    client: &Client,
    pictures: Vec<Picture>,
    existing: &Existing,
) -> Result<Uploads, DemoError> {
    let mut uploads = Uploads::new();
    let mut missing = Vec::new();
    for picture in pictures {
        match existing.uploads.get(&picture.alt) {
            Some(upload) => {
                uploads.insert(picture.name, upload.clone());
            }
            None => missing.push(picture),
        }
    }
    let at_a_time = std::thread::available_parallelism().map_or(1, usize::from);
    // In their order, so that two samples have the pictures in the same order, too.
    let mut painted = stream::iter(missing).map(paint).buffered(at_a_time);
    while let Some(done) = painted.next().await {
        let (picture, png) = done?;
        let upload = client.upload(&format!("{}.png", picture.name), &picture.alt, png).await?;
        uploads.insert(picture.name, upload);
    }
    Ok(uploads)
}

async fn paint(picture: Picture) -> Result<(Picture, Vec<u8>), DemoError> {
    let scene = picture.scene()?;
    let work = tokio::task::spawn_blocking(move || {
        let png = scenery::paint(scene, picture.seed, WIDTH, HEIGHT);
        (picture, png)
    });
    work.await.map_err(|error| DemoError::Broken(error.to_string()))
}
