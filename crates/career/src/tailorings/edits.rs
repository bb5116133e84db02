//! A tailored resume that its user words otherwise.
//!
//! The owner's own words are approved by the act: for this result, and for the fact behind the line
//! wherever it is told from now on. What stood there is kept as a version that can be read. Anybody
//! else's words are an example of their voice, and the result stays as it is: nobody but the owner can say
//! what is true of them.

use kernel::{ExpectedVersion, FieldErrors, Id, Invalid, Patch, Role};
use memory::voice::{
    FeedbackType, NewFeedback, SourceHome, give_feedback, owners_feedback, take_back,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{ChangeError, StoreError, Stored, Transaction};
use tailor::delivered::{Kind, place_of};
use tailor::{Proposal, Statement, is_invisible, is_turn};

use super::lacking;
use super::options::OptionsInput;
use super::proposals::{Acceptance, home_of};
use super::service::missing;
use super::versions::keep_changed;
use super::{Look, Options, Pages, Paper, ProposalState, Tailoring};
use crate::Career;
use crate::resumes::Language;

/// Of a line; as much as a proposal may grow to.
const LONGEST_LINE: usize = 2000;
const MOST_LINES: usize = 100;
/// Entries of feedback that are looked at: as many as a run looks at.
const MOST_FEEDBACK: u32 = 2000;

/// What is to be said otherwise, and how the result is to be set. What is absent stays as it is.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "TailoringEdit")]
pub(super) struct EditInput {
    /// Up to 100 lines. Either all of them are taken or none is.
    #[schemars(length(max = 100))]
    lines: Vec<LineInput>,
    /// 1, 2 or `any`. The choice of lines stays as it is.
    pages: Option<Pages>,
    paper: Option<Paper>,
    /// Null for that of the document's `meta.theme`.
    look: Patch<Look>,
    photo: Option<bool>,
    /// Null for that of the resume.
    language: Patch<Language>,
    /// Requirements of the job, in its words, that you have not. They take the place of those that you have
    /// named before, and are known again when you tailor for the same job.
    lacking: Option<Vec<String>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(rename = "LineEdit")]
pub(super) struct LineInput {
    /// Of the statement, such as `work/0/highlights/1` or `basics/summary`: a highlight, a summary, a
    /// description, a reference or the title below the name. Names and dates are changed in the resume.
    path: String,
    /// 1 to 2,000 characters.
    #[schemars(length(max = 2000), regex(pattern = kernel::pattern::FILLED_TEXT))]
    text: String,
}

/// A line that its owner has worded, so that it can be worded again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditedLine {
    pub(super) path: String,
    /// The entry of feedback that it became.
    pub(super) feedback_id: Id,
    /// The words of the fact; none where the line rests on more than one text.
    pub(super) source: Option<String>,
}

impl Career {
    pub(super) async fn edit_tailoring(
        &self,
        by: Acceptance,
        id: Id,
        input: EditInput,
        expected: ExpectedVersion,
    ) -> Result<Stored<Tailoring>, ChangeError> {
        self.store
            .write(move |transaction| {
                let mut stored = transaction.get::<Tailoring>(id)?;
                if stored.document.user_id != by.user_id {
                    return Err(missing(id).into());
                }
                expected.check(stored.version)?;
                let lines = check(&input.lines, &stored.document)?;
                let lacking = lacking::check(input.lacking.as_deref(), &stored.document.analysis)?;
                let before = stored.document.clone();
                let tailoring = &mut stored.document;
                tailoring.lacking = lacking.unwrap_or_else(|| before.lacking.clone());
                for (path, text) in lines {
                    match by.role == Role::Admin {
                        true => say(transaction, tailoring, &by, path, text)?,
                        false => voice(transaction, tailoring, &by, path, text)?,
                    }
                }
                tailoring.options = asked(&input, tailoring);
                keep_changed(transaction, tailoring, &before)?;
                if tailoring.resume != before.resume {
                    tailoring.count_again();
                }
                match *tailoring == before {
                    true => Ok(stored),
                    false => Ok(transaction.replace(stored)?),
                }
            })
            .await
    }
}

/// A language that is taken back is again the one the result was made in.
fn asked(input: &EditInput, tailoring: &Tailoring) -> Options {
    let EditInput { pages, paper, look, photo, language, .. } = *input;
    let input = OptionsInput { pages, paper, look, photo, language };
    let options = input.change(tailoring.options);
    let language = options.language.or(tailoring.resume_language);
    Options { language, ..options }
}

