use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::Answer;
use crate::process::parse;

/// As much of a browser as signing in needs: one request after the other over real sockets, with
/// cookies kept per host and port. Redirects are followed by whoever drives it.
#[derive(Clone, Debug, Default)]
pub struct Browser {
    jars: BTreeMap<String, BTreeMap<String, String>>,
}

impl Browser {
    pub fn get(&mut self, address: &str) -> Answer {
        self.send("GET", address, &[], "")
    }

    pub fn post_form(&mut self, address: &str, form: &str) -> Answer {
        self.send("POST", address, &[("content-type", "application/x-www-form-urlencoded")], form)
    }

    pub fn send(
        &mut self,
        method: &str,
        address: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let (authority, path) = take_apart(address);
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {authority}\r\nconnection: close\r\naccept: text/html\r\n\
             content-length: {}\r\n",
            body.len()
        );
        let jar = self.jars.entry(authority.to_owned()).or_default();
        if !jar.is_empty() {
            let pairs: Vec<_> = jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
            head += &format!("cookie: {}\r\n", pairs.join("; "));
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        let mut stream = TcpStream::connect(authority).expect("the host accepts");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout can be set");
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).expect("a request can be sent");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("the answer arrives");
        let answer = parse(&bytes);
        for cookie in answer.headers.get_all("set-cookie") {
            let text = cookie.to_str().expect("cookies are text");
            let (pair, rest) = text.split_once(';').unwrap_or((text, ""));
            let (name, value) = pair.split_once('=').expect("cookies have names");
            let gone = value.is_empty() || rest.contains("Max-Age=0") || rest.contains("1970");
            match gone {
                true => jar.remove(name),
                false => jar.insert(name.to_owned(), value.to_owned()),
            };
        }
        answer
    }

    /// Follows redirects until an answer is none, or leads to an address that is told to stop at.
    pub fn follow(&mut self, address: &str, stop: impl Fn(&str) -> bool) -> (String, Answer) {
        let mut address = address.to_owned();
        for _ in 0..12 {
            let answer = self.get(&address);
            let Some(location) = answer.header("location") else { return (address, answer) };
            let next = resolve(&address, location);
            if stop(&next) {
                return (next, answer);
            }
            address = next;
        }
        panic!("the redirects do not end");
    }

    pub fn cookie(&self, address: &str, name: &str) -> Option<&str> {
        self.jars.get(take_apart(address).0)?.get(name).map(String::as_str)
    }

    pub fn set_cookie(&mut self, address: &str, name: &str, value: &str) {
        let jar = self.jars.entry(take_apart(address).0.to_owned()).or_default();
        jar.insert(name.to_owned(), value.to_owned());
    }
}

/// Where a `Location` leads from an address.
pub(crate) fn resolve(address: &str, location: &str) -> String {
    match location.starts_with('/') {
        true => format!("http://{}{location}", take_apart(address).0),
        false => location.to_owned(),
    }
}

fn take_apart(address: &str) -> (&str, &str) {
    let rest = address.strip_prefix("http://").expect("tests speak http");
    let slash = rest.find(['/', '?']).unwrap_or(rest.len());
    (&rest[..slash], if slash == rest.len() { "/" } else { &rest[slash..] })
}
