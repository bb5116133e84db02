/** What a call gives back. */
export interface Answer<T> {
  data: T;
  status: number;
  /** The version of what was answered, for `ifMatch` of a later change. */
  etag: string | null;
  /** Where a new resource is. */
  location: string | null;
  /** Under which id the service has logged the request. */
  requestId: string | null;
  /** The address that answered, where it is not the one that was asked. */
  redirectedTo: string | null;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Headers beside those that the client sends anyway. */
  headers?: Record<string, string> | undefined;
}

export interface ChangeOptions extends CallOptions {
  /** The `etag` the change is meant for. If the resource has another one by now, the call fails with `stale`. */
  ifMatch?: string | undefined;
}

export interface CreateOptions extends CallOptions {
  /**
   * Makes the call safe to repeat when its answer was lost: within a day the same call under the same key is answered
   * as the first one was, and makes nothing again.
   */
  idempotencyKey?: string | undefined;
}

/** All that a call can be told besides. */
type AnyOptions = ChangeOptions & CreateOptions;

export interface ClientOptions {
  /** Where the API is: `/api` unless given. */
  base?: string;
  /** Sends requests: the `fetch` of the surroundings unless given. */
  fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /** A token of a program, sent as `Authorization: Bearer`. */
  token?: () => string | null | undefined;
  /** The `csrf_token` of the session, sent with every change by cookie. */
  csrfToken?: () => string | null | undefined | Promise<string | null | undefined>;
  /**
   * Asked when the service refuses a call. Whoever has removed the cause (by signing in again) says true, and the
   * call is sent once more.
   */
  recover?: (problem: ProblemError) => Promise<boolean>;
}

/** The service refused. Failures of the network are those of `fetch`, unchanged. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  /** What programs compare. */
  readonly code: ProblemCode;
  readonly status: number;
  /** Which values are not valid; empty for other problems. */
  readonly errors: FieldError[];
  /** How many seconds to wait before trying again. */
  readonly retryAfter: number | null;
  readonly requestId: string | null;
  readonly problem: Problem;

  constructor(problem: Problem, headers: Headers) {
    super(problem.detail);
    this.problem = problem;
    this.code = problem.code;
    this.status = problem.status;
    this.errors = problem.errors ?? [];
    const wait = Number(headers.get("retry-after") ?? NaN);
    this.retryAfter = Number.isFinite(wait) ? wait : null;
    this.requestId = headers.get("x-request-id");
  }

  /** What is wrong with one field. */
  messageFor(field: string): string | undefined {
    return this.errors.find((error) => error.field === field)?.message;
  }
}

export type QueryValue = string | number | boolean | null | undefined;

export interface RawRequest {
  method: string;
  /** Below `base`, encoded. */
  path: string;
  query?: Record<string, QueryValue> | undefined;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form with files. */
  form?: object;
  /** What to ask for: JSON unless given. */
  accept?: string;
}

type AnswerKind = "json" | "text" | "file" | "nothing";

/** How requests are sent. The calls are in `FoliaClient`. */
export class Transport {
  private readonly options: ClientOptions;

  constructor(options: ClientOptions = {}) {
    this.options = options;
  }

  /**
   * Sends a request and gives back the answer as it comes, with its body unread: for streams of events and for
   * whatever else the calls do not cover. Fails with a `ProblemError` where the service refuses.
   */
  async send(request: RawRequest, options: AnyOptions = {}): Promise<Response> {
    try {
      return await this.sendOnce(request, options);
    } catch (error) {
      const recover = this.options.recover;
      if (error instanceof ProblemError && recover && (await recover(error))) {
        return this.sendOnce(request, options);
      }
      throw error;
    }
  }

  protected async call<T>(request: RawRequest, kind: AnswerKind, options: AnyOptions): Promise<Answer<T>> {
    const accept = kind === "json" || kind === "nothing" ? "application/json" : "*/*";
    const response = await this.send({ accept, ...request }, options);
    return {
      data: (await read(response, kind)) as T,
      status: response.status,
      etag: response.headers.get("etag"),
      location: response.headers.get("location"),
      requestId: response.headers.get("x-request-id"),
      redirectedTo: response.redirected ? response.url : null,
    };
  }

  private async sendOnce(request: RawRequest, options: AnyOptions): Promise<Response> {
    const headers = new Headers({ accept: request.accept ?? "application/json", ...options.headers });
    const init: RequestInit = { method: request.method, headers };
    if (options.signal) init.signal = options.signal;
    if (options.ifMatch !== undefined) headers.set("if-match", options.ifMatch);
    if (options.idempotencyKey !== undefined) headers.set("idempotency-key", options.idempotencyKey);
    const token = this.options.token?.();
    if (token) headers.set("authorization", `Bearer ${token}`);
    if (request.method !== "GET") {
      const secret = await this.options.csrfToken?.();
      if (secret) headers.set("x-csrf-token", secret);
    }
    if (request.form !== undefined) {
      init.body = formData(request.form);
    } else if (request.json !== undefined) {
      headers.set("content-type", "application/json");
      init.body = JSON.stringify(request.json);
    }
    const send = this.options.fetch ?? ((address: string, given: RequestInit) => fetch(address, given));
    const response = await send((this.options.base ?? "/api") + request.path + search(request.query), init);
    if (response.ok) return response;
    throw new ProblemError(await problem(response), response.headers);
  }
}

function read(response: Response, kind: AnswerKind): Promise<unknown> {
  switch (kind) {
    case "json":
      return response.json();
    case "text":
      return response.text();
    case "file":
      return response.blob();
    case "nothing":
      return Promise.resolve(undefined);
  }
}

/** The problem document, or one in its place where something between us and the service has answered. */
async function problem(response: Response): Promise<Problem> {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("application/problem+json")) return (await response.json()) as Problem;
  return {
    type: "about:blank",
    code: response.status >= 500 ? "unavailable" : "malformed",
    title: response.statusText,
    status: response.status,
    detail: `The answer was ${response.status} ${response.statusText}`.trim() + ".",
  };
}

function search(query: Record<string, QueryValue> | undefined): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) given.append(name, String(value));
  }
  const text = given.toString();
  return text === "" ? "" : `?${text}`;
}

function formData(parts: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined && value !== null) form.append(name, String(value));
  }
  return form;
}
