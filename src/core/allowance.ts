// How many packages a customer may still add this month, how heavy, and who may add one at all.
import { type PlanName, planByName } from "./plan.ts";

/** What counts in a paid month: plans paid for in it, packages added, and staff's corrections. */
export type MonthUse = {
  readonly plansPaid: readonly PlanName[];
  readonly usedPackages: number;
  readonly adjustmentPackages: number;
};

/**
 * The packages a month allows: the quota of the highest plan paid for within it, so that going
 * down and up again wins nothing. None without a plan.
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

/** Whether somebody may add a package, and if not, which card explains why. */
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
 * Whether a package's estimated weight exceeds the most that a plan carries per package. A weight
 * that is not known yet exceeds nothing, and admins are bound by no plan. Both in grams.
 */
export function isOverPlanWeight(pkg: {
  readonly isAdmin: boolean;
  readonly estimatedWeightGrams: number | null;
  readonly maxWeightGrams: number;
}): boolean {
  return !pkg.isAdmin && (pkg.estimatedWeightGrams ?? 0) > pkg.maxWeightGrams;
}
