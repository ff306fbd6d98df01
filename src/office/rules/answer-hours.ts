import type { PlanName } from "#platform/rules/plan-name.ts";

/** Within how many opening hours of the warehouse staff answer, which is what the support of a plan means. */
export function answerHours(plan: PlanName | null): number {
  if (plan === "Premium") return 4;
  return plan === "Super" ? 8 : 24;
}
