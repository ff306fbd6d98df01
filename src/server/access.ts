// The doors: who may call an operation, decided on the server before the operation runs.
import { implement } from "@orpc/server";
import { api } from "#contract/api.ts";
import { apiError } from "#contract/errors.ts";
import { recordRejectedAttempt } from "#server/audit/record-rejected-attempt.ts";
import type { Context, CurrentSession } from "./context.ts";

// Answers are held to their contract once, by the handlers of both forms of the API.
const base = implement(api, { initialOutputValidationIndex: Number.NaN }).$context<Context>();

function sessionOf(context: Context): CurrentSession {
  if (context.session === null) throw apiError("signed_out");
  return context.session;
}

/** Anybody, signed in or not. */
export const publicAccess = base;

/** Anybody signed in; their session is part of the context. */
export const signedIn = base.use(({ context, next }) =>
  next({ context: { session: sessionOf(context) } }),
);

/**
 * Staff alone, by the flag read from the database at this request. What is refused here, or by the operation behind
 * the door, is put on the record.
 */
export const admin = base.use(async ({ context, next, path, procedure }, input) => {
  const session = sessionOf(context);
  const { route } = procedure["~orpc"];
  try {
    if (!session.person.isAdmin) throw apiError("forbidden");
    return await next({ context: { session } });
  } catch (error) {
    // A look that finds nothing is no attempt at anything; whoever is no staff should not have looked.
    if (route.method !== "GET" || !session.person.isAdmin) {
      await recordRejectedAttempt({ ...context, session }, path.join("."), input, error);
    }
    throw error;
  }
});
