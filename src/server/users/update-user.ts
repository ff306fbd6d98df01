// Staff change a user's name, email, plan and quota in one go.
import type { UserDetails } from "#contract/admin-users.ts";
import { apiError, type ErrorCode } from "#contract/errors.ts";
import {
  accountEditError,
  differingFields,
  type AccountEditError,
  type AccountFields,
} from "#core/account-edit.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { adjustQuotaWithin } from "#server/plans/adjust-quota.ts";
import { giveComplimentaryPlanWithin } from "#server/plans/complimentary/give-complimentary-plan.ts";
import { parseEmail } from "#server/auth/parse-email.ts";
import { fieldsOf, lockDetails, moveToEmail, readDetails, rename } from "./user-accounts.ts";
import { queueEmailChanged } from "./account-emails.ts";
import { requireReauthentication } from "#server/auth/require-reauthentication.ts";

/** `expectedFields` is the account as it was shown when the edit began; `reason` is needed for all but the name. */
export type UserEdit = AccountFields & {
  readonly userId: string;
  readonly expectedFields: AccountFields;
  readonly reason: string;
};

type Edit = { readonly userId: string; readonly reason: string; readonly wanted: AccountFields };

const errorResponseOf = {
  name_missing: "missing_information",
  email_missing: "missing_information",
  quota_wrong: "invalid_input",
  quota_without_plan: "no_subscription",
  reason_missing: "missing_information",
} as const satisfies Record<AccountEditError, ErrorCode>;

/**
 * Makes the account what is wanted, all or nothing and on the record: a plan as `givePlan` gives it, a quota as
 * `adjustQuota` sets it. A new email has to be confirmed by the link that is sent there before it opens anything;
 * all sessions end, the old address is told, and so is the payment provider. Returns the account as it is then.
 *
 * Refuses `reauthentication_required`, `missing_information`, `invalid_email`, `not_found`, `account_closed`, `conflict`
 * (with the account as it is now as `current`), `no_subscription`, `subscription_exists`, `own_account` (for plan,
 * quota and email), and for an email `configured_admin` and `email_taken`.
 */
export async function updateUser(context: SignedInContext, input: UserEdit): Promise<UserDetails> {
  const { userId, expectedFields, reason, fullName, subscription, packageQuota } = input;
  requireReauthentication(context);
  const wanted = { fullName, email: parseEmail(input.email), subscription, packageQuota };
  return await atomically(context.db, async (db) => {
    const account = await lockDetails(db, userId);
    if (account.closedAt !== null) throw apiError("account_closed");
    const current = fieldsOf(account);
    if (differingFields(expectedFields, current).length > 0)
      throw apiError("conflict", { current });
    const wrong = accountEditError(current, wanted, reason);
    if (wrong !== null) throw apiError(errorResponseOf[wrong]);
    await savePlan(context, db, { userId, reason, wanted }, current);
    await saveIdentity(context, db, { userId, reason, wanted }, current);
    return (await readDetails(db, userId)) ?? account;
  });
}

/** A plan comes with its own quota; another number is an adjustment after it. */
async function savePlan(
  context: SignedInContext,
  db: Db,
  { userId, reason, wanted }: Edit,
  current: AccountFields,
): Promise<void> {
  let quota = current.packageQuota;
  if (wanted.subscription !== current.subscription) {
    const plan = wanted.subscription;
    quota = (await giveComplimentaryPlanWithin(context, db, { userId, plan, reason })).packageQuota;
  }
  if (wanted.packageQuota === quota) return;
  await adjustQuotaWithin(context, db, { userId, packageQuota: wanted.packageQuota, reason });
}

async function saveIdentity(
  context: SignedInContext,
  db: Db,
  { userId, reason, wanted }: Edit,
  current: AccountFields,
): Promise<void> {
  const isRenamed = wanted.fullName !== current.fullName;
  const isMoved = wanted.email !== current.email;
  if (!isRenamed && !isMoved) return;
  const now = context.now();
  if (isRenamed) await rename(db, userId, wanted.fullName, now);
  if (isMoved) {
    requireMovable(context, userId, [current.email, wanted.email]);
    await moveToEmail(db, userId, wanted.email, now);
    await context.jobs.enqueue(db, "update-customer", { userId });
    await queueEmailChanged(context, db, { userId, from: current.email, to: wanted.email });
  }
  const identityOf = ({ fullName, email }: AccountFields) => ({
    ...(isRenamed ? { fullName } : {}),
    ...(isMoved ? { email } : {}),
  });
  await recordAdminAction(db, {
    actorId: context.session.person.id,
    ipAddress: context.ipAddress,
    now,
    action: "users.updateUser",
    target: userId,
    before: identityOf(current),
    after: identityOf(wanted),
    ...(reason === "" ? {} : { reason }),
  });
}

function requireMovable(
  { session, config }: SignedInContext,
  userId: string,
  emails: readonly string[],
): void {
  if (userId === session.person.id) throw apiError("own_account");
  if (emails.includes(config.adminEmail.toLowerCase())) throw apiError("configured_admin");
}
