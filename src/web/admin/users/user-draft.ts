import type { UserDetails } from "#contract/admin-users.ts";
import { errorCatalogue } from "#contract/errors.ts";
import {
  accountEditError,
  maxPackageQuota,
  type AccountEditError,
  type AccountFields,
} from "#core/account-edit.ts";
import { plans } from "#core/plan.ts";
import { conflictingVersion } from "#web/admin/conflicting-version.ts";
import { emailError } from "#web/auth/email-check.ts";

export type DraftField = "fullName" | "email" | "packageQuota" | "reason";

const fieldErrors = {
  name_missing: ["fullName", errorCatalogue.missing_information.message],
  email_missing: ["email", errorCatalogue.missing_information.message],
  quota_wrong: ["packageQuota", `Please enter a whole number from 0 to ${maxPackageQuota}.`],
  quota_without_plan: ["packageQuota", "Without a subscription there is no package quota."],
  reason_missing: ["reason", "Please enter a reason. It is recorded in the audit log."],
} as const satisfies Record<AccountEditError, readonly [DraftField, string]>;

/** The whole number in `text`, or NaN. */
export function parseQuota(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
}

/** The message of the first wrong field, by its name; empty when nothing is wrong. */
export function draftErrors(
  expected: AccountFields,
  wanted: AccountFields,
  reason: string,
): Partial<Record<DraftField, string>> {
  const errorCode = accountEditError(expected, wanted, reason);
  if (errorCode !== null) {
    const [field, message] = fieldErrors[errorCode];
    return { [field]: message };
  }
  const email = wanted.email === expected.email ? null : emailError(wanted.email);
  return email ? { email } : {};
}

export function fieldsOf(user: UserDetails): AccountFields {
  const { fullName, email, subscription, packageQuota } = user;
  return { fullName, email, subscription, packageQuota };
}

function isAccount(value: unknown): value is AccountFields {
  if (typeof value !== "object" || value === null) return false;
  const { fullName, email, subscription, packageQuota } = value as Record<string, unknown>;
  const isPlan = subscription === null || plans.some(({ name }) => name === subscription);
  const areTexts = typeof fullName === "string" && typeof email === "string";
  return areTexts && isPlan && typeof packageQuota === "number";
}

/** The account as somebody else saved it, when `error` is an edit conflict; otherwise null. */
export function conflictingAccount(error: unknown): AccountFields | null {
  const current = conflictingVersion(error);
  return isAccount(current) ? current : null;
}
