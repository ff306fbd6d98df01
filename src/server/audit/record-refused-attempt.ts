// Writes into the audit log what somebody tried at the office's door and was refused.
import { ApiErrorDefinition } from "#core/error-text.ts";
import type { SignedInContext } from "#server/context.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import { recordAdminAction } from "./record-admin-action.ts";

/** These write down more of a refused attempt themselves than can be known here. */
const recordedByThemselves: ReadonlySet<string> = new Set(["wallet.adjustWallet"]);

/** The id that an input names first, such as its `packageId`; empty where it names none. */
function targetOf(input: unknown): string {
  if (typeof input !== "object" || input === null) return "";
  const named = Object.entries(input).find(
    ([name, value]) => /[a-z]Id$/.test(name) && typeof value === "string",
  );
  return named === undefined ? "" : String(named[1]).slice(0, 254);
}

/**
 * Records that `error` refused `action`, in a transaction of its own. What is no refusal is not recorded, and neither
 * is more than an account's limit within an hour, so that nobody can fill the log. Never fails itself.
 */
export async function recordRefusedAttempt(
  context: SignedInContext,
  action: string,
  input: unknown,
  error: unknown,
): Promise<void> {
  const { db, log, session, ipAddress } = context;
  if (!(error instanceof ApiErrorDefinition)) return;
  if (session.person.isAdmin && recordedByThemselves.has(action)) return;
  const now = context.now();
  const actorId = session.person.id;
  try {
    if ((await countAttempt(db, "rejectedActionsPerAccount", actorId, now)) === null) return;
    const target = targetOf(input);
    await recordAdminAction(db, { actorId, action, target, errorCode: error.code, ipAddress, now });
  } catch (failure) {
    log.error({ error: failure, action }, "A refused attempt could not be recorded");
  }
}
