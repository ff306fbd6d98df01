// An admin's edit of an account: which fields changed, and what is wrong with it.
import type { PlanName } from "#platform/rules/plan-name.ts";

/** The fields of an account that an admin edits. The balance is not one: only adjustments change it. */
export type AccountFields = {
  readonly fullName: string;
  readonly email: string;
  readonly subscription: PlanName | null;
  readonly packageQuota: number;
};

const fieldNames = ["fullName", "email", "subscription", "packageQuota"] as const;
export type AccountField = (typeof fieldNames)[number];

/** The highest quota an admin may set for a month. */
export const maxPackageQuota = 1000;

/** The fields in which two versions of an account differ, in the order of the form. */
export function differingFields(one: AccountFields, other: AccountFields): AccountField[] {
  return fieldNames.filter((name) => one[name] !== other[name]);
}

/** `current` with the fields that differ between `original` and `edited`; the other fields stay as stored now. */
export function mergedEdit(
  original: AccountFields,
  edited: AccountFields,
  current: AccountFields,
): AccountFields {
  const changed = differingFields(original, edited).map((name) => [name, edited[name]] as const);
  return { ...current, ...Object.fromEntries(changed) };
}

/** Whether a change of these fields needs a reason: all but the name do. */
export function needsReason(changed: readonly AccountField[]): boolean {
  return changed.some((name) => name !== "fullName");
}

/** What can be wrong with an edit, as far as its fields tell. */
export type AccountEditError =
  | "name_missing"
  | "email_missing"
  | "quota_wrong"
  | "quota_without_plan"
  | "reason_missing";

/** The first error of changing `current` to `edited` for this reason; null when there is none. */
export function accountEditError(
  current: AccountFields,
  edited: AccountFields,
  reason: string,
): AccountEditError | null {
  if (edited.fullName.trim() === "") return "name_missing";
  if (edited.email.trim() === "") return "email_missing";
  const { packageQuota } = edited;
  if (!Number.isInteger(packageQuota) || packageQuota < 0 || packageQuota > maxPackageQuota) {
    return "quota_wrong";
  }
  if (edited.subscription === null && packageQuota > 0) return "quota_without_plan";
  const isReasonMissing = reason.trim() === "" && needsReason(differingFields(current, edited));
  return isReasonMissing ? "reason_missing" : null;
}
