import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "./context.ts";

/** How long signing in or confirming the password counts as recent. */
export const reauthenticationSeconds = 15 * 60;

/**
 * Throws `reauthentication_required` unless the user signed in or confirmed the password within the last 15 minutes.
 * For operations that must not be possible with a stolen session alone; their contract states it.
 */
export function requireReauthentication({
  session,
  now,
}: Pick<SignedInContext, "session" | "now">): void {
  const ageMilliseconds = now().getTime() - session.reauthenticatedAt.getTime();
  if (ageMilliseconds > reauthenticationSeconds * 1000) throw apiError("reauthentication_required");
}
