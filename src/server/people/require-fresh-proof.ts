// Asks for recent proof of who somebody is before something that a borrowed session must not do.
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";

/** How long a proof counts. */
export const proofSeconds = 15 * 60;

/** Refuses with `fresh_proof_required` unless the person signed in, or gave the password again, within 15 minutes. */
export function requireFreshProof({
  session,
  now,
}: Pick<SignedInContext, "session" | "now">): void {
  const ageMilliseconds = now().getTime() - session.provedAt.getTime();
  if (ageMilliseconds > proofSeconds * 1000) throw refusal("fresh_proof_required");
}
