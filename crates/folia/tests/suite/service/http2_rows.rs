//! Frames that should not be, by section of RFC 7540, in the manner of those who test servers for it:
//! what is said to each. RFC 9113 has the same sections for nearly all of them.

use Expected::{Answered, Goaway, Late, Reset};

use crate::service::http2::{
    CONTINUATION, DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, PING, RESET, SETTINGS, frame, get,
};

pub(crate) const PRIORITY: u8 = 2;
const PUSH_PROMISE: u8 = 5;
const WINDOW_UPDATE: u8 = 8;
const UNKNOWN: u8 = 0x16;
const ACK: u8 = 1;
const PADDED: u8 = 8;
const WITH_PRIORITY: u8 = 0x20;

pub(crate) const NO_ERROR: u32 = 0;
pub(crate) const PROTOCOL: u32 = 1;
const FLOW_CONTROL: u32 = 3;
pub(crate) const STREAM_CLOSED: u32 = 5;
const FRAME_SIZE: u32 = 6;
const REFUSED: u32 = 7;

const MOST: u32 = 0x7fff_ffff;

/// What has to come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// The connection ends, and it is said why.
    Goaway(u32),
    /// The stream ends for this reason, and the connection goes on.
    Reset(u32),
    /// Nothing comes of it. What is asked for next is answered.
    Answered,
    /// The stream or the connection ends: what came belongs to a stream that is over, and it depends on the
    /// moment whether that is still remembered.
    Late,
    Closed,
}

impl Expected {
    pub(crate) fn is_met_by(self, came: Self) -> bool {
        match self {
            Late => matches!(came, Goaway(PROTOCOL) | Reset(PROTOCOL | STREAM_CLOSED)),
            other => came == other,
        }
    }
}

pub(crate) type Row = (&'static str, &'static str, Vec<u8>, Expected);

/// A header that is written out and not kept.
fn field(name: &str, value: &str) -> Vec<u8> {
    let mut field = vec![0, u8::try_from(name.len()).unwrap()];
    field.extend(name.bytes());
    // Seven bits for a length, and the rest in the next byte.
    match u8::try_from(value.len()).unwrap() {
        length @ 0..127 => field.push(length),
        length => field.extend([127, length - 127]),
    }
    field.extend(value.bytes());
    field
}

fn head(stream: u32, flags: u8, block: &[u8]) -> Vec<u8> {
    frame(HEADERS, END_HEADERS | flags, stream, block)
}

/// A request that ends with its head.
pub(crate) fn asked(stream: u32) -> Vec<u8> {
    let mut block = vec![0x82, 0x04, 12];
    block.extend(b"/health/live");
    block.extend(&get()[2..]);
    head(stream, END_STREAM, &block)
}

/// The same with more headers, or other ones.
fn asked_with(block: &[u8]) -> Vec<u8> {
    head(1, END_STREAM, block)
}

pub(crate) fn number(number: u32) -> [u8; 4] {
    number.to_be_bytes()
}

pub(crate) fn setting(id: u16, value: u32) -> Vec<u8> {
    frame(SETTINGS, 0, 0, &[&id.to_be_bytes()[..], &number(value)].concat())
}

pub(crate) fn window(stream: u32, more: u32) -> Vec<u8> {
    frame(WINDOW_UPDATE, 0, stream, &number(more))
}

pub(crate) fn data(flags: u8, payload: &[u8]) -> Vec<u8> {
    frame(DATA, flags, 1, payload)
}

/// Requests whose bodies are waited for, as they are of somebody who may send them.
pub(crate) struct Opening(Vec<u8>);

impl Opening {
    pub(crate) fn new(token: &str) -> Self {
        let mut block = vec![0x83, 0x04, 9];
        block.extend(b"/navlinks");
        block.extend([0x87, 0x41, 9]);
        block.extend(b"localhost");
        block.extend(field("authorization", &format!("Bearer {token}")));
        block.extend(field("content-type", "application/json"));
        Self(block)
    }

    pub(crate) fn at(&self, stream: u32) -> Vec<u8> {
        head(stream, 0, &self.0)
    }

