// Tells who is signed in.
import type { Context } from "#server/context.ts";
import { describeSession } from "./set-session-cookie.ts";

/** The session of this request, or null for a stranger. */
export async function readSession(context: Context) {
  return await Promise.resolve(context.session === null ? null : describeSession(context.session));
}
