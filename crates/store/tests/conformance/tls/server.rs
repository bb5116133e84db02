//! A PostgreSQL server of its own, with certificates made for it, that takes no plain text.

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use store::Location;
use testkit::{OwnPostgres, Setup};

use crate::engines::Place;

pub(crate) struct Server(OwnPostgres);

/// Only over TLS; one user has to show a certificate.
const WHO_MAY_CONNECT: &str = "hostssl all certified 127.0.0.1/32 cert\n\
                               hostssl all all 127.0.0.1/32 trust\n";

const SETTINGS: &str = "fsync = off\n\
                        ssl = on\n\
                        ssl_cert_file = '../server.pem'\n\
                        ssl_key_file = '../server.key'\n\
                        ssl_ca_file = '../authority.pem'\n";

impl Server {
    pub(crate) fn start() -> Self {
        let setup = Setup {
            files: certificates(),
            who_may_connect: Some(WHO_MAY_CONNECT),
            settings: SETTINGS,
        };
        let server = Self(OwnPostgres::start_with(setup).expect("PostgreSQL is installed"));
        server.ask("CREATE ROLE certified LOGIN SUPERUSER");
        server
    }

    /// A database on this server, asked for under this name of the machine.
    pub(crate) fn place(&self, host: &str, query: &str) -> Place {
        self.place_of("folia", host, query)
    }

    pub(crate) fn place_of(&self, user: &str, host: &str, query: &str) -> Place {
        let port = self.0.port;
        Place::at(Location::Server(format!("postgres://{user}@{host}:{port}/postgres?{query}")))
    }

    /// The authority that has signed the server's certificate, and one that has not.
    pub(crate) fn authority(&self) -> String {
        self.0.file("authority.pem")
    }

    pub(crate) fn other_authority(&self) -> String {
        self.0.file("other.pem")
    }

    /// Certificate and key of the user `certified`.
    pub(crate) fn identity(&self) -> (String, String) {
        (self.0.file("client.pem"), self.0.file("client.key"))
    }

    pub(crate) fn ask(&self, statement: &str) -> String {
        self.0.ask(statement)
    }
}

/// For the server, for its user, and of the authority that has signed them and one that has not.
fn certificates() -> Vec<(&'static str, String)> {
    let authority = |name: &str| {
        let key = KeyPair::generate().unwrap();
        let mut authority = CertificateParams::default();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        authority.distinguished_name.push(DnType::CommonName, name);
        (authority.self_signed(&key).unwrap().pem(), Issuer::new(authority, key))
    };
    let (pem, issuer) = authority("authority");
    let key = KeyPair::generate().unwrap();
    let server = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let user_key = KeyPair::generate().unwrap();
    let mut user = CertificateParams::default();
    user.distinguished_name = rcgen::DistinguishedName::new();
    user.distinguished_name.push(DnType::CommonName, "certified");
    vec![
        ("authority.pem", pem),
        ("other.pem", authority("another authority").0),
        ("server.pem", server.signed_by(&key, &issuer).unwrap().pem()),
        ("server.key", key.serialize_pem()),
        ("client.pem", user.signed_by(&user_key, &issuer).unwrap().pem()),
        ("client.key", user_key.serialize_pem()),
    ]
}
