import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { insertAuditEntry, type AdminAction } from "./audit-queries.ts";
import { ApiError } from "#platform/rules/error-message.ts";
import { storableText } from "#platform/rules/normalize-text.ts";
import { tryAttempt } from "#platform/server/limits/count-attempt.ts";

/**
 * Adds what the signed-in user did to the append-only audit log; to be called in the transaction `db` that makes the
 * change.
 */
export async function recordAdminAction(
  { session, ipAddress, now }: Pick<SignedInContext, "session" | "ipAddress" | "now">,
  db: Db,
  action: AdminAction,
): Promise<void> {
  await insertAuditEntry(db, { ...action, actorId: session.person.id, ipAddress, now: now() });
}

/** The same for the operator, from the command line, who has neither account nor address. */
export async function recordOperatorAction(
  { now }: Pick<AppServices, "now">,
  db: Db,
  action: AdminAction,
): Promise<void> {
  await insertAuditEntry(db, { ...action, actorId: null, now: now() });
}

/** As long as an email address, longer than any id. */
const longestTarget = 254;

/** The first id in the input, such as its `packageId`, or the code of a carrier; empty when it has none. */
export function targetOf(input: object): string {
  const id = Object.entries(input).find(
    ([name, value]) => /([a-z]Id|^carrierCode)$/.test(name) && typeof value === "string",
  );
  return id === undefined ? "" : storableText(String(id[1]), longestTarget);
}

/** What was attempted; only fields that are never secret, from input that has passed validation. */
function detailsOf(input: object): Pick<AdminAction, "after" | "reason"> {
  const attempted = Object.entries(input).filter(([name]) => name === "kind" || name === "amount");
  const reason = "reason" in input && typeof input.reason === "string" ? input.reason : "";
  return {
    ...(attempted.length > 0 && { after: Object.fromEntries(attempted) }),
    ...(reason !== "" && { reason }),
  };
}

type RejectedAttempt = {
  /** Name of the operation. */
  readonly action: string;
  readonly input: unknown;
  /** Whether the input has passed validation: it is checked after the access level. */
  readonly isValidated: boolean;
  /** Why it was rejected. */
  readonly error: unknown;
};

/**
 * Records that an attempt at an operation of staff was rejected, in a transaction of its own. Unexpected errors are not recorded, and
 * each account is limited to a number of entries an hour, so that nobody can fill the log. Never throws.
 */
export async function recordRejectedAttempt(
  context: SignedInContext,
  { action, input, isValidated, error }: RejectedAttempt,
): Promise<void> {
  const { db, log, session } = context;
  if (!(error instanceof ApiError)) return;
  try {
    const actorId = session.person.id;
    const counted = await tryAttempt(db, "rejectedActionsPerAccount", actorId, context.now());
    if (counted === null) return;
    const given = typeof input === "object" && input !== null ? input : {};
    const details = isValidated ? detailsOf(given) : {};
    const target = targetOf(given);
    await recordAdminAction(context, db, { ...details, action, target, errorCode: error.code });
  } catch (failure) {
    log.error({ error: failure, action }, "A rejected attempt could not be recorded");
  }
}
