use std::time::Duration;

use axum::body::Body;
use bytes::Buf;
use futures_util::FutureExt;
use http_body_util::BodyExt;

use super::super::leaving::{Leaving, Piece};
use super::super::places::{Place, Places};
use super::*;
use crate::WhoseTurn;

pub(in crate::serve) async fn streams() -> (Arc<Streams>, Place) {
    let place = Places::new(1).take().await;
    (Streams::new(Arc::new(Noticed::new(place.turn.clone())), &Rooms::new(10)), place)
}

async fn admitted(streams: &Arc<Streams>, rooms: &Rooms) -> Arc<Exchange> {
    let exchange = streams.begin();
    assert!(exchange.enter(rooms, Head::Small).await);
    exchange
}

#[tokio::test]
async fn it_is_our_turn_while_any_request_waits_for_us() {
    let (streams, place) = streams().await;
    let rooms = Rooms::new(10);
    assert!(!place.turn.is_ours());
    let (first, second) = (admitted(&streams, &rooms).await, admitted(&streams, &rooms).await);
    let body = BodyOf::new(first.clone());
    body.begin();
    body.begin();
    assert!(place.turn.is_ours(), "the second is in hand");
    assert!(!first.turn.is_ours(), "the first is not");
    second.answered();
    assert!(!place.turn.is_ours(), "the first waits for its body");
    body.end();
    body.end();
    assert!(place.turn.is_ours() && first.turn.is_ours());
    // Answered though its body never came, as too slow ones are.
    body.begin();
    drop(body);
    drop(first);
    assert!(!place.turn.is_ours());
    assert!(streams.quiet_since().is_none(), "an answer is on its way");
    drop(second);
    assert!(streams.quiet_since().is_some());
}

#[tokio::test]
async fn waiting_for_room_is_no_work_and_not_quiet_either() {
    let (streams, place) = streams().await;
    let rooms = Rooms::new(0);
    let first = admitted(&streams, &rooms).await;
    first.answered();
    let waiting = streams.begin();
    assert!(waiting.enter(&rooms, Head::Small).now_or_never().is_none());
    assert!(!place.turn.is_ours() && !waiting.turn.is_ours());
    drop(first);
    assert!(streams.quiet_since().is_none());
    assert!(waiting.enter(&rooms, Head::Small).await);
    assert!(place.turn.is_ours() && waiting.turn.is_ours());
}

async fn piece_of(leaving: &mut Leaving) -> Piece {
    leaving.frame().await.unwrap().unwrap().into_data().unwrap()
}

#[tokio::test]
async fn an_answer_that_is_not_taken_is_given_up_and_others_go_on() {
    let (streams, _place) = streams().await;
    let is_told = |turn: &Turn| turn.told_to_leave().now_or_never().is_some();
    let exchanges = [streams.begin(), streams.begin(), streams.begin()];
    let turns = exchanges.each_ref().map(|exchange| exchange.turn.clone());
    let [mut paused, mut read, mut short] = exchanges.map(|exchange| {
        let length = 10 * PIECE;
        Leaving::new(Body::from(vec![0; length]), exchange)
    });
    let stuck = piece_of(&mut paused).await;
    let mut piece = piece_of(&mut read).await;
    let (began, before) = (Instant::now(), streams.begin_stretch());
    let late = piece_of(&mut short).await;
    for _ in 0..5 {
        piece.advance(PIECE);
        piece = piece_of(&mut read).await;
    }
    streams.give_up_what_was_left(began, before);
    assert!(!turns.iter().any(|turn| is_told(turn)), "it was the turn of others");
    piece.advance(PIECE);
    piece = piece_of(&mut read).await;
    streams.give_up_what_was_left(began, before);
    assert_eq!(turns.each_ref().map(|turn| is_told(turn)), [true, false, false]);
    drop((stuck, paused));
    // Of what is left so little goes that it need not.
    let before = streams.begin_stretch();
    piece.advance(1);
    streams.give_up_what_was_left(began, before);
    assert!(!is_told(&turns[1]), "its wait is not older than the stretch");
    streams.give_up_what_was_left(Instant::now(), before);
    assert!(is_told(&turns[1]) && is_told(&turns[2]));
    drop((piece, late, read, short));
    assert!(streams.quiet_since().is_some());
}