/// The lines that are really worded otherwise.
fn check<'a>(
    lines: &'a [LineInput],
    tailoring: &Tailoring,
) -> Result<Vec<(&'a str, &'a str)>, ChangeError> {
    let mut errors = FieldErrors::default();
    if lines.len() > MOST_LINES {
        return Err(Invalid::field("lines", format!("may be up to {MOST_LINES}")).into());
    }
    let mut changed: Vec<(&str, &str)> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let place = |member: &str| format!("lines[{number}].{member}");
        let path = line.path.as_str();
        let known = tailoring.statements.iter().find(|statement| statement.path == path);
        match known.filter(|_| is_prose(path)) {
            None => errors.add(place("path"), "names no line that can be worded otherwise"),
            Some(_) if changed.iter().any(|(known, _)| *known == path) => {
                errors.add(place("path"), "stands there twice");
            }
            Some(statement) if statement.text != line.text.trim() => {
                changed.push((path, line.text.trim()));
            }
            Some(_) => {}
        }
        errors.keep(&place("text"), check_text(line.text.trim()));
    }
    errors.finish()?;
    Ok(changed)
}

fn check_text(text: &str) -> Result<(), String> {
    match text.chars().count() {
        // What nobody sees says nothing.
        _ if text.chars().all(|c| c.is_whitespace() || is_invisible(c)) => {
            Err("must not be empty".to_owned())
        }
        length if length > LONGEST_LINE => Err(format!("may have up to {LONGEST_LINE} characters")),
        _ if text.chars().any(|c| c.is_control() && c != '\n' || is_turn(c)) => {
            Err("must be plain text".to_owned())
        }
        _ => Ok(()),
    }
}

/// Whether a line is told in sentences. Who, where and when is the resume's to say.
fn is_prose(path: &str) -> bool {
    if path == "basics/label" {
        return true;
    }
    let steps: Vec<&str> = path.split('/').collect();
    match steps.as_slice() {
        [.., "highlights", number] => number.parse::<usize>().is_ok(),
        [.., last] => matches!(*last, "summary" | "description" | "reference"),
        [] => false,
    }
}

/// Says a line in the owner's words, and approves them for the fact behind it.
fn say(
    transaction: &mut Transaction<'_>,
    tailoring: &mut Tailoring,
    by: &Acceptance,
    path: &str,
    text: &str,
) -> Result<(), StoreError> {
    let at = tailoring.statements.iter().position(|statement| statement.path == path);
    let Some(at) = at else { return Ok(()) };
    let statement = tailoring.statements[at].clone();
    let known = tailoring.edited.iter().position(|line| line.path == path);
    let known = known.map(|known| tailoring.edited.remove(known));
    let restored = withdraw(transaction, tailoring, by, path, text)?;
    let source = match &known {
        // What was worded before gives way: of one fact one wording of the owner's is enough.
        Some(line) => {
            take_back(transaction, &by.user_id, line.feedback_id)?;
            line.source.clone()
        }
        None => source_of(&statement),
    };
    if let Some(place) = tailoring.resume.pointer_mut(&format!("/{path}")) {
        *place = Value::String(text.to_owned());
    }
    let is_source = source.as_deref() == Some(text);
    if is_source {
        unsay(transaction, tailoring, &statement, text)?;
    }
    if let Some(restored) = restored {
        tailoring.statements[at] = restored;
        return Ok(());
    }
    if !is_source {
        let feedback = feedback(tailoring, by, &statement, source.clone(), text);
        let feedback_id = give_feedback(transaction, feedback)?.document.id;
        let source = source.clone();
        tailoring.edited.push(EditedLine { path: path.to_owned(), feedback_id, source });
    }
    let statement = &mut tailoring.statements[at];
    text.clone_into(&mut statement.text);
    statement.kind = Some(if is_source { Kind::Verbatim } else { Kind::Approved });
    statement.source = source.filter(|_| !is_source);
    statement.edits.clear();
    Ok(())
}

