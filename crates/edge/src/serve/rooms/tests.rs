use futures_util::FutureExt;

use super::super::places::{Place, Places};
use super::*;

const A_WHILE: Duration = Duration::from_millis(600);

/// A connection with so many requests, and their turns.
struct Connection {
    guest: Arc<Guest>,
    turns: Vec<Arc<Turn>>,
}

impl Connection {
    fn on(rooms: &Rooms, place: &Place) -> Self {
        let line = Arc::new(Noticed::new(place.turn.clone()));
        Self { guest: rooms.guest(line), turns: Vec::new() }
    }

    async fn come(rooms: &Rooms) -> Self {
        let place = Places::new(1).take().await;
        Self::on(rooms, &place)
    }

    /// One more request. None when it has to wait or is refused.
    fn ask(&mut self) -> Option<Option<Room>> {
        self.guest.begin();
        let turn = self.guest.turn();
        self.turns.push(turn.clone());
        let room = self.guest.rooms.admit(&self.guest, &turn, Head::Small).now_or_never();
        // Whoever is given one has it worked on.
        turn.take();
        room
    }

    fn take(&mut self, count: usize) -> Vec<Room> {
        (0..count).map(|_| self.ask().unwrap().unwrap()).collect()
    }
}

#[tokio::test]
async fn each_connection_has_room_for_one_whatever_others_hold() {
    let rooms = Rooms::new(4);
    let mut greedy = Connection::come(&rooms).await;
    let held = greedy.take(5);
    assert!(greedy.ask().is_none(), "nobody else is there, so it may wait");
    for _ in 0..20 {
        let mut other = Connection::come(&rooms).await;
        let one = other.take(1);
        assert!(other.ask().is_none(), "the next waits for it");
        drop(one);
        other.take(1);
    }
    drop(held);
    assert_eq!(rooms.taken().len(), 0);
}

#[tokio::test]
async fn whoever_has_their_share_waits_for_what_others_leave() {
    let rooms = Rooms::new(80);
    let (mut one, mut other) = (Connection::come(&rooms).await, Connection::come(&rooms).await);
    let own = one.take(1);
    let mut held = one.take(69);
    held.extend(other.take(12));
    let asked = |connection: &Connection| {
        let (guest, turn) = (connection.guest.clone(), connection.guest.turn());
        guest.begin();
        let rooms = rooms.clone();
        Box::pin(async move { rooms.admit(&guest, &turn, Head::Small).await })
    };
    // More than 80 / 8, and first.
    let (mut greedy, mut more) = (asked(&one), asked(&one));
    assert!((&mut greedy).now_or_never().is_none() && (&mut more).now_or_never().is_none());
    let mut modest = Connection::come(&rooms).await;
    let _first = modest.take(1);
    let mut next = asked(&modest);
    assert!((&mut next).now_or_never().is_none(), "it waits");
    tokio::time::sleep(2 * LOOK_EVERY).await;
    held.pop();
    assert!((&mut greedy).now_or_never().is_none(), "somebody waits in turn");
    let _second = (&mut next).now_or_never().expect("it is next").unwrap();
    drop(own);
    let _third = (&mut greedy).now_or_never().expect("its connection has one to itself");
    held.pop();
    assert!(tokio::time::timeout(100 * LOOK_EVERY, more).await.unwrap().is_some(), "left");
}

#[tokio::test]
async fn rooms_are_shared_by_those_who_have_something_in_hand() {
    let rooms = Rooms::new(160);
    let guests = [Connection::come(&rooms).await.guest, Connection::come(&rooms).await.guest];
    for _ in 0..3 {
        guests.iter().for_each(|guest| guest.begin());
        assert_eq!(rooms.share(), 20, "as if there were a few");
        guests[0].begin();
        guests[0].end();
        assert_eq!(rooms.share(), 20, "it has another");
        guests[0].end();
        assert_eq!(rooms.share(), usize::MAX, "nobody else is there");
        guests[1].end();
    }
}

