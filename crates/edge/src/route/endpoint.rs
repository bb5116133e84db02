use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use axum::routing::{MethodFilter, MethodRouter, on_service};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use kernel::Code;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use tower::Service;

use super::guard::{Audience, EndedSession, Guard, Guarded};
use crate::RequestContext;

/// A handler together with what it reads and answers.
pub struct Endpoint {
    pub(crate) operation: Operation,
    pub(crate) route: Route,
    // The strictest of each is what an endpoint begins with.
    pub(crate) ended_session: EndedSession,
    pub(crate) audience: Audience,
    pub(crate) largest_body: Option<usize>,
}

/// A handler that shows a page, or sends what pages need. It is not part of the API: it has no
/// description and is not served under `/api`.
pub struct PageEndpoint {
    pub(crate) serve: Box<dyn FnOnce(Guard) -> PageService + Send>,
    pub(crate) audience: Audience,
    pub(crate) is_there: Option<IsThere>,
}

pub(crate) type Route = Box<dyn FnOnce(MethodFilter, Guard) -> MethodRouter + Send>;

/// A page behind its guard. One pointer, as the fallback has it copied for every request.
pub(crate) type PageService = Arc<dyn Fn(Request) -> BoxFuture<'static, Response> + Send + Sync>;

/// Whether a page is at the address of a request, for whoever asks.
pub(crate) type IsThere = Arc<dyn Fn(&RequestContext) -> bool + Send + Sync>;

impl PageEndpoint {
    pub fn new<H, T, S>(handler: H, state: S) -> Self
    where
        H: Handler<T, S>,
        T: 'static,
        S: Clone + Send + Sync + 'static,
    {
        // Made when the table is complete: only then is there a guard to stand before it.
        let serve = Box::new(move |guard| -> PageService {
            let guarded = Guarded::new(guard, handler, state);
            Arc::new(move |request| {
                let answering = guarded.clone().call(request);
                Box::pin(answering.map(|Ok(response)| response))
            })
        });
        Self { serve, audience: Audience::default(), is_there: None }
    }

    /// As [`Endpoint::same_for_all`].
    pub fn same_for_all(mut self) -> Self {
        self.audience = Audience::Everybody;
        self
    }

    /// For the fallback, which answers any address: at which of them it has something. Whoever wants
    /// to do something else there than read is told what works; elsewhere there is nothing at all.
    pub fn knows(
        mut self,
        is_there: impl Fn(&RequestContext) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.is_there = Some(Arc::new(is_there));
        self
    }
}

type MakeSchema = fn(&mut SchemaGenerator) -> Schema;

/// The description of an endpoint, from which its part of the OpenAPI document is made.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub(crate) summary: &'static str,
    pub(crate) details: &'static str,
    /// What the parts of the path may be, where that is more than any text.
    pub(crate) path: Vec<(&'static str, MakeSchema)>,
    pub(crate) query: Option<MakeSchema>,
    pub(crate) body: Option<Body>,
    pub(crate) form: Option<MakeSchema>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) fails: Vec<Code>,
    pub(crate) conditional: bool,
    /// What it reads of the headers besides, by name, with what each is for.
    pub(crate) headers: Vec<(&'static str, &'static str)>,
}

/// What an endpoint reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    pub(crate) media_type: &'static str,
    pub(crate) schema: MakeSchema,
    /// A shape of its own in which these members have to be there.
    pub(crate) complete: Option<(&'static str, &'static [&'static str])>,
    /// What the file of a form may be.
    pub(crate) file_types: Option<&'static str>,
}

impl Body {
    fn new<T: JsonSchema>(media_type: &'static str) -> Self {
        let schema = SchemaGenerator::subschema_for::<T>;
        Self { media_type, schema, complete: None, file_types: None }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) description: &'static str,
    pub(crate) media_types: &'static [&'static str],
    pub(crate) schema: Option<MakeSchema>,
    pub(crate) headers: &'static [(&'static str, &'static str)],
}

const TAGGED: &[(&str, &str)] = &[("ETag", "The version of what was answered")];
const PARTIAL: &[(&str, &str)] =
    &[("Content-Range", "Which part it is"), ("ETag", "The version of the whole")];
const CREATED: &[(&str, &str)] =
    &[("Location", "Where the new resource is"), ("ETag", "Its version")];

impl Endpoint {
    pub fn new<H, T, S>(summary: &'static str, handler: H, state: S) -> Self
    where
        H: Handler<T, S>,
        T: 'static,
        S: Clone + Send + Sync + 'static,
    {
        let operation = Operation {
            summary,
            details: "",
            path: Vec::new(),
            query: None,
            body: None,
            form: None,
            answers: Vec::new(),
            fails: Vec::new(),
            conditional: false,
            headers: Vec::new(),
        };
        let route =
            Box::new(move |method, guard| on_service(method, Guarded::new(guard, handler, state)));
        let (ended_session, audience) = (EndedSession::Refused, Audience::default());
        Self { operation, route, ended_session, audience, largest_body: None }
    }

    pub fn details(mut self, details: &'static str) -> Self {
        self.operation.details = details;
        self
    }

    /// What the part of the path with this name may be. Ids and other texts need no word.
    pub fn path<T: JsonSchema>(mut self, name: &'static str) -> Self {
        self.operation.path.push((name, SchemaGenerator::subschema_for::<T>));
        self
    }

    pub fn query<T: JsonSchema>(mut self) -> Self {
        self.operation.query = Some(SchemaGenerator::subschema_for::<T>);
        self
    }

    pub fn body<T: JsonSchema>(mut self) -> Self {
        self.operation.body = Some(Body::new::<T>("application/json"));
        self
    }

    /// As [`Endpoint::body`] for inputs that serve for new resources and for changes alike: these
    /// members have to be there, and the description calls that shape `name`.
    pub fn complete_body<T: JsonSchema>(
        mut self,
        name: &'static str,
        required: &'static [&'static str],
    ) -> Self {
        let body = Body::new::<T>("application/json");
        self.operation.body = Some(Body { complete: Some((name, required)), ..body });
        self
    }

