// Asks for recent proof of who somebody is before something that a borrowed session must not do.
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";

/** How long a proof counts. */
export const reauthenticationSeconds = 15 * 60;

/** Refuses with `reauthentication_required` unless the person signed in, or gave the password again, within 15 minutes. */
export function requireReauthentication({
  session,
  now,
}: Pick<SignedInContext, "session" | "now">): void {
  const ageMilliseconds = now().getTime() - session.reauthenticatedAt.getTime();
  if (ageMilliseconds > reauthenticationSeconds * 1000) throw apiError("reauthentication_required");
}