    fn with(&self, more: &[u8]) -> Vec<u8> {
        head(1, 0, &[&self.0[..], more].concat())
    }
}

/// Frames as such, and how heads are packed.
fn framing(open: &Opening) -> Vec<Row> {
    let half = frame(HEADERS, END_STREAM, 1, &get());
    let bad_block = |block: &[u8]| asked_with(&[&get()[..], block].concat());
    // The library says of every fault in a packed head that the protocol was broken, and of every
    // wrong length but that of too large a frame: the connection ends all the same, only the number
    // is a coarser one than asked for.
    vec![
        ("4.1", "a kind that nobody knows", frame(UNKNOWN, 0xff, 0, &[1; 20]), Answered),
        ("4.1", "flags that nobody knows", frame(PING, 0xfe, 0, &[1; 8]), Answered),
        ("4.1", "the bit that means nothing", frame(PING, 0, 1 << 31, &[1; 8]), Answered),
        ("4.2", "as large as may be", [open.at(1), data(0, &[b' '; 16_384])].concat(), Answered),
        ("4.2", "DATA too large", [open.at(1), data(0, &[0; 16_385])].concat(), Goaway(FRAME_SIZE)),
        ("4.2", "HEADERS too large", asked_with(&[0; 16_385]), Goaway(FRAME_SIZE)),
        ("4.2", "SETTINGS too large", frame(SETTINGS, 0, 0, &[0; 16_386]), Goaway(FRAME_SIZE)),
        ("4.3", "an entry that is not there", bad_block(&[0xff, 0x80, 1]), Goaway(PROTOCOL)),
        ("4.3", "entry 0", bad_block(&[0x80]), Goaway(PROTOCOL)),
        ("4.3", "a number without end", bad_block(&[0xff; 12]), Goaway(PROTOCOL)),
        ("4.3", "a text that is cut", bad_block(&[0, 1, b'x', 40, b'y']), Goaway(PROTOCOL)),
        (
            "4.3",
            "bits that mean no letter",
            bad_block(&[0, 1, b'x', 0x84, 255, 255, 255, 255]),
            Goaway(PROTOCOL),
        ),
        ("4.3", "a new size of the table at the end", bad_block(&[0x20]), Goaway(PROTOCOL)),
        (
            "4.3",
            "a size of the table we have not",
            asked_with(&[&[0x3f, 0xff, 0xff, 3][..], &get()].concat()),
            Goaway(PROTOCOL),
        ),
        ("4.3", "a header without a name", bad_block(&[0, 0, 1, b'x']), Goaway(PROTOCOL)),
        (
            "4.3",
            "PRIORITY in a head",
            [half.clone(), frame(PRIORITY, 0, 1, &[0; 5])].concat(),
            Goaway(PROTOCOL),
        ),
        ("4.3", "another head in a head", [half.clone(), asked(3)].concat(), Goaway(PROTOCOL)),
        (
            "5.5",
            "a frame nobody knows in a head",
            [half, frame(UNKNOWN, 0, 0, &[])].concat(),
            Goaway(PROTOCOL),
        ),
        ("5.5", "the same for a stream that is not there", frame(UNKNOWN, 0, 77, &[]), Answered),
    ]
}

