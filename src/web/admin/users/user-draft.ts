/** An edit of a user as typed: what it comes to, what is wrong with it, and the version that somebody else saved. */
import type { UserDetails } from "#contract/admin-users.ts";
import { errorCatalogue } from "#contract/errors.ts";
import {
  accountEditError,
  mostPackageQuota,
  type AccountEditError,
  type AccountFields,
} from "#core/account-edit.ts";
import { plans } from "#core/plan.ts";
import { savedMeanwhile } from "#web/admin/conflicting-version.ts";
import { emailError } from "#web/auth/email-check.ts";

/** The fields that are typed; the plan is chosen. */
export type DraftField = "fullName" | "email" | "packageQuota" | "reason";

const places = {
  name_missing: ["fullName", errorCatalogue.missing_information.message],
  email_missing: ["email", errorCatalogue.missing_information.message],
  quota_wrong: ["packageQuota", `Please enter a whole number from 0 to ${mostPackageQuota}.`],
  quota_without_plan: ["packageQuota", "Without a subscription there is no package quota."],
  reason_missing: ["reason", "Please say why: it is kept in the audit log."],
} as const satisfies Record<AccountEditError, readonly [DraftField, string]>;

/** The whole number that a text says, or NaN. */
export function quotaOf(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
}

/** The sentence for each field that is wrong; the first thing wrong alone. */
export function wrongIn(
  seen: AccountFields,
  wanted: AccountFields,
  reason: string,
): Partial<Record<DraftField, string>> {
  const errorCode = accountEditError(seen, wanted, reason);
  if (errorCode !== null) {
    const [field, sentence] = places[errorCode];
    return { [field]: sentence };
  }
  const email = wanted.email === seen.email ? null : emailError(wanted.email);
  return email ? { email } : {};
}

export function fieldsOf(user: UserDetails): AccountFields {
  const { fullName, email, subscription, packageQuota } = user;
  return { fullName, email, subscription, packageQuota };
}

function isAccount(notified: unknown): notified is AccountFields {
  if (typeof notified !== "object" || notified === null) return false;
  const { fullName, email, subscription, packageQuota } = notified as Record<string, unknown>;
  const isPlan = subscription === null || plans.some(({ name }) => name === subscription);
  const areTexts = typeof fullName === "string" && typeof email === "string";
  return areTexts && isPlan && typeof packageQuota === "number";
}

/** The account as somebody else saved it meanwhile; null where that is not why it was refused. */
export function accountSavedMeanwhile(error: unknown): AccountFields | null {
  const current = savedMeanwhile(error);
  return isAccount(current) ? current : null;
}
