use std::net::SocketAddr;
use std::path::Path;

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use s3s_fs::FileSystem;

const NAME: &str = "site";
const ACCESS_KEY: &str = "test-access";
const SECRET_KEY: &str = "test-secret";

/// A server that speaks S3, with one empty bucket, for one test. It checks signatures.
#[derive(Debug)]
pub struct Bucket {
    address: SocketAddr,
}

impl Bucket {
    /// `TEST_MEDIA=s3` asks for one; anything else keeps files in a folder.
    #[expect(clippy::disallowed_methods, reason = "the test command chooses the store")]
    pub fn chosen(folder: &Path) -> Option<Self> {
        match std::env::var("TEST_MEDIA").as_deref() {
            Ok("s3") => Some(Self::start(&folder.join("buckets"))),
            Ok("folder") | Err(_) => None,
            Ok(other) => panic!("TEST_MEDIA is folder or s3, not {other}"),
        }
    }

    /// On a thread and runtime of its own, so that tests that block do not stop it.
    pub fn start(folder: &Path) -> Self {
        std::fs::create_dir_all(folder.join(NAME)).expect("a folder can be made");
        let mut service =
            S3ServiceBuilder::new(FileSystem::new(folder).expect("the folder is there"));
        service.set_auth(SimpleAuth::from_single(ACCESS_KEY, SECRET_KEY));
        let service = service.build();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        listener.set_nonblocking(true).expect("sockets can be set so");
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime can be made");
            runtime.block_on(async move {
                let listener =
                    tokio::net::TcpListener::from_std(listener).expect("a listening socket");
                while let Ok((stream, _)) = listener.accept().await {
                    let service = service.clone();
                    tokio::spawn(async move {
                        let server = auto::Builder::new(TokioExecutor::new());
                        let connection = server.serve_connection(TokioIo::new(stream), service);
                        connection.await.ok();
                    });
                }
            });
        });
        Self { address }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn name(&self) -> &'static str {
        NAME
    }

    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The variables that let somebody in.
    pub fn variables(&self) -> Vec<(String, String)> {
        [("AWS_ACCESS_KEY_ID", ACCESS_KEY), ("AWS_SECRET_ACCESS_KEY", SECRET_KEY)]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec()
    }

    /// All that the binary has to be told.
    pub fn environment(&self) -> Vec<(String, String)> {
        let mut environment = self.variables();
        environment.push(("FOLIA_MEDIA__URL".to_owned(), format!("s3://{NAME}/some/prefix")));
        environment.push(("FOLIA_MEDIA__ENDPOINT".to_owned(), self.endpoint()));
        environment
    }
}
