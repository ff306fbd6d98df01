// What staff may change of an account in one go, and what stands in the way of it.
import type { PlanName } from "./plan.ts";

/** The fields of an account that staff edit. The balance is none of them: it changes by adjustments alone. */
export type AccountFields = {
  readonly fullName: string;
  readonly email: string;
  readonly subscription: PlanName | null;
  readonly packageQuota: number;
};

const fieldNames = ["fullName", "email", "subscription", "packageQuota"] as const;
export type AccountField = (typeof fieldNames)[number];

/** The most packages that staff may allow in a month. */
export const mostPackageQuota = 1000;

/** The fields in which two versions of an account differ, in the order of the form. */
export function differingFields(one: AccountFields, other: AccountFields): AccountField[] {
  return fieldNames.filter((name) => one[name] !== other[name]);
}

/** `current` with what somebody changed who saw `seen` and wanted `wanted`; what they left alone stays as it is now. */
export function mergedEdit(
  seen: AccountFields,
  wanted: AccountFields,
  current: AccountFields,
): AccountFields {
  const changed = differingFields(seen, wanted).map((name) => [name, wanted[name]] as const);
  return { ...current, ...Object.fromEntries(changed) };
}

/** Whether a change of these fields needs a reason: all but a name does. */
export function needsReason(changed: readonly AccountField[]): boolean {
  return changed.some((name) => name !== "fullName");
}

/** What is wrong with an edit, before anything is looked up. */
export type AccountEditError =
  | "name_missing"
  | "email_missing"
  | "quota_wrong"
  | "quota_without_plan"
  | "reason_missing";

/** The first thing that is wrong with changing `current` to `wanted` for this reason; null when nothing is. */
export function accountEditError(
  current: AccountFields,
  wanted: AccountFields,
  reason: string,
): AccountEditError | null {
  if (wanted.fullName.trim() === "") return "name_missing";
  if (wanted.email.trim() === "") return "email_missing";
  const { packageQuota } = wanted;
  if (!Number.isInteger(packageQuota) || packageQuota < 0 || packageQuota > mostPackageQuota) {
    return "quota_wrong";
  }
  if (wanted.subscription === null && packageQuota > 0) return "quota_without_plan";
  const isReasonMissing = reason.trim() === "" && needsReason(differingFields(current, wanted));
  return isReasonMissing ? "reason_missing" : null;
}
