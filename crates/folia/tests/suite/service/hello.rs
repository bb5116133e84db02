//! Greetings of TLS written by hand, for what no library offers any more, and what is said to them.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

pub(crate) const SERVER_NAME: u16 = 0;
pub(crate) const GROUPS: u16 = 10;
pub(crate) const SIGNATURES: u16 = 13;
pub(crate) const VERSIONS: u16 = 43;
const POINT_FORMATS: u16 = 11;
const KEY_SHARE: u16 = 51;

const ALERT: u8 = 21;
const HANDSHAKE: u8 = 22;
const SERVER_HELLO: u8 = 2;
const CERTIFICATE: u8 = 11;
const HELLO_DONE: u8 = 14;

/// A ClientHello (RFC 5246, 7.4.1.2; RFC 8446, 4.1.2).
#[derive(Clone, Debug)]
pub(crate) struct Hello {
    /// Of the record it travels in.
    record: u16,
    version: u16,
    suites: Vec<u16>,
    compressions: Vec<u8>,
    extensions: Vec<(u16, Vec<u8>)>,
}

/// What was said to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    Hello(ServerHello),
    /// By its number (RFC 8446, 6).
    Alert(u8),
    Nothing,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServerHello {
    pub(crate) version: u16,
    pub(crate) random: Vec<u8>,
    pub(crate) suite: u16,
    pub(crate) compression: u8,
    pub(crate) extensions: Vec<u16>,
    /// As it was sent. Under TLS 1.3 nobody else can read it.
    pub(crate) certificates: Vec<u8>,
}

impl Hello {
    /// As somebody greets who knows nothing after this version.
    pub(crate) fn of(version: u16, suites: &[u16]) -> Self {
        let extensions = vec![
            (SERVER_NAME, server_name("localhost")),
            (GROUPS, list(&[0x1d, 0x17, 0x18])),
            (POINT_FORMATS, vec![1, 0]),
            (SIGNATURES, list(&[0x0403, 0x0503, 0x0804, 0x0401, 0x0203, 0x0201])),
        ];
        // Records of the first greeting are of the oldest version there is, whatever is spoken later.
        let record = version.min(0x0301);
        Self { record, version, suites: suites.to_vec(), compressions: vec![0], extensions }
    }

    pub(crate) fn of_13(suites: &[u16]) -> Self {
        let mut base_point = [0; 32];
        base_point[0] = 9;
        let share = [&[0, 36, 0, 0x1d, 0, 32][..], &base_point].concat();
        Self::of(0x0303, suites).with(VERSIONS, &[2, 3, 4]).with(KEY_SHARE, &share)
    }

    /// With this extension, in the place of one of the same kind.
    pub(crate) fn with(mut self, kind: u16, body: &[u8]) -> Self {
        self = self.without(kind);
        self.extensions.push((kind, body.to_vec()));
        self
    }

    pub(crate) fn without(mut self, kind: u16) -> Self {
        self.extensions.retain(|(other, _)| *other != kind);
        self
    }

    pub(crate) fn compressed_by(mut self, methods: &[u8]) -> Self {
        self.compressions = methods.to_vec();
        self
    }

    /// The message of the handshake, without its record.
    pub(crate) fn message(&self) -> Vec<u8> {
        let extensions = self.extensions.iter().flat_map(|(kind, body)| {
            let mut extension = kind.to_be_bytes().to_vec();
            extension.extend(counted(body));
            extension
        });
        let mut body = self.version.to_be_bytes().to_vec();
        body.extend([7; 32]);
        body.extend(counted_by_one(&[]));
        body.extend(list(&self.suites));
        body.extend(counted_by_one(&self.compressions));
        body.extend(counted(&extensions.collect::<Vec<u8>>()));
        let length = u32::try_from(body.len()).unwrap().to_be_bytes();
        [&[1][..], &length[1..], &body].concat()
    }

    pub(crate) fn send(&self, address: SocketAddr) -> Said {
        let mut record = vec![HANDSHAKE];
        record.extend(self.record.to_be_bytes());
        record.extend(counted(&self.message()));
        say(address, &record)
    }
}

pub(crate) fn server_name(name: &str) -> Vec<u8> {
    counted(&[&[0][..], &counted(name.as_bytes())].concat())
}

/// Numbers of two bytes, with the length of them all before.
pub(crate) fn list(numbers: &[u16]) -> Vec<u8> {
    counted(&numbers.iter().flat_map(|number| number.to_be_bytes()).collect::<Vec<u8>>())
}

fn counted(bytes: &[u8]) -> Vec<u8> {
    [&u16::try_from(bytes.len()).unwrap().to_be_bytes()[..], bytes].concat()
}

fn counted_by_one(bytes: &[u8]) -> Vec<u8> {
    [&[u8::try_from(bytes.len()).unwrap()][..], bytes].concat()
}

/// Sends these bytes first of all, and reads until it is clear what they have led to.
pub(crate) fn say(address: SocketAddr, bytes: &[u8]) -> Said {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(bytes).ok();
    let (mut messages, mut hello) = (Vec::new(), None::<ServerHello>);
    while let Some((kind, body)) = read_record(&mut stream) {
        match kind {
            ALERT => return Said::Alert(body.get(1).copied().unwrap_or_default()),
            HANDSHAKE => messages.extend(body),
            // From here on it is enciphered.
            _ => break,
        }
        while let Some((kind, body)) = take_message(&mut messages) {
            match (kind, &mut hello) {
                (SERVER_HELLO, _) => hello = Some(read_hello(&body)),
                (CERTIFICATE, Some(hello)) => hello.certificates = body,
                (HELLO_DONE, Some(hello)) => return Said::Hello(hello.clone()),
                _ => {}
            }
        }
    }
    hello.map_or(Said::Nothing, Said::Hello)
}

fn read_record(stream: &mut TcpStream) -> Option<(u8, Vec<u8>)> {
    let mut head = [0; 5];
    stream.read_exact(&mut head).ok()?;
    let mut body = vec![0; usize::from(u16::from_be_bytes([head[3], head[4]]))];
    stream.read_exact(&mut body).ok()?;
    Some((head[0], body))
}

fn take_message(bytes: &mut Vec<u8>) -> Option<(u8, Vec<u8>)> {
    let [kind, a, b, c, ..] = bytes[..] else { return None };
    let end = 4 + u32::from_be_bytes([0, a, b, c]) as usize;
    if bytes.len() < end {
        return None;
    }
    let message = bytes.drain(..end).skip(4).collect();
    Some((kind, message))
}

fn read_hello(body: &[u8]) -> ServerHello {
    let pair = |at: usize| u16::from_be_bytes([body[at], body[at + 1]]);
    let after_session = 35 + usize::from(body[34]);
    let mut version = pair(0);
    let (mut extensions, mut at) = (Vec::new(), after_session + 5);
    while at < body.len() {
        let (kind, length) = (pair(at), usize::from(pair(at + 2)));
        if kind == VERSIONS {
            version = pair(at + 4);
        }
        extensions.push(kind);
        at += 4 + length;
    }
    ServerHello {
        version,
        random: body[2..34].to_vec(),
        suite: pair(after_session),
        compression: body[after_session + 2],
        extensions,
        certificates: Vec::new(),
    }
}