/// As browsers ask for a page with all that is on it, beside strangers who hold and wait for all there is.
#[tokio::test]
async fn when_nobody_else_can_wait_a_connection_answers_one_thing_after_the_other() {
    let rooms = Rooms::new(1);
    let (mut one, mut other) = (Connection::come(&rooms).await, Connection::come(&rooms).await);
    let (held, own) = (one.take(2), other.take(1));
    let ask = |connection: &Connection, head| {
        let (guest, turn) = (connection.guest.clone(), connection.guest.turn());
        guest.begin();
        let rooms = rooms.clone();
        Box::pin(async move { rooms.admit(&guest, &turn, head).await })
    };
    let mut waiting = Vec::new();
    // In turn, then for what is left, then in line.
    for _ in 0..LEAST_SHARE + 1 + MOST_IN_LINE {
        let mut request = ask(&other, Head::Small);
        assert!((&mut request).now_or_never().is_none());
        waiting.push(request);
    }
    for head in [Head::Small, Head::Large] {
        assert!(ask(&other, head).now_or_never().expect("it is refused").is_none());
    }
    let mut small = ask(&one, Head::Small);
    let mut in_turn: Vec<_> = (0..LEAST_SHARE - 1).map(|_| ask(&one, Head::Small)).collect();
    for request in &mut in_turn {
        assert!(request.now_or_never().is_none());
    }
    assert!((&mut small).now_or_never().is_none(), "a small one waits in line");
    assert!(ask(&one, Head::Large).now_or_never().expect("it is refused").is_none());
    drop((in_turn, held));
    assert!(small.await.is_some());
    drop(own);
    // Each gives its room back at once, and the next one has it.
    let asked = waiting.len();
    let all = futures_util::future::join_all(
        waiting.into_iter().map(|request| async { request.await.map(drop) }),
    );
    let answered = tokio::time::timeout(100 * LOOK_EVERY, all).await.unwrap();
    assert_eq!(answered.into_iter().flatten().count(), asked);
    assert_eq!(other.guest.claims.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn a_request_gets_the_room_of_one_that_keeps_us_waiting_though_another_is_worked_on() {
    let rooms = Rooms::new(20);
    let (mut greedy, mut other) = (Connection::come(&rooms).await, Connection::come(&rooms).await);
    let mut first = other.take(1);
    let later = other.take(2);
    let mut held = greedy.take(19);
    // One of a connection with few has waited for longest, then some of the one with many.
    other.turns[1].hand_over();
    tokio::time::sleep(A_WHILE).await;
    greedy.turns[5..].iter().for_each(|turn| turn.hand_over());
    tokio::time::sleep(A_WHILE).await;
    let (guest, turn) = (other.guest.clone(), other.guest.turn());
    guest.begin();
    let asking = rooms.clone();
    let request = tokio::spawn(async move { asking.admit(&guest, &turn, Head::Small).await });
    let told = async {
        loop {
            tokio::time::sleep(Duration::from_millis(5)).await;
            let is_told = |turn: &Arc<Turn>| turn.told_to_leave().now_or_never().is_some();
            if let Some(at) = greedy.turns.iter().position(is_told) {
                break at;
            }
        }
    };
    assert!(told.await >= 5, "what we work on is done to its end");
    assert!(other.turns[1].told_to_leave().now_or_never().is_none(), "it has few");
    drop(held.pop());
    assert!(request.await.unwrap().is_some());
    drop((first.pop(), later));
}

/// It is asked for a room in the background, until this is dropped.
fn wait(rooms: &Rooms, connection: &Connection) -> tokio::task::JoinHandle<Option<Room>> {
    let (guest, turn, rooms) = (connection.guest.clone(), connection.guest.turn(), rooms.clone());
    guest.begin();
    tokio::spawn(async move { rooms.admit(&guest, &turn, Head::Small).await })
}

fn is_told(turn: &Turn) -> bool {
    turn.told_for().is_some()
}

#[tokio::test]
async fn whoever_has_more_than_their_share_is_not_saved_by_doing_a_little() {
    let rooms = Rooms::new(30);
    let (mut greedy, mut modest) = (Connection::come(&rooms).await, Connection::come(&rooms).await);
    let held = (greedy.take(29), modest.take(3));
    tokio::time::sleep(A_WHILE).await;
    // A slow reader has kept us waiting for longer.
    modest.turns.iter().for_each(|turn| turn.hand_over());
    tokio::time::sleep(A_WHILE).await;
    greedy.turns.iter().for_each(|turn| turn.hand_over());
    let mut other = Connection::come(&rooms).await;
    let _one = other.take(1);
    let waiting = wait(&rooms, &other);
    while !greedy.turns.iter().any(|turn| is_told(turn)) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(!modest.turns.iter().any(|turn| is_told(turn)));
    // Nobody has heard of it yet, and one is enough for one.
    tokio::time::sleep(10 * PATIENCE).await;
    assert_eq!(greedy.turns.iter().filter(|turn| is_told(turn)).count(), 1);
    drop(held);
    assert!(waiting.await.unwrap().is_some());
}

#[tokio::test]
async fn when_a_connection_takes_nothing_its_requests_go_with_it() {
    let rooms = Rooms::new(1);
    let place = Places::new(1).take().await;
    let mut greedy = Connection::on(&rooms, &place);
    let _held = greedy.take(2);
    greedy.turns[1].hand_over();
    let mut other = Connection::come(&rooms).await;
    let _one = other.take(1);
    tokio::time::sleep(A_WHILE).await;
    place.turn.take();
    let waiting = wait(&rooms, &other);
    tokio::time::sleep(HEARS_WITHIN + A_WHILE).await;
    assert!(is_told(&greedy.turns[1]));
    assert!(!is_told(&place.turn), "it has something that we work on");
    place.turn.hand_over();
    place.turn.told_to_leave().await;
    waiting.abort();
}

/// What comes behind their heads would lie there.
#[tokio::test]
async fn few_wait_of_whom_more_may_come_than_the_head_and_only_in_turn() {
    let rooms = Rooms::new(40);
    let (mut one, mut other) = (Connection::come(&rooms).await, Connection::come(&rooms).await);
    let held = (one.take(41), other.take(1));
    let ask = |connection: &Connection| {
        let (guest, turn) = (connection.guest.clone(), connection.guest.turn());
        guest.begin();
        let rooms = rooms.clone();
        Box::pin(async move { rooms.admit(&guest, &turn, Head::Open).await })
    };
    assert!(ask(&one).now_or_never().expect("it has its share").is_none());
    let mut waiting: Vec<_> = (0..MOST_OPEN).map(|_| ask(&other)).collect();
    for request in &mut waiting {
        assert!(request.now_or_never().is_none(), "it waits in turn");
    }
    assert!(ask(&other).now_or_never().expect("so many of a connection").is_none());
    let mut third = Connection::come(&rooms).await;
    let _own = third.take(1);
    let mut last = ask(&third);
    assert!((&mut last).now_or_never().is_none());
    assert!(ask(&third).now_or_never().expect("so many of all").is_none());
    drop(held);
    for request in waiting {
        assert!(request.await.is_some());
    }
    assert!(last.await.is_some());
}

/// Who asks and goes, again and again, would have somebody told each time.
#[tokio::test]
async fn those_who_do_something_are_told_at_a_pace_however_many_look() {
    const MANY: usize = 20;
    // With more than their share, and with less.
    for rooms_of_each in [MANY, 1] {
        let rooms = Rooms::new(MANY);
        let (mut own, mut held, mut waiting) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..MANY / rooms_of_each {
            let mut reader = Connection::come(&rooms).await;
            own.extend(reader.take(1));
            let shared = reader.take(rooms_of_each).into_iter().map(Some);
            held.extend(reader.turns.split_off(1).into_iter().zip(shared));
        }
        held.iter().for_each(|(turn, _)| turn.hand_over());
        tokio::time::sleep(A_WHILE).await;
        held.iter().for_each(|(turn, _)| turn.renew());
        for _ in 0..MANY {
            let mut other = Connection::come(&rooms).await;
            own.extend(other.take(1));
            waiting.push(wait(&rooms, &other));
        }
        let (began, mut told) = (Instant::now(), 0);
        while began.elapsed() < 5 * LONG_WAIT {
            for (turn, room) in &mut held {
                turn.renew();
                told += usize::from(is_told(turn) && room.take().is_some());
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!((1..=6).contains(&told), "{rooms_of_each}: {told}");
        waiting.iter().for_each(|waiting| waiting.abort());
    }
}

/// What it asks for beside that can wait for itself.
#[tokio::test]
async fn whoever_is_alone_takes_no_answer_from_itself_that_it_reads() {
    let rooms = Rooms::new(2);
    let mut alone = Connection::come(&rooms).await;
    let _held = alone.take(3);
    alone.turns.iter().for_each(|turn| turn.hand_over());
    let waiting = wait(&rooms, &alone);
    let read = async |lasting: Duration| {
        let began = Instant::now();
        while began.elapsed() < lasting {
            alone.turns.iter().for_each(|turn| turn.renew());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        alone.turns.iter().filter(|turn| is_told(turn)).count()
    };
    assert_eq!(read(A_WHILE + 3 * LONG_WAIT).await, 0);
    // Somebody else may want a room.
    let mut other = Connection::come(&rooms).await;
    let _own = other.take(1);
    assert!(read(3 * LONG_WAIT).await > 0);
    waiting.abort();
}
