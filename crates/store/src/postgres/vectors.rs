use super::{MIGRATION_LOCK, Postgres};
use crate::StoreError;
use crate::vectors::{VectorSupport, Vectors, support};

impl Postgres {
    /// Looks for the extension, and puts it into the database where it is installed and this role may.
    pub(crate) async fn vectors(&self) -> Result<Vectors, StoreError> {
        if let Some(found) = self.read(support::find, true).await? {
            return self.usable(found).await;
        }
        let created: Result<(), StoreError> = self
            .write(|transaction| {
                // Two nodes that start together: the second finds what the first has made.
                transaction.session().execute(MIGRATION_LOCK, &[])?;
                support::create(transaction)
            })
            .await;
        match created {
            Ok(()) => match self.read(support::find, true).await? {
                Some(found) => self.usable(found).await,
                None => Ok(Vectors::NotKept("the extension was removed again".to_owned())),
            },
            Err(StoreError::Refused(cause)) => {
                tracing::debug!(%cause, "the extension was not created");
                let why = "an administrator has to run CREATE EXTENSION vector in this database";
                Ok(Vectors::NotKept(why.to_owned()))
            }
            Err(error) => Err(error),
        }
    }

    /// It may lie in a schema that is closed to this role.
    async fn usable(&self, found: Vectors) -> Result<Vectors, StoreError> {
        let Vectors::Kept(support) = found else { return Ok(found) };
        let tried: VectorSupport = support.clone();
        let outcome: Result<(), StoreError> =
            self.read(move |transaction| support::try_out(transaction, &tried), true).await;
        match outcome {
            Ok(()) => Ok(Vectors::Kept(support)),
            Err(StoreError::Refused(_)) => {
                let why = "this role may not use the schema of the extension \"vector\"";
                Ok(Vectors::NotKept(why.to_owned()))
            }
            Err(error) => Err(error),
        }
    }
}
