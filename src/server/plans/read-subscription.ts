// Reads the own plan.
import type { Subscription } from "#contract/plans.ts";
import type { SignedInContext } from "#server/context.ts";
import { selectGranting, selectPlanProfile } from "./store.ts";

/** The plan of whoever is signed in, what is left of it this month, and when its period ends. */
export async function readSubscription(context: SignedInContext): Promise<Subscription> {
  const { db, session } = context;
  const profile = await selectPlanProfile(db, session.person.id);
  const granting = await selectGranting(db, session.person.id);
  const { subscription, packageQuota, maxWeightGrams } = profile;
  const held = { subscription, packageQuota, maxWeightGrams };
  if (subscription === null || granting === undefined) {
    return {
      ...held,
      status: subscription === null ? "none" : "given",
      currentPeriodEndsAt: null,
      cancelsAtPeriodEnd: false,
      nextPlan: null,
    };
  }
  return {
    ...held,
    status: granting.providerStatus === "past_due" ? "past_due" : "active",
    currentPeriodEndsAt: granting.currentPeriodEndsAt.toISOString(),
    cancelsAtPeriodEnd: granting.cancelsAtPeriodEnd,
    nextPlan: granting.nextPlan,
  };
}
