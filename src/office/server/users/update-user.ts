import type { UserDetails } from "#office/contract/admin-users.ts";
import { apiError, type ErrorCode } from "#platform/contract/errors.ts";
import {
  accountEditError,
  type AccountEditError,
  type AccountFields,
} from "#people/rules/account-edit.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { adjustQuota } from "#money/server/plans/quota.ts";
import { giveComplimentaryPlan } from "#money/server/plans/complimentary-plans.ts";
import { parseEmail } from "#platform/server/required-input.ts";
import { queueEmailChanged } from "#people/server/users/queue-account-emails.ts";
import { endAllSessions, voidLinks } from "#people/server/auth/sessions/sessions.ts";
import { getUserDetails, lockUserDetails } from "./users.ts";
import { updateEmail, updateName } from "./user-queries.ts";

/** `expectedVersion` is the account as the form was opened with it; `reason` is required for all but the name. */
export type UserEdit = AccountFields & {
  readonly userId: string;
  readonly expectedVersion: AccountFields;
  readonly reason: string;
};

type Audited = Parameters<SignedInContext["audit"]>[0];

type Edit = { readonly userId: string; readonly reason: string; readonly wanted: AccountFields };

const errorCodes = {
  name_missing: "missing_information",
  email_missing: "missing_information",
  quota_wrong: "invalid_input",
  quota_without_plan: "no_subscription",
  reason_missing: "missing_information",
} as const satisfies Record<AccountEditError, ErrorCode>;

/**
 * Applies the edit as a whole and records it in the audit log: the plan as `giveComplimentaryPlan` does, the quota as
 * `adjustQuota` does. A new email must be verified by the link that is sent there before it can sign in; all sessions
 * end, and the old address and the payment provider are notified. Returns the changed account.
 *
 * Throws `missing_information`, `invalid_email`, `not_found`, `account_closed`, `conflict`
 * (with the present account as `current`), `no_subscription`, `subscription_exists`, `own_account`, and for an email `configured_admin` and `email_taken`.
 */
export async function updateUser(context: SignedInContext, input: UserEdit): Promise<UserDetails> {
  const { userId, reason, fullName, subscription, packageQuota } = input;
  const wanted = { fullName, email: parseEmail(input.email), subscription, packageQuota };
  const { db } = context;
  const account = await lockUserDetails(context, db, userId);
  if (account.closedAt !== null) throw apiError("account_closed");
  const current = {
    fullName: account.fullName,
    email: account.email,
    subscription: account.subscription,
    packageQuota: account.packageQuota,
  };
  if (context.edits(current, wanted) === null) return account;
  const error = accountEditError(current, wanted, reason);
  if (error !== null) throw apiError(errorCodes[error]);
  const parts: Audited[] = [];
  // Each part says what it changed; the audit log has one entry of the edit.
  const collecting = { ...context, audit: async (facts: Audited) => void parts.push(facts) };
  await savePlan(collecting, { userId, reason, wanted }, current);
  const { latinName } = account;
  await saveIdentity(collecting, db, { userId, reason, wanted }, { ...current, latinName });
  await context.audit({
    before: Object.assign({}, ...parts.map(({ before }) => before).toReversed()),
    after: Object.assign({}, ...parts.map(({ after }) => after)),
    ...(reason === "" ? {} : { reason }),
  });
  return await getUserDetails(db, userId);
}

/** A plan comes with its own quota; any other number is then set by an adjustment. */
async function savePlan(
  context: SignedInContext,
  { userId, reason, wanted }: Edit,
  current: AccountFields,
): Promise<void> {
  let quota = current.packageQuota;
  if (wanted.subscription !== current.subscription) {
    const plan = wanted.subscription;
    quota = (await giveComplimentaryPlan(context, { userId, plan, reason })).packageQuota;
  }
  if (wanted.packageQuota === quota) return;
  await adjustQuota(context, { userId, packageQuota: wanted.packageQuota, reason });
}

async function saveIdentity(
  context: SignedInContext,
  db: Db,
  { userId, wanted }: Edit,
  current: AccountFields & { readonly latinName: string | null },
): Promise<void> {
  const isRenamed = wanted.fullName !== current.fullName;
  const isEmailChanged = wanted.email !== current.email;
  if (!isRenamed && !isEmailChanged) return;
  const now = context.now();
  if (isRenamed) await updateName(db, userId, wanted.fullName, now);
  if (isEmailChanged) {
    requireChangeableEmail(context, [current.email, wanted.email]);
    await changeEmail(db, userId, wanted.email, now);
    await context.jobs.enqueue(db, "update-customer", { userId });
    await queueEmailChanged(context, db, { userId, from: current.email, to: wanted.email });
  }
  const hadLatinName = current.latinName !== null;
  const identityOf = ({ fullName, email, latinName }: Omit<typeof current, "subscription">) => ({
    ...(isRenamed ? { fullName, ...(hadLatinName ? { latinName } : {}) } : {}),
    ...(isEmailChanged ? { email } : {}),
  });
  await context.audit({
    before: identityOf(current),
    after: identityOf({ ...wanted, latinName: null }),
  });
}

/**
 * Changes the email of an account (in lower case), which is not verified then; links to the old one become void and all
 * sessions end. Throws `email_taken`.
 */
async function changeEmail(db: Db, userId: string, email: string, now: Date): Promise<void> {
  if (!(await updateEmail(db, userId, email, now))) throw apiError("email_taken");
  // The address belongs to this account now, so that earlier sign-ups with it must not create another.
  await voidLinks(db, { userId, email });
  await endAllSessions(db, userId);
}

/** Throws `configured_admin` when one of the emails is the one that ADMIN_EMAIL names. */
function requireChangeableEmail({ config }: SignedInContext, emails: readonly string[]): void {
  if (emails.includes(config.adminEmail.toLowerCase())) throw apiError("configured_admin");
}
