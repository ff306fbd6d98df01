import type { OperationMeta } from "#platform/contract/procedure.ts";
import type { AppServices, SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { insertAuditEntry, type AdminAction } from "./audit-queries.ts";
import { ApiError } from "#platform/rules/error-message.ts";
import { tryAttempt } from "#platform/server/limits/count-attempt.ts";

/**
 * Adds what the signed-in user did to the append-only audit log; to be called in the transaction `db` that makes the
 * change.
 */
export async function recordAdminAction(
  context: Pick<SignedInContext, "session" | "ipAddress" | "now">,
  db: Db,
  action: AdminAction,
): Promise<void> {
  await recordAccountAction(context, db, context.session.person.id, action);
}

/** The same for an account whose session is not open yet. */
export async function recordAccountAction(
  { ipAddress, now }: Pick<SignedInContext, "ipAddress" | "now">,
  db: Db,
  actorId: string,
  action: AdminAction,
): Promise<void> {
  await insertAuditEntry(db, { ...action, actorId, ipAddress, now: now() });
}

/** The same for the operator, from the command line, who has neither account nor address. */
export async function recordOperatorAction(
  { now }: Pick<AppServices, "now">,
  db: Db,
  action: AdminAction,
): Promise<void> {
  await insertAuditEntry(db, { ...action, actorId: null, now: now() });
}

/** What the contract states of a target: that of an operation which was done. */
type StatedTarget = Pick<OperationMeta, "audit">;

function fieldsOf(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === "object" && input !== null ? { ...input } : {};
}

/** What the contract names as changed, by the input; null where the operation says it. */
export function statedTarget({ audit }: StatedTarget, input: unknown): string | null {
  if (audit === null || audit === "stated") return null;
  if ("name" in audit) return audit.name;
  const value = fieldsOf(input)[audit.field];
  // Input that was not checked may have an object here that cannot become text.
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/**
 * What an attempt was to change: what the contract names, or else the first id in the input, which has not been checked;
 * empty where neither is an id or a code.
 */
export function attemptedTarget(stated: StatedTarget, input: unknown): string {
  const firstId = Object.entries(fieldsOf(input)).find(([name]) => /[a-z]Id$/.test(name))?.[1];
  const target = statedTarget(stated, input) ?? firstId;
  return typeof target === "string" && /^[\w-]{1,64}$/.test(target) ? target : "";
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
  readonly stated: StatedTarget;
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
  { action, stated, input, isValidated, error }: RejectedAttempt,
): Promise<void> {
  const { db, log, session } = context;
  if (!(error instanceof ApiError)) return;
  try {
    const actorId = session.person.id;
    const counted = await tryAttempt(db, "rejectedActionsPerAccount", actorId, context.now());
    if (counted === null) return;
    const details = isValidated ? detailsOf(fieldsOf(input)) : {};
    const target = attemptedTarget(stated, input);
    await recordAdminAction(context, db, { ...details, action, target, errorCode: error.code });
  } catch (failure) {
    log.error({ error: failure, action }, "A rejected attempt could not be recorded");
  }
}
