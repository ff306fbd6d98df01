import { ORPCError } from "@orpc/server";
import { errorCatalogue, type ErrorCode } from "#platform/contract/errors.ts";
import { ApiError } from "#platform/rules/error-message.ts";
import type { Language } from "#platform/rules/language.ts";
import { translate } from "./translate.ts";

/** An error as clients receive it. */
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
  language: Language,
  code: ErrorCode,
  details: WireError["details"] = {},
): WireError {
  const { status } = errorCatalogue[code];
  return { code, status, message: translate(language, `errors.${code}`), details };
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

/** Whether `error` means that the database cannot be reached or does not answer. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (connectionCodes.has(code) || databaseCodes.has(code) || /^08\w{3}$/.test(code)) return true;
  if ("syscall" in error && error.syscall === "connect") return true;
  return connectionSentences.test(error.message) || isDatabaseUnavailable(error.cause);
}

/** Error codes of a full disk or quota, of the file system and (SQLSTATE) of the database. */
const diskFullCodes = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** Whether the disk of the files or of the database is full. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return diskFullCodes.has(code) || isDiskFull(error.cause);
}

/** The paths and messages of a schema's issues, without the input values. */
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

function describeOrpcError(
  error: ORPCError<string, unknown>,
  language: Language,
): WireError | null {
  switch (error.code) {
    case "BAD_REQUEST":
      return toWireError(language, "invalid_input", describeIssues(error.data));
    case "NOT_FOUND":
      return toWireError(language, "not_found");
    default:
      return null;
  }
}

/**
 * The answer for `error`: an `ApiError` as in the catalogue, input that does not fit its schema as `invalid_input` with its
 * paths, an unreachable database or a full disk as `unavailable`, and everything else as `unexpected` with `requestId`
 * alone. Messages are in `language`.
 */
export function describeError(error: unknown, requestId: string, language: Language): WireError {
  if (error instanceof ApiError && isErrorCode(error.code)) {
    const wireError = toWireError(language, error.code, error.details);
    return error.sentence === null
      ? wireError
      : { ...wireError, message: error.sentence(language) };
  }
  if (error instanceof ORPCError) {
    if (error.cause instanceof ApiError) return describeError(error.cause, requestId, language);
    const rejected = describeOrpcError(error, language);
    if (rejected !== null) return rejected;
  }
  if (isDatabaseUnavailable(error) || isDiskFull(error))
    return toWireError(language, "unavailable", { requestId });
  return toWireError(language, "unexpected", { requestId });
}

/** The error for the API's handlers, which encode it for RPC or REST. */
export function toApiError(wireError: WireError): ORPCError<string, unknown> {
  const { code, status, message, details } = wireError;
  return new ORPCError(code, { status, message, data: details });
}

/** Whether it is logged as an error. Maintenance and `busy` are intended. */
export function isFailure({ code, status }: WireError): boolean {
  return status >= 500 && code !== "maintenance" && code !== "busy";
}

/** The value of Retry-After during maintenance. */
export const maintenanceRetrySeconds = 30;

/** Seconds after which a retry may succeed; null where it cannot. */
export function retryAfterSeconds(wireError: WireError): number | null {
  const { retryAfterSeconds: seconds } = wireError.details;
  if (typeof seconds === "number") return Math.max(1, Math.ceil(seconds));
  if (wireError.code === "maintenance") return maintenanceRetrySeconds;
  return wireError.code === "unavailable" ? 2 : null;
}

/** The response to an error outside of the API's handlers, in the format that the client of `pathname` reads. */
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
