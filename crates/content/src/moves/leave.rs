use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use kernel::{SitePath, Timestamp};
use store::Stored;

use crate::content::Change;
use crate::error::ContentError;
use crate::redirects::{Origin, Redirect, Target, Thing};
use crate::tree::{Tree, has_expired};

/// How long a removed redirect is kept, so that every node hears of the removal.
const REMOVED_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// What happens to redirects when things come to addresses and leave them.
///
/// A redirect is written for an address that is left and that nobody else has. It leads to the
/// thing itself, so it follows every later move and can be neither stale nor part of a chain. A
/// redirect at an address that something comes to is removed: the thing is what is there now.
#[derive(Debug)]
pub(crate) struct RedirectChanges<'t> {
    tree: &'t Tree,
    now: Timestamp,
    life: Option<Duration>,
    /// By old path, so that a path is dealt with once.
    written: HashMap<SitePath, Written>,
    moving: HashSet<Thing>,
}

#[derive(Debug)]
enum Written {
    New(Target),
    /// One that was there leads to what has moved from now on.
    Renewed(Stored<Redirect>),
    Changed(Stored<Redirect>),
}

impl<'t> RedirectChanges<'t> {
    /// `moving` are the things that are about to leave where they are.
    pub(crate) fn new(
        tree: &'t Tree,
        now: Timestamp,
        life: Option<Duration>,
        moving: HashSet<Thing>,
    ) -> Self {
        Self { tree, now, life, written: HashMap::new(), moving }
    }

    /// What a move does to redirects. `moved` are in the order of their claims.
    pub(crate) fn of_move(
        tree: &'t Tree,
        now: Timestamp,
        life: Option<Duration>,
        moved: &[Moved],
    ) -> Self {
        let things = moved.iter().map(|moved| moved.thing).collect();
        let mut changes = Self::new(tree, now, life, things);
        for moved in moved.iter().filter(|moved| moved.exists) {
            // Arrivals first: whoever comes to an address has a better claim to it than the
            // redirect of whoever leaves it.
            changes.arrive(&moved.to, moved.thing);
        }
        for moved in moved {
            changes.leave(&moved.from, moved.thing, moved.exists);
        }
        changes
    }

    /// Something leaves an address. What nobody can see at the moment leaves a trace only where
    /// there is none: it must not take away somebody else's.
    pub(crate) fn leave(&mut self, path: &SitePath, thing: Thing, exists: bool) {
        // Dealt with already: something has come here, or somebody with a better claim has left it.
        if self.written.contains_key(path) {
            return;
        }
        if self.tree.is_occupied(path.as_str(), |thing| self.moving.contains(&thing)) {
            return;
        }
        let target = Target::Thing(thing);
        let known = self.redirect_at(path);
        let written = match known {
            None => Written::New(target),
            // What is hidden must not take an address that leads visitors somewhere today.
            Some(_) if !exists => return,
            Some(known) => {
                let mut stored = Stored::clone(known);
                stored.document.target = target;
                stored.document.origin = Origin::Move;
                // Renewed as if it were new: the time it may live counts from this departure.
                stored.document.created_at = self.now;
                stored.document.expires_at = self.life.map(|life| self.now.plus(life));
                Written::Renewed(stored)
            }
        };
        self.written.insert(path.clone(), written);
        self.lead_on(path, thing);
    }

    /// Something comes to an address.
    pub(crate) fn arrive(&mut self, path: &SitePath, thing: Thing) {
        if let Some(known) = self.redirect_at(path) {
            let mut stored = Stored::clone(known);
            remove(&mut stored.document, self.now);
            self.written.insert(path.clone(), Written::Changed(stored));
        } else {
            self.written.remove(path);
        }
        self.lead_on(path, thing);
    }

    /// A redirect made by hand that led to this address leads to the thing from now on.
    fn lead_on(&mut self, path: &SitePath, thing: Thing) {
        for turned in led_on(self.tree, path, &Target::Thing(thing), self.now) {
            let old_path = turned.document.old_path.clone();
            self.written.entry(old_path).or_insert(Written::Changed(turned));
        }
    }

    /// What has expired is gone from the database already, or will be with the next write.
    fn redirect_at(&self, path: &SitePath) -> Option<&'t Arc<Stored<Redirect>>> {
        let known = self.tree.redirect(path.as_str());
        known.filter(|known| !has_expired(&known.document, self.now))
    }

    /// How many addresses lead to what has moved, once this is written down.
    pub(crate) fn count(&self) -> usize {
        let leads = |written: &&Written| matches!(written, Written::New(_) | Written::Renewed(_));
        self.written.values().filter(leads).count()
    }

    /// Writes everything down. How many redirects now lead to what has moved.
    pub(crate) fn save(self, change: &mut Change<'_, '_>) -> Result<usize, ContentError> {
        let (now, life, count) = (self.now, self.life, self.count());
        let mut new = Vec::new();
        let mut changed = Vec::new();
        for (old_path, written) in self.written {
            match written {
                Written::Renewed(stored) | Written::Changed(stored) => changed.push(stored),
                Written::New(target) => new.push(Redirect {
                    id: change.generate_id(),
                    old_path,
                    target,
                    origin: Origin::Move,
                    created_at: now,
                    expires_at: life.map(|life| now.plus(life)),
                    removed: false,
                }),
            }
        }
        // What makes room goes first.
        // The unique rule for paths is checked at each statement, not at the end. A removed
        // redirect gives its path up, so it has to be written before one that takes it.
        changed.sort_by_key(|stored| (!stored.document.removed, stored.document.id));
        // A map has no order of its own, and what is written should not differ from run to run.
        new.sort_by(|a, b| a.old_path.cmp(&b.old_path));
        change.transaction.replace_all(changed)?;
        change.transaction.insert_all(new)?;
        Ok(count)
    }
}

/// The redirects that lead to an address, as they lead on from there. Whoever writes a redirect at an address, or comes
/// to it, writes these as well, so that no chain comes about.
pub(crate) fn led_on(
    tree: &Tree,
    path: &SitePath,
    target: &Target,
    now: Timestamp,
) -> Vec<Stored<Redirect>> {
    let leading_here = tree.redirects_to_path(path);
    let turned = leading_here.filter(|known| !has_expired(&known.document, now)).map(|known| {
        let mut stored = Stored::clone(known);
        stored.document.target = target.clone();
        stored
    });
    turned.collect()
}

/// A removed redirect is not found any more and disappears after a while.
pub(crate) fn remove(redirect: &mut Redirect, now: Timestamp) {
    redirect.removed = true;
    redirect.expires_at = Some(now.plus(REMOVED_FOR));
}

/// Things that move, in the order in which they have a claim to an address: what the public sees
/// first, then by kind.
#[derive(Debug)]
pub(crate) struct Moved {
    pub(crate) thing: Thing,
    pub(crate) from: SitePath,
    pub(crate) to: SitePath,
    pub(crate) exists: bool,
    pub(crate) public: bool,
}

impl Moved {
    pub(crate) fn claim(&self) -> (bool, bool, Thing) {
        (!self.public, !self.exists, self.thing)
    }
}
