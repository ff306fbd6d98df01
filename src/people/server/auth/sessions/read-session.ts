import type { Session } from "#platform/contract/session.ts";
import type { Context, CurrentSession } from "#platform/server/context.ts";

/** The session in the form of the API, where `expiresAt` is the time until which the client may use it unrefreshed. */
export function toSession({ person, refreshBy }: CurrentSession): Session {
  return { person, expiresAt: refreshBy.toISOString() };
}

/** The session of this request, or null when nobody is signed in. */
export async function readSession({ session }: Context): Promise<Session | null> {
  return await Promise.resolve(session === null ? null : toSession(session));
}