/// What may come on a stream, and when.
fn streams(open: &Opening) -> Vec<Row> {
    let cancel = frame(RESET, 0, 1, &number(8));
    let reset = [open.at(1), cancel.clone()].concat();
    let after = |start: &[u8], frame: Vec<u8>| [start, &frame].concat();
    let rest = || frame(CONTINUATION, END_HEADERS, 1, &get());
    let itself = [&number(1)[..], &[16], &get()].concat();
    let mut too_many: Vec<u8> = (0..101).flat_map(|at| open.at(2 * at + 1)).collect();
    // One of them makes room for what is asked afterwards.
    too_many.extend(&cancel);
    // Some of what comes on a stream that is over ends the connection, where ending the stream was
    // asked for. Only a peer that is broken sends it.
    vec![
        ("5.1", "idle: DATA", data(END_STREAM, b"x"), Goaway(PROTOCOL)),
        ("5.1", "idle: RST_STREAM", cancel, Goaway(PROTOCOL)),
        ("5.1", "idle: WINDOW_UPDATE", window(1, 1), Goaway(PROTOCOL)),
        ("5.1", "idle: CONTINUATION", rest(), Goaway(PROTOCOL)),
        ("5.1", "idle: PRIORITY", frame(PRIORITY, 0, 1, &[0, 0, 0, 0, 9]), Answered),
        ("5.1", "half closed: DATA", after(&asked(1), data(END_STREAM, b"x")), Late),
        ("5.1", "half closed: HEADERS", after(&asked(1), head(1, 0, &get())), Late),
        ("5.1", "half closed: the end again", after(&asked(1), asked(1)), Goaway(PROTOCOL)),
        ("5.1", "half closed: CONTINUATION", after(&asked(1), rest()), Goaway(PROTOCOL)),
        ("5.1", "half closed: WINDOW_UPDATE", after(&asked(1), window(1, 1)), Answered),
        ("5.1", "closed: DATA", after(&reset, data(0, b"x")), Late),
        ("5.1", "closed: HEADERS", after(&reset, asked(1)), Goaway(PROTOCOL)),
        ("5.1", "closed: CONTINUATION", after(&reset, rest()), Goaway(PROTOCOL)),
        ("5.1", "closed: RST_STREAM", after(&reset, frame(RESET, 0, 1, &number(8))), Answered),
        ("5.1", "closed: WINDOW_UPDATE", after(&reset, window(1, 1)), Answered),
        ("5.1.1", "a number of ours", asked(2), Goaway(PROTOCOL)),
        ("5.1.1", "a smaller number", after(&asked(5), asked(3)), Goaway(PROTOCOL)),
        ("5.1.2", "one more than are offered", too_many, Reset(REFUSED)),
        (
            "5.3.1",
            "HEADERS behind itself",
            head(1, END_STREAM | WITH_PRIORITY, &itself),
            Reset(PROTOCOL),
        ),
        ("5.3.1", "PRIORITY behind itself", frame(PRIORITY, 0, 1, &itself[..5]), Reset(PROTOCOL)),
        (
            "7",
            "a reason nobody knows",
            [open.at(1), frame(RESET, 0, 1, &number(0xff))].concat(),
            Answered,
        ),
        ("8.1", "a second head", [open.at(1), open.at(1)].concat(), Reset(PROTOCOL)),
        (
            "8.2",
            "a promise of a client",
            frame(PUSH_PROMISE, END_HEADERS, 1, &[0, 0, 0, 2, 0x82]),
            Goaway(PROTOCOL),
        ),
    ]
}

