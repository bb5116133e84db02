/// A form with files, as a browser would send it.
#[derive(Clone, Debug, Default)]
pub struct Form(Vec<u8>);

const BOUNDARY: &str = "testkit-boundary";

impl Form {
    /// What the `Content-Type` of the request has to be.
    pub const CONTENT_TYPE: &str = "multipart/form-data; boundary=testkit-boundary";

    pub fn text(mut self, name: &str, value: &str) -> Self {
        self.begin(&format!("form-data; name=\"{name}\""), None);
        self.end(value.as_bytes())
    }

    pub fn file(self, file_name: &str, bytes: &[u8]) -> Self {
        self.file_of_type(file_name, "application/octet-stream", bytes)
    }

    pub fn file_of_type(mut self, file_name: &str, media_type: &str, bytes: &[u8]) -> Self {
        let disposition = format!("form-data; name=\"file\"; filename=\"{file_name}\"");
        self.begin(&disposition, Some(media_type));
        self.end(bytes)
    }

    /// The bytes of the request's body.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.0.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        self.0
    }

    /// The same without its end.
    pub fn cut_short(self) -> Vec<u8> {
        self.0
    }

    fn begin(&mut self, disposition: &str, media_type: Option<&str>) {
        let head = format!("--{BOUNDARY}\r\ncontent-disposition: {disposition}\r\n");
        self.0.extend_from_slice(head.as_bytes());
        if let Some(media_type) = media_type {
            self.0.extend_from_slice(format!("content-type: {media_type}\r\n").as_bytes());
        }
        self.0.extend_from_slice(b"\r\n");
    }

    fn end(mut self, value: &[u8]) -> Self {
        self.0.extend_from_slice(value);
        self.0.extend_from_slice(b"\r\n");
        self
    }
}
