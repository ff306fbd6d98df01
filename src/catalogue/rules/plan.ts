// The three monthly plans: what they cost, allow and offer.
import { planNames, type PlanName } from "#platform/rules/plan-name.ts";

/** What a plan offers besides its packages and their weight. */
export type PlanFeature =
  | "real_time_tracking"
  | "service_and_handling"
  | "email_support"
  | "priority_support"
  | "premium_support"
  | "expedited_processing";

/** A plan: its price in US cents a month, packages a month and grams a package. */
export type Plan = {
  readonly name: PlanName;
  readonly priceCents: number;
  readonly packageQuota: number;
  readonly maxWeightGrams: number;
  readonly features: readonly PlanFeature[];
  readonly isPopular: boolean;
};

const everyPlanFeatures = ["real_time_tracking", "service_and_handling"] as const;

/** The plans as sold, from the smallest to the largest. All are billed monthly. */
export const plans: readonly Plan[] = [
  {
    name: "Basic",
    priceCents: 12_900,
    packageQuota: 5,
    maxWeightGrams: 2000,
    features: [...everyPlanFeatures, "email_support"],
    isPopular: false,
  },
  {
    name: "Super",
    priceCents: 19_900,
    packageQuota: 10,
    maxWeightGrams: 4000,
    features: [...everyPlanFeatures, "priority_support"],
    isPopular: true,
  },
  {
    name: "Premium",
    priceCents: 35_900,
    packageQuota: 12,
    maxWeightGrams: 8000,
    features: [...everyPlanFeatures, "premium_support", "expedited_processing"],
    isPopular: false,
  },
];

/** Reads a plan's name in any case, with blanks around it ("super" is Super); null if it is none. */
export function parsePlanName(text: string): PlanName | null {
  const wanted = text.trim().toLowerCase();
  return planNames.find((name) => name.toLowerCase() === wanted) ?? null;
}

/** The plan of that name. */
export function planByName(name: PlanName): Plan {
  const plan = plans.find((candidate) => candidate.name === name);
  if (plan === undefined) {
    throw new RangeError(`There is no plan named ${String(name)}.`);
  }
  return plan;
}

/** The cheapest plan that takes a package of this weight, and what one package of its quota costs; null: none takes it. */
export function planShareFor(
  weightGrams: number,
): { readonly name: PlanName; readonly shareCents: number } | null {
  const plan = plans
    .filter(({ maxWeightGrams }) => weightGrams <= maxWeightGrams)
    .toSorted((one, other) => one.priceCents - other.priceCents)
    .at(0);
  if (plan === undefined) return null;
  const { name, priceCents, packageQuota } = plan;
  return { name, shareCents: Math.ceil(priceCents / packageQuota) };
}

/** How a customer has their plan: not at all, billed, billed and overdue, or from an admin without a bill. */
export const planStatuses = ["none", "active", "past_due", "complimentary"] as const;

/** The states of a checkout of a plan, which is over once it was paid or can no longer be. */
export const planCheckoutStates = ["open", "paid", "over"] as const;

/** State of a checkout of a plan. */
export type PlanCheckoutState = (typeof planCheckoutStates)[number];

/** The provider's statuses of a subscription in which a payment or a valid card is missing. */
export const unsettledStatuses = ["past_due", "unpaid", "paused"] as const;

/** Whether changing from one plan to another is a downgrade, which takes effect at the period's end. */
export function isDowngrade(from: PlanName, to: PlanName): boolean {
  return planNames.indexOf(to) < planNames.indexOf(from);
}