/// Kinds of frames, each with what is wrong in it.
fn kinds(open: &Opening) -> Vec<Row> {
    let half = |stream| frame(HEADERS, END_STREAM, stream, &get()[..5]);
    let rest = |flags, stream| frame(CONTINUATION, flags, stream, &get()[5..]);
    let opened = |frame: Vec<u8>| [open.at(1), frame].concat();
    // Up to the very end of what a window can hold, and then one more for all streams at once.
    let full = [window(1, MOST - 65_535), setting(4, 65_536)].concat();
    let split = [
        half(1),
        frame(CONTINUATION, 0, 1, &get()[5..9]),
        frame(CONTINUATION, END_HEADERS, 1, &get()[9..]),
    ];
    vec![
        ("6.1", "DATA of the connection", frame(DATA, 0, 0, b"x"), Goaway(PROTOCOL)),
        ("6.1", "more padding than DATA", opened(data(PADDED, &[6, 0, 0, 0, 0])), Goaway(PROTOCOL)),
        ("6.1", "padding alone", opened(data(PADDED, &[4, 0, 0, 0, 0])), Answered),
        ("6.1", "padding without its length", opened(data(PADDED, &[])), Goaway(PROTOCOL)),
        ("6.2", "HEADERS of the connection", asked(0), Goaway(PROTOCOL)),
        (
            "6.2",
            "more padding than HEADERS",
            head(1, END_STREAM | PADDED, &[200, 0x82]),
            Goaway(PROTOCOL),
        ),
        (
            "6.2",
            "half a priority",
            head(1, END_STREAM | WITH_PRIORITY, &[0, 0, 0]),
            Goaway(PROTOCOL),
        ),
        ("6.3", "PRIORITY of the connection", frame(PRIORITY, 0, 0, &[0; 5]), Goaway(PROTOCOL)),
        ("6.3", "a wrong length", frame(PRIORITY, 0, 1, &[0; 4]), Goaway(PROTOCOL)),
        ("6.4", "RST_STREAM of the connection", frame(RESET, 0, 0, &number(8)), Goaway(PROTOCOL)),
        ("6.4", "a wrong length", opened(frame(RESET, 0, 1, &[0; 3])), Goaway(PROTOCOL)),
        ("6.5", "an answer that says more", frame(SETTINGS, ACK, 0, &[0; 6]), Goaway(PROTOCOL)),
        ("6.5", "SETTINGS of a stream", frame(SETTINGS, 0, 1, &[]), Goaway(PROTOCOL)),
        ("6.5", "a wrong length", frame(SETTINGS, 0, 0, &[0; 5]), Goaway(PROTOCOL)),
        ("6.5", "an answer to nothing", frame(SETTINGS, ACK, 0, &[]).repeat(2), Goaway(PROTOCOL)),
        ("6.5.2", "pushing: neither yes nor no", setting(2, 2), Goaway(PROTOCOL)),
        ("6.5.2", "too large a window", setting(4, 1 << 31), Goaway(PROTOCOL)),
        ("6.5.2", "too small a frame", setting(5, 16_383), Goaway(PROTOCOL)),
        ("6.5.2", "too large a frame", setting(5, 1 << 24), Goaway(PROTOCOL)),
        ("6.5.2", "a setting nobody knows", setting(0xff, 1), Answered),
        // We keep no more of it than we like.
        ("6.5.2", "a table without end", setting(1, u32::MAX), Answered),
        ("6.7", "an answer to no PING", frame(PING, ACK, 0, &[1; 8]), Answered),
        ("6.7", "PING of a stream", frame(PING, 0, 1, &[1; 8]), Goaway(PROTOCOL)),
        ("6.7", "a wrong length", frame(PING, 0, 0, &[1; 7]), Goaway(PROTOCOL)),
        ("6.8", "GOAWAY of a stream", frame(GOAWAY, 0, 1, &[0; 8]), Goaway(PROTOCOL)),
        ("6.8", "a wrong length", frame(GOAWAY, 0, 0, &[0; 7]), Goaway(PROTOCOL)),
        ("6.9", "a window of nothing more", window(0, 0), Goaway(PROTOCOL)),
        ("6.9", "the same of a stream", opened(window(1, 0)), Goaway(PROTOCOL)),
        ("6.9", "a wrong length", frame(WINDOW_UPDATE, 0, 0, &[0; 3]), Goaway(PROTOCOL)),
        ("6.9.1", "more than there can be", window(0, MOST), Goaway(FLOW_CONTROL)),
        ("6.9.1", "the same of a stream", opened(window(1, MOST)), Reset(FLOW_CONTROL)),
        ("6.9.2", "more by a setting", opened(full), Goaway(FLOW_CONTROL)),
        ("6.10", "a head in three pieces", split.concat(), Answered),
        (
            "6.10",
            "a piece of another stream",
            [half(1), rest(END_HEADERS, 3)].concat(),
            Goaway(PROTOCOL),
        ),
        (
            "6.10",
            "a piece of the connection",
            [half(1), rest(END_HEADERS, 0)].concat(),
            Goaway(PROTOCOL),
        ),
        (
            "6.10",
            "a piece after the end",
            [asked(1), rest(END_HEADERS, 1)].concat(),
            Goaway(PROTOCOL),
        ),
        ("6.10", "DATA instead of a piece", [half(1), data(0, b"x")].concat(), Goaway(PROTOCOL)),
        (
            "6.10",
            "a piece after DATA",
            opened([data(0, b"x"), rest(END_HEADERS, 1)].concat()),
            Goaway(PROTOCOL),
        ),
    ]
}