    /// A form with files, read through [`crate::Multipart`].
    pub fn multipart<T: JsonSchema>(mut self, file_types: &'static str) -> Self {
        let body = Body::new::<T>("multipart/form-data");
        self.operation.body = Some(Body { file_types: Some(file_types), ..body });
        self
    }

    /// A body that is read as JSON or as a form, by the handler itself: how it fails is the
    /// handler's business, too.
    pub fn form<T: JsonSchema>(mut self) -> Self {
        self.operation.form = Some(SchemaGenerator::subschema_for::<T>);
        self
    }

    /// 200 with a JSON body and a tag.
    pub fn answers<T: JsonSchema>(self, description: &'static str) -> Self {
        self.answer(200, description, Some(SchemaGenerator::subschema_for::<T>), TAGGED)
    }

    /// 201 with the new resource, its address and its tag.
    pub fn creates<T: JsonSchema>(self, description: &'static str) -> Self {
        self.answer(201, description, Some(SchemaGenerator::subschema_for::<T>), CREATED)
    }

    /// 201 with the new resource and its address, for what can be read this one time.
    pub fn creates_once<T: JsonSchema>(self, description: &'static str) -> Self {
        self.answer(201, description, Some(SchemaGenerator::subschema_for::<T>), &CREATED[..1])
    }

    /// A JSON body under any status, without a tag.
    pub fn reports<T: JsonSchema>(self, status: u16, description: &'static str) -> Self {
        self.answer(status, description, Some(SchemaGenerator::subschema_for::<T>), &[])
    }

    pub fn answers_nothing(self, description: &'static str) -> Self {
        self.answer(204, description, None, &[])
    }

    /// 200 with something that is not JSON.
    pub fn answers_with(
        self,
        media_types: &'static [&'static str],
        description: &'static str,
    ) -> Self {
        self.answer_with(200, description, media_types, &[])
    }

    /// A page for people under any status, also beside another form of the same answer.
    pub fn shows_page(self, status: u16, description: &'static str) -> Self {
        self.answer_with(status, description, &["text/html"], &[])
    }

    /// 200 with a file and its tag, and 206 with the part of it that was asked for.
    pub fn answers_file(
        mut self,
        media_types: &'static [&'static str],
        description: &'static str,
    ) -> Self {
        self.operation.fails.push(Code::Range);
        self.answer_with(200, description, media_types, TAGGED).answer_with(
            206,
            "The part that `Range` asks for",
            media_types,
            PARTIAL,
        )
    }

    /// On to another address.
    pub fn redirects(mut self, status: u16, description: &'static str) -> Self {
        let headers = &[("Location", "Where to go on")];
        let answer = Answer { status, description, media_types: &[], schema: None, headers };
        self.operation.answers.push(answer);
        self
    }

    /// Somebody whose session has ended is let in as nobody in particular, instead of being
    /// refused: for where people sign in, and for what pages need.
    pub fn forgives_ended_session(mut self) -> Self {
        self.ended_session = EndedSession::Forgiven;
        self
    }

    /// It answers everybody alike, signed in or not, so that caches may keep one copy for all.
    /// Without this word an answer counts as written for whoever asked.
    pub fn same_for_all(mut self) -> Self {
        self.audience = Audience::Everybody;
        self
    }

    /// It reads no larger body than this.
    pub fn largest_body(mut self, bytes: usize) -> Self {
        self.largest_body = Some(bytes);
        self
    }

    /// Honours `If-None-Match` (reads) or `If-Match` (writes).
    pub fn conditional(mut self) -> Self {
        self.operation.conditional = true;
        self
    }

    /// Reads a header of its own, which may be absent.
    pub fn header(mut self, name: &'static str, description: &'static str) -> Self {
        self.operation.headers.push((name, description));
        self
    }

    /// Honours `Idempotency-Key`: its body is read as [`crate::Repeatable`].
    pub fn repeatable(self) -> Self {
        self.header(crate::repeat::NAME, crate::repeat::DESCRIPTION)
    }

    /// Failures beyond those that follow from the access rule, the body, the query and the path.
    pub fn fails(mut self, codes: &[Code]) -> Self {
        self.operation.fails.extend(codes);
        self
    }

    fn answer(
        mut self,
        status: u16,
        description: &'static str,
        schema: Option<MakeSchema>,
        headers: &'static [(&'static str, &'static str)],
    ) -> Self {
        let media_types = &["application/json"];
        self.operation.answers.push(Answer { status, description, media_types, schema, headers });
        self
    }

    fn answer_with(
        mut self,
        status: u16,
        description: &'static str,
        media_types: &'static [&'static str],
        headers: &'static [(&'static str, &'static str)],
    ) -> Self {
        let answer = Answer { status, description, media_types, schema: None, headers };
        self.operation.answers.push(answer);
        self
    }
}

impl std::fmt::Debug for PageEndpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PageEndpoint").finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Endpoint").field("operation", &self.operation).finish_non_exhaustive()
    }
}