/// Takes back every wording that was approved for a fact, in whatever result that was: its owner has gone back to
/// the words of the fact.
fn unsay(
    transaction: &mut Transaction<'_>,
    tailoring: &Tailoring,
    statement: &Statement,
    source: &str,
) -> Result<(), StoreError> {
    let home = match statement.receipts.as_slice() {
        [receipt] => home_of(tailoring, &statement.path, receipt.chunk_id),
        _ => None,
    };
    for entry in owners_feedback(transaction, MOST_FEEDBACK)? {
        let is_approval =
            matches!(entry.feedback_type, FeedbackType::Approved | FeedbackType::Edited);
        let is_of_source = match (&entry.source_text, entry.feedback_type) {
            (Some(text), _) => text == source,
            (None, FeedbackType::Edited) => entry.original_text == source,
            (None, _) => false,
        };
        // What was said of another entry with the same words stays.
        let is_here = match (&entry.source_home, &home) {
            (Some(known), Some(here)) => is_same_home(known, here),
            _ => true,
        };
        if is_approval && is_of_source && is_here {
            take_back(transaction, &entry.user_id, entry.id)?;
        }
    }
    Ok(())
}

fn is_same_home(one: &SourceHome, other: &SourceHome) -> bool {
    match (&one.entry, &other.entry) {
        (Some(one), Some(other)) => one == other,
        _ => one.company == other.company && one.position == other.position,
    }
}

/// Takes back the proposals that a line was worded by and that its owner goes back behind: whoever returns to
/// their own words does not want the others in later results. Answers the statement that stood there
/// before, where the line says the same again.
fn withdraw(
    transaction: &mut Transaction<'_>,
    tailoring: &mut Tailoring,
    by: &Acceptance,
    path: &str,
    text: &str,
) -> Result<Option<Statement>, StoreError> {
    let mut restored = None;
    let (mut gone, mut stays) = (Vec::new(), Vec::new());
    for accepted in std::mem::take(&mut tailoring.accepted) {
        let is_withdrawn = tailoring.proposals.get(accepted.number).is_some_and(|kept| {
            let Proposal { text: wording, source, .. } = &kept.proposal;
            let source = source.text.as_str();
            // In a summary it stands for one sentence of several.
            let is_told = |words: &str| text == words || place_of(words, text).is_some();
            kept.proposal.path == path && is_told(source) && !is_told(wording)
        });
        if is_withdrawn { gone.push(accepted) } else { stays.push(accepted) }
    }
    tailoring.accepted = stays;
    for accepted in gone {
        take_back(transaction, &by.user_id, accepted.feedback_id)?;
        if let Some(kept) = tailoring.proposals.get_mut(accepted.number) {
            kept.state = ProposalState::Open;
        }
        restored = restored.or(accepted.replaced.filter(|before| before.text == text));
    }
    Ok(restored)
}

fn voice(
    transaction: &mut Transaction<'_>,
    tailoring: &Tailoring,
    by: &Acceptance,
    path: &str,
    text: &str,
) -> Result<(), StoreError> {
    let statement = tailoring.statements.iter().find(|statement| statement.path == path).cloned();
    let Some(statement) = statement else { return Ok(()) };
    let source = source_of(&statement);
    let feedback = feedback(tailoring, by, &statement, source, text);
    give_feedback(transaction, feedback)?;
    Ok(())
}

fn feedback(
    tailoring: &Tailoring,
    by: &Acceptance,
    statement: &Statement,
    source_text: Option<String>,
    text: &str,
) -> NewFeedback {
    // Of one fact; what rests on several is nobody's in particular.
    let source_home = match statement.receipts.as_slice() {
        [receipt] => home_of(tailoring, &statement.path, receipt.chunk_id),
        _ => None,
    };
    NewFeedback {
        user_id: by.user_id.clone(),
        by_owner: by.role == Role::Admin,
        original_text: statement.text.clone(),
        final_text: Some(text.to_owned()),
        feedback_type: FeedbackType::Edited,
        job_context: tailoring.job_description.clone(),
        note: None,
        section_type: statement.path.split('/').next().map(str::to_owned),
        source_text,
        source_home,
    }
}

/// The words of the fact that a line tells, as they were when it was told: the fact may say something else
/// by now. A line that was worded by somebody before leads to its source by itself.
fn source_of(statement: &Statement) -> Option<String> {
    match statement.kind {
        Some(Kind::Verbatim) => Some(statement.text.clone()),
        _ => statement.source.clone(),
    }
}
