// The packages that a customer may still add this month, their weight limit, and who may add one at all.
import { planByName } from "#catalogue/rules/plan.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";

/** What counts in a paid month: plans paid for in it, packages added, and admins' adjustments. */
export type MonthUse = {
  readonly plansPaid: readonly PlanName[];
  readonly usedPackages: number;
  readonly adjustmentPackages: number;
};

/**
 * The packages a month allows: the quota of the highest plan paid for within it, so that going
 * down and up again gains nothing. None without a plan.
 */
export function monthAllowance(plansPaid: readonly PlanName[]): number {
  return Math.max(0, ...plansPaid.map((name) => planByName(name).packageQuota));
}

/**
 * The packages that remain in a month: allowance − used + adjustments by an admin (which may be
 * negative), never below zero.
 */
export function remainingPackages({
  plansPaid,
  usedPackages,
  adjustmentPackages,
}: MonthUse): number {
  return Math.max(0, monthAllowance(plansPaid) - usedPackages + adjustmentPackages);
}

/** Whether a user may add a package, and if not, which card explains why. */
export type NewPackageAccess = "allowed" | "subscription_required" | "quota_exceeded";

/**
 * Who may add a package: admins always; customers with a plan while some of their quota remains.
 */
export function newPackageAccess(person: {
  readonly isAdmin: boolean;
  readonly subscription: PlanName | null;
  readonly packageQuota: number;
}): NewPackageAccess {
  if (person.isAdmin) {
    return "allowed";
  }
  if (person.subscription === null) {
    return "subscription_required";
  }
  return person.packageQuota > 0 ? "allowed" : "quota_exceeded";
}

/**
 * Whether a package's estimated weight exceeds the limit of the plan, both in grams. An unknown weight does not, and
 * admins have no limit.
 */
export function isOverPlanWeight(pkg: {
  readonly isAdmin: boolean;
  readonly estimatedWeightGrams: number | null;
  readonly maxWeightGrams: number;
}): boolean {
  return !pkg.isAdmin && (pkg.estimatedWeightGrams ?? 0) > pkg.maxWeightGrams;
}
