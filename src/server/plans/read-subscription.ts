// Reads the own plan.
import type { Subscription } from "#contract/plans.ts";
import type { SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { findComplimentaryMonth } from "./complimentary/find-complimentary-month.ts";
import { isUnsettled } from "./plan-state.ts";
import { selectGranting, selectLive, selectPlanProfile } from "./subscription-queries.ts";

/** The plan of whoever is signed in, what is left of it this month, and when its period ends. */
export async function readSubscription({ db, session }: SignedInContext): Promise<Subscription> {
  return await readSubscriptionOf(db, session.person.id);
}

/** The same of anybody, for the office. */
export async function readSubscriptionOf(db: Db, userId: string): Promise<Subscription> {
  const profile = await selectPlanProfile(db, userId);
  const granting = await selectGranting(db, userId);
  const live = granting ?? (await selectLive(db, userId));
  const { subscription, packageQuota, maxWeightGrams, chosenPlan } = profile;
  const unsettled =
    live !== undefined && isUnsettled(live.providerStatus) ? live.providerStatus : null;
  const held = { subscription, packageQuota, maxWeightGrams, chosenPlan, unsettled };
  if (subscription === null || granting === undefined) {
    return {
      ...held,
      status: subscription === null ? "none" : "given",
      currentPeriodEndsAt: (await findComplimentaryMonth(db, userId))?.endsAt.toISOString() ?? null,
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
