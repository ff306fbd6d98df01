// Checks the access level of an operation before it runs.
import { implement } from "@orpc/server";
import { api } from "#contract/api.ts";
import { apiError } from "#contract/errors.ts";
import { describeOperation } from "#contract/operations.ts";
import { recordRejectedAttempt } from "./record-rejected-attempt.ts";
import type { Context, CurrentSession } from "./context.ts";

const base = implement(api).$context<Context>();

function sessionOf(context: Context): CurrentSession {
  if (context.session === null) throw apiError("signed_out");
  return context.session;
}

/** For operations with `access: "public"`. */
export const publicAccess = base;

/** For operations with `access: "signedIn"`; their context has the session. Throws `signed_out`. */
export const signedIn = base.use(({ context, next }) =>
  next({ context: { session: sessionOf(context) } }),
);

/**
 * For operations with `access: "admin"`, decided by the flag that this request has read from the database. Throws
 * `signed_out` and `forbidden`. Rejected attempts, here or in the operation, are recorded in the audit log.
 */
export const admin = base.use(async ({ context, next, path, procedure }, input) => {
  const session = sessionOf(context);
  const { method } = describeOperation(procedure);
  try {
    if (!session.person.isAdmin) throw apiError("forbidden");
    return await next({ context: { session } });
  } catch (error) {
    // An admin's failed GET is no attempt to change anything; a customer's GET is recorded too.
    if (method !== "GET" || !session.person.isAdmin) {
      await recordRejectedAttempt({ ...context, session }, path.join("."), input, error);
    }
    throw error;
  }
});
