// Gathers the facts of one request that operations are given, its session among them.
import { apiError } from "#contract/errors.ts";
import type { Context, CurrentSession, AppServices } from "#server/context.ts";
import { findSession } from "#server/auth/sessions/find-session.ts";
import { pingDatabase } from "./metric-queries.ts";

/** A database that hangs must not make visitors wait: it answers within this time, or they are told. */
const databaseDeadlineMilliseconds = 2_500;

/** What `promise` gives, or the refusal `unavailable` when that takes longer than `milliseconds`. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(apiError("unavailable")), milliseconds);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The session behind a request's cookie; refuses with `unavailable` when the database does not answer. */
export async function sessionOf(
  services: AppServices,
  requestHeaders: Headers,
): Promise<CurrentSession | null> {
  if (!requestHeaders.has("cookie")) return null;
  return await within(databaseDeadlineMilliseconds, findSession(services, requestHeaders));
}

/**
 * The context of one request; cookies that an operation sets are collected in `responseHeaders`. The database
 * is asked in any case, for the session or just for a sign of life, so that no operation begins on one that
 * hangs: then this refuses with `unavailable`.
 */
export async function contextOf(
  services: AppServices,
  request: Request,
  facts: { requestId: string; ipAddress: string },
): Promise<Context> {
  if (!request.headers.has("cookie")) {
    await within(databaseDeadlineMilliseconds, pingDatabase(services.db));
  }
  return {
    ...services,
    ...facts,
    userAgent: (request.headers.get("user-agent") ?? "").slice(0, 500),
    requestHeaders: request.headers,
    responseHeaders: new Headers(),
    session: await sessionOf(services, request.headers),
  };
}
