import { ApiError } from "#core/api-error.ts";
import type { SignedInContext } from "./context.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import { recordAdminAction } from "./audit/record-admin-action.ts";

/** Operations that record their rejected attempts themselves, with more details, once they run. */
const selfRecording: ReadonlySet<string> = new Set(["wallet.adjustWallet"]);

/** The first id in the input, such as its `packageId`; empty when it has none. */
function targetOf(input: unknown): string {
  if (typeof input !== "object" || input === null) return "";
  const id = Object.entries(input).find(
    ([name, value]) => /[a-z]Id$/.test(name) && typeof value === "string",
  );
  return id === undefined ? "" : String(id[1]).slice(0, 254);
}

/**
 * Records that `action` was rejected with `error`, in a transaction of its own. Unexpected errors are not recorded, and
 * each account is limited to a number of entries an hour, so that nobody can fill the log. Never throws.
 */
export async function recordRejectedAttempt(
  context: SignedInContext,
  action: string,
  input: unknown,
  error: unknown,
): Promise<void> {
  const { db, log, session, ipAddress } = context;
  if (!(error instanceof ApiError)) return;
  const hasRun = session.person.isAdmin && error.code !== "reauthentication_required";
  if (hasRun && selfRecording.has(action)) return;
  const now = context.now();
  const actorId = session.person.id;
  try {
    if ((await countAttempt(db, "rejectedActionsPerAccount", actorId, now)) === null) return;
    const target = targetOf(input);
    await recordAdminAction(db, { actorId, action, target, errorCode: error.code, ipAddress, now });
  } catch (failure) {
    log.error({ error: failure, action }, "A rejected attempt could not be recorded");
  }
}