/// Requests that are none.
fn messages(open: &Opening) -> Vec<Row> {
    let with = |name: &str, value: &str| asked_with(&[get(), field(name, value)].concat());
    let without = |at: usize| {
        let mut block = get();
        block.remove(at);
        asked_with(&block)
    };
    let twice = |byte: u8| asked_with(&[&[byte][..], &get()].concat());
    let length = |lengths: &[&str]| {
        open.with(&lengths.iter().flat_map(|it| field("content-length", it)).collect::<Vec<u8>>())
    };
    let late = [&field("x", "y")[..], &get()].concat();
    let trailers = head(1, END_STREAM, &[0x82]);
    // A name that cannot be one ends the connection: the rest of the head is not read any more, so
    // nobody knows what the next one would mean.
    vec![
        ("8.1.2", "a name in capitals", with("Xyz", "1"), Goaway(PROTOCOL)),
        ("8.1.2", "a name with a blank", with("x y", "1"), Goaway(PROTOCOL)),
        ("8.1.2", "a line within a value", with("x", "a\r\nb: c"), Goaway(PROTOCOL)),
        ("8.1.2.1", "a name with a colon that nobody knows", with(":test", "1"), Goaway(PROTOCOL)),
        ("8.1.2.1", "a status", asked_with(&[&[0x88][..], &get()].concat()), Reset(PROTOCOL)),
        ("8.1.2.1", "what it is about after the rest", asked_with(&late), Reset(PROTOCOL)),
        // It is dropped, and nobody looks at trailers.
        ("8.1.2.1", "a method in the trailers", [open.at(1), trailers].concat(), Answered),
        ("8.1.2.2", "connection", with("connection", "keep-alive"), Reset(PROTOCOL)),
        ("8.1.2.2", "transfer-encoding", with("transfer-encoding", "chunked"), Reset(PROTOCOL)),
        ("8.1.2.2", "upgrade", with("upgrade", "h2c"), Reset(PROTOCOL)),
        ("8.1.2.2", "proxy-connection", with("proxy-connection", "x"), Reset(PROTOCOL)),
        ("8.1.2.2", "te", with("te", "gzip"), Reset(PROTOCOL)),
        ("8.1.2.2", "te: trailers", with("te", "trailers"), Answered),
        ("8.1.2.3", "an empty path", asked_with(&[0x82, 0x87, 0x04, 0]), Reset(PROTOCOL)),
        ("8.1.2.3", "no method", without(0), Reset(PROTOCOL)),
        ("8.1.2.3", "no path", without(1), Reset(PROTOCOL)),
        ("8.1.2.3", "no scheme", without(2), Reset(PROTOCOL)),
        ("8.1.2.3", "two methods", twice(0x82), Reset(PROTOCOL)),
        ("8.1.2.3", "two paths", twice(0x84), Reset(PROTOCOL)),
        ("8.1.2.3", "two schemes", twice(0x87), Reset(PROTOCOL)),
        ("8.1.2.3", "nothing at all", asked_with(&[]), Reset(PROTOCOL)),
        (
            "8.1.2.6",
            "fewer bytes than told",
            [length(&["5"]), data(END_STREAM, b"{}")].concat(),
            Reset(PROTOCOL),
        ),
        (
            "8.1.2.6",
            "more",
            [length(&["1"]), data(0, b"{"), data(END_STREAM, b"}")].concat(),
            Reset(PROTOCOL),
        ),
        ("8.1.2.6", "none", with("content-length", "5"), Reset(PROTOCOL)),
        ("8.1.2.6", "two lengths", length(&["2", "3"]), Reset(PROTOCOL)),
        ("8.1.2.6", "a length that is none", length(&["+2"]), Reset(PROTOCOL)),
        (
            "8.3",
            "CONNECT",
            asked_with(&[&[0x02, 7][..], b"CONNECT", &get()[3..]].concat()),
            Answered,
        ),
    ]
}

pub(crate) fn all(open: &Opening) -> Vec<Row> {
    [framing(open), streams(open), kinds(open), messages(open)].concat()
}
