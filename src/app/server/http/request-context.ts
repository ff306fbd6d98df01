import { apiError } from "#platform/contract/errors.ts";
import { storableText } from "#platform/rules/normalize-text.ts";
import type { Context, CurrentSession, AppServices } from "#platform/server/context.ts";
import { outsideOperations } from "#platform/server/binder/operation-calls.ts";
import { findSession } from "#people/server/auth/sessions/sessions.ts";
import { pingDatabase } from "./metric-queries.ts";

/** A database that hangs must not block requests for longer. */
const databaseTimeoutMilliseconds = 2_500;

/** Resolves like `promise`. Throws `unavailable` when it takes longer. */
export async function withTimeout<T>(timeoutMilliseconds: number, promise: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(apiError("unavailable")), timeoutMilliseconds);
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The session of a request's cookie, or null, also when the request says that it is for another account: what was recorded
 * under one account is then not saved under another one that has signed in meanwhile. Throws `unavailable` when the
 * database does not answer.
 */
export async function sessionOf(
  services: AppServices,
  requestHeaders: Headers,
): Promise<CurrentSession | null> {
  if (!requestHeaders.has("cookie")) return null;
  const finding = findSession(services, requestHeaders);
  const session = await withTimeout(databaseTimeoutMilliseconds, finding);
  const userId = requestHeaders.get("x-user-id");
  return session !== undefined && (userId === null || userId === session.person.id)
    ? session
    : null;
}

/**
 * The context of one request; `responseHeaders` collects the cookies that an operation sets. The database is always queried,
 * for the session or as a ping, so that no operation starts on one that hangs. Throws `unavailable` then.
 */
export async function contextOf(
  services: AppServices,
  request: Request,
  facts: Pick<Context, "requestId" | "ipAddress" | "language" | "served">,
): Promise<Context> {
  if (!request.headers.has("cookie")) {
    await withTimeout(databaseTimeoutMilliseconds, pingDatabase(services.db));
  }
  const session = await sessionOf(services, request.headers);
  if (facts.served !== undefined) facts.served.accountId = session?.person.id ?? null;
  return {
    ...services,
    ...outsideOperations,
    ...facts,
    userAgent: storableText(request.headers.get("user-agent") ?? "", 500),
    requestHeaders: request.headers,
    responseHeaders: new Headers(),
    session,
  };
}