/// Nobody has to listen to the end, and could ask for one thing after the other.
#[tokio::test]
async fn what_is_asked_for_long_after_the_end_is_refused_and_nobody_waits_for_it() {
    let (streams, place) = streams().await;
    let rooms = Rooms::new(10);
    let early = admitted(&streams, &rooms).await;
    streams.end();
    let crossing = admitted(&streams, &rooms).await;
    streams.lock().ends = Some(Instant::now());
    let late = streams.begin();
    assert!(!late.enter(&rooms, Head::Small).await);
    drop(early);
    assert!(place.turn.is_ours(), "what crossed the end is answered");
    drop(crossing);
    assert!(!place.turn.is_ours());
    let quiet = streams.quiet_since().expect("the refused one does not count");
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    let since = || place.turn.keeps_waiting(std::time::Duration::ZERO).unwrap();
    let before = since();
    let mut refusal = Leaving::new(Body::from("no"), late);
    let mut piece = piece_of(&mut refusal).await;
    piece.advance(1);
    streams.end();
    let another = streams.begin();
    assert_eq!((streams.last_gone(), since()), (None, before));
    drop((piece, refusal, another));
    assert_eq!(streams.quiet_since(), Some(quiet));
}

#[tokio::test]
async fn who_waits_for_others_first_is_not_worked_for() {
    let (streams, place) = streams().await;
    let rooms = Rooms::new(10);
    let exchange = admitted(&streams, &rooms).await;
    let turn = WhoseTurn(Some(exchange.clone()));
    assert!(turn.wait_for(async { place.turn.is_ours() }).await);
    let (free, freed) = tokio::sync::oneshot::channel();
    let mut waiting = Box::pin(turn.wait_for(freed));
    assert!((&mut waiting).now_or_never().is_none());
    assert!(!place.turn.is_ours() && !exchange.turn.is_ours());
    free.send(()).unwrap();
    waiting.await.unwrap();
    assert!(place.turn.is_ours() && exchange.turn.is_ours());
    // Nor is one who has left.
    let mut waiting = Box::pin(turn.wait_for(std::future::pending::<()>()));
    assert!((&mut waiting).now_or_never().is_none());
    drop(waiting);
    drop((turn, exchange));
    assert!(!place.turn.is_ours());
}

#[tokio::test]
async fn an_answer_is_not_kept_for_ever_by_a_little_of_the_others() {
    let (streams, _place) = streams().await;
    let exchanges: Vec<_> = (0..20).map(|_| streams.begin()).collect();
    let turns: Vec<_> = exchanges.iter().map(|exchange| exchange.turn.clone()).collect();
    let mut answers = Vec::new();
    for exchange in exchanges {
        let mut leaving = Leaving::new(Body::from(vec![0; 10 * PIECE]), exchange);
        let piece = piece_of(&mut leaving).await;
        answers.push((piece, leaving));
    }
    let mut told = Vec::new();
    for _ in 0..STRETCHES {
        let (began, before) = (Instant::now(), streams.begin_stretch());
        // Enough of all together, and too little for each to have had its turn.
        let (piece, leaving) = &mut answers[0];
        for _ in 0..2 {
            piece.advance(PIECE);
            *piece = piece_of(leaving).await;
        }
        // Some of it is there all the time.
        streams.lock().open.values_mut().for_each(|way| way.since = Some(began));
        streams.give_up_what_was_left(began, before);
        told.push(turns.iter().filter(|turn| turn.told_for().is_some()).count());
    }
    assert_eq!(told, [0, 19]);
}

#[tokio::test]
async fn bodies_that_we_have_yet_to_read_are_known_until_they_are() {
    let (streams, _place) = streams().await;
    let bodies: Vec<_> = (0..3).map(|_| BodyOf::new(streams.begin())).collect();
    assert!(!bodies[0].is_hindered());
    for body in &bodies[1..] {
        body.has_read(false);
        body.has_read(false);
    }
    assert!(bodies[0].is_hindered());
    bodies[1].begin();
    assert!(!bodies[0].is_hindered(), "we wait for it");
    bodies[1].has_read(false);
    assert!(bodies[0].is_hindered());
    bodies[1].has_read(true);
    assert!(!bodies[0].is_hindered(), "it is whole");
    bodies[0].has_read(false);
    assert!(bodies[1].is_hindered());
    drop(bodies);
    assert_eq!(streams.lock().unread, 0);
}

/// A few bytes now and then would make a room theirs.
#[tokio::test]
async fn who_takes_a_few_bytes_at_a_time_does_nothing() {
    let (streams, _place) = streams().await;
    let exchanges = [streams.begin(), streams.begin()];
    let turns = exchanges.each_ref().map(|exchange| exchange.turn.clone());
    let [mut drips, mut reads] =
        exchanges.map(|exchange| Leaving::new(Body::from(vec![0; 10 * PIECE]), exchange));
    let (mut drop_by_drop, mut read) = (piece_of(&mut drips).await, piece_of(&mut reads).await);
    // Longer than anybody is left alone.
    for _ in 0..8 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        drop_by_drop.advance(40);
        read.advance(600);
    }
    let is_idle = |turn: &Turn| turn.keeps_waiting(Duration::ZERO).is_some();
    assert_eq!(turns.each_ref().map(|turn| is_idle(turn)), [true, false]);
}
