// The doors: who may call an operation, decided on the server before the operation runs.
import { implement } from "@orpc/server";
import { api } from "#contract/api.ts";
import { refusal } from "#contract/problems.ts";
import type { Context, CurrentSession } from "#server/context.ts";

const base = implement(api).$context<Context>();

function sessionOf(context: Context): CurrentSession {
  if (context.session === null) throw refusal("signed_out");
  return context.session;
}

/** Anybody, signed in or not. */
export const anyone = base;

/** Anybody signed in; their session is part of the context. */
export const signedIn = base.use(({ context, next }) =>
  next({ context: { session: sessionOf(context) } }),
);

/** Staff alone, by the flag read from the database at this request. */
export const admin = base.use(({ context, next }) => {
  const session = sessionOf(context);
  if (!session.person.isAdmin) throw refusal("forbidden");
  return next({ context: { session } });
});
