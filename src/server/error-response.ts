// Turns whatever went wrong into what the wire says about it: the only file that maps problems to answers.
import { ORPCError } from "@orpc/server";
import { errorCatalogue, type ErrorCode } from "#contract/errors.ts";
import { ApiError } from "#core/api-error.ts";

/** What a client is told of a refusal or failure. `details` are facts that belong to it. */
export type WireError = {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
};

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}

function toWireError(
  code: ErrorCode,
  details: WireError["details"] = {},
  sentence: string | null = null,
): WireError {
  const { status, message } = errorCatalogue[code];
  return { code, status, message: sentence ?? message, details };
}

const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
]);
/** SQLSTATE: cancelled by timeout, shut down, crashed, starting up, out of connections, read-only stand-by. */
const databaseCodes = new Set(["57014", "57P01", "57P02", "57P03", "53300", "25006"]);
const connectionSentences =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after)/;

/** Whether `error` says that the database cannot be reached or does not answer just now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (connectionCodes.has(code) || databaseCodes.has(code) || /^08\w{3}$/.test(code)) return true;
  if ("syscall" in error && error.syscall === "connect") return true;
  return connectionSentences.test(error.message) || isDatabaseUnavailable(error.cause);
}

/** Of the file system and, as SQLSTATE, of the database: no room is left, or no more of what one may use. */
const fullCodes = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** Whether `error` says that a disk is full, of files or of the database. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return fullCodes.has(code) || isDiskFull(error.cause);
}

/** Facts of a schema's complaints that are safe to send back: where, and what would be right. */
function describeIssues(data: unknown): WireError["details"] {
  const issues: unknown =
    typeof data === "object" && data !== null && "issues" in data && data.issues;
  if (!Array.isArray(issues)) return {};
  return {
    issues: issues.slice(0, 20).map((issue: { path?: unknown[]; message?: unknown }) => ({
      path: (issue.path ?? []).map((part) =>
        typeof part === "object" && part !== null && "key" in part
          ? String(part.key)
          : String(part),
      ),
      message: String(issue.message).slice(0, 300),
    })),
  };
}

function describeRejectedCall(error: ORPCError<string, unknown>): WireError | null {
  switch (error.code) {
    case "BAD_REQUEST":
      return toWireError("invalid_input", describeIssues(error.data));
    case "NOT_FOUND":
    case "METHOD_NOT_SUPPORTED":
      return toWireError("not_found");
    default:
      return null;
  }
}

/**
 * What to answer for `error`: a refusal as its catalogue entry says, input that does not fit its schema as
 * `invalid_input` with the places named, a database out of reach or a full disk as `unavailable`, and everything else as
 * `unexpected`, of which the client learns nothing but `requestId`.
 */
export function describeError(error: unknown, requestId: string): WireError {
  if (error instanceof ApiError && isErrorCode(error.code)) {
    return toWireError(error.code, error.details, error.sentence);
  }
  if (error instanceof ORPCError) {
    if (error.cause instanceof ApiError) return describeError(error.cause, requestId);
    const rejected = describeRejectedCall(error);
    if (rejected !== null) return rejected;
  }
  if (isDatabaseUnavailable(error) || isDiskFull(error))
    return toWireError("unavailable", { requestId });
  return toWireError("unexpected", { requestId });
}

/** The same for the API's handlers, which put it into their own form. */
export function toApiError(wireError: WireError): ORPCError<string, unknown> {
  const { code, status, message, details } = wireError;
  return new ORPCError(code, { status, message, data: details });
}

/** Whether something is broken, so that the log tells of it as an error; keeping people out is meant. */
export function isFailure({ code, status }: WireError): boolean {
  return status >= 500 && code !== "maintenance" && code !== "busy";
}

/** When to look again whether maintenance is over. */
export const maintenanceRetrySeconds = 30;

/** Seconds after which to try again, where the problem passes by itself. */
export function retryAfterSeconds(wireError: WireError): number | null {
  const notified = wireError.details["retryAfterSeconds"];
  if (typeof notified === "number") return Math.max(1, Math.ceil(notified));
  if (wireError.code === "maintenance") return maintenanceRetrySeconds;
  return wireError.code === "unavailable" ? 2 : null;
}

/** An answer for a problem met outside of the API's handlers, in the form that the client of `pathname` reads. */
export function errorResponse(wireError: WireError, pathname: string): Response {
  const { code, status, message, details } = wireError;
  const body = pathname.startsWith("/api/rpc/")
    ? { json: { defined: false, code, status, message, data: details }, meta: [] }
    : { code, message, details };
  const response = Response.json(body, { status, headers: { "cache-control": "no-store" } });
  const seconds = retryAfterSeconds(wireError);
  if (seconds !== null) response.headers.set("retry-after", String(seconds));
  const { allow } = details;
  if (code === "method_not_allowed") response.headers.set("allow", String(allow));
  return response;
}
