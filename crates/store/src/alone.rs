use crate::sqlite::HeldFile;
use crate::store::Location;
use crate::{StoreError, Transaction, postgres};

/// A database that one process fills, while no other one does. Dropping it, or dying, gives it back.
/// Whoever only uses the site is not kept out.
#[derive(Debug)]
pub struct Alone {
    held: Held,
}

#[derive(Debug)]
enum Held {
    File { _file: HeldFile },
    Server { line: postgres::Line },
}

impl Alone {
    /// None where another process has it. A file that is not there yet is made.
    pub async fn claim(location: &Location) -> Result<Option<Self>, StoreError> {
        let held = match location {
            Location::File(path) => HeldFile::claim(path)?.map(|file| Held::File { _file: file }),
            Location::Server(url) => {
                postgres::Line::claim(url).await?.map(|line| Held::Server { line })
            }
        };
        Ok(held.map(|held| Self { held }))
    }

    /// Whether it is still so. A server gives a claim to others when the connection is cut, without a word.
    pub async fn is_held(&self) -> bool {
        match &self.held {
            Held::File { .. } => true,
            Held::Server { line } => line.lives().await,
        }
    }

    /// What a transaction can ask the same with.
    pub fn claimed(&self) -> ClaimedBy {
        match &self.held {
            Held::File { .. } => ClaimedBy { backend: None },
            Held::Server { line } => ClaimedBy { backend: Some(line.backend()) },
        }
    }
}

/// Who has claimed a database.
#[derive(Clone, Copy, Debug)]
pub struct ClaimedBy {
    /// The connection to a server.
    backend: Option<i64>,
}

impl ClaimedBy {
    /// Whether they have it still. If so, nobody else gets it before this transaction ends, even if the connection is
    /// cut meanwhile.
    pub fn keep(self, transaction: &mut Transaction<'_>) -> Result<bool, StoreError> {
        match self.backend {
            None => Ok(true),
            Some(backend) => postgres::keep_claim(transaction.session(), backend),
        }
    }
}
