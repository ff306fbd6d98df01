import type { Subscription } from "#money/contract/plans.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findComplimentaryMonth } from "./complimentary/complimentary-queries.ts";
import { isUnsettled } from "./plan-state.ts";
import {
  findGrantingSubscription,
  findLiveSubscription,
  getPlanProfile,
} from "./subscription-queries.ts";

/** The plan of the signed-in customer, what is left of it this month, and when its period ends. */
export async function readSubscription({ db, session }: SignedInContext): Promise<Subscription> {
  return await readSubscriptionOf(db, session.person.id);
}

/** The same of any account. */
export async function readSubscriptionOf(db: Db, userId: string): Promise<Subscription> {
  const profile = await getPlanProfile(db, userId);
  const granting = await findGrantingSubscription(db, userId);
  const live = granting ?? (await findLiveSubscription(db, userId));
  const { subscription, packageQuota, maxWeightGrams, chosenPlan } = profile;
  const unsettled =
    live !== undefined && isUnsettled(live.providerStatus) ? live.providerStatus : null;
  const shared = { subscription, packageQuota, maxWeightGrams, chosenPlan, unsettled };
  if (subscription === null || granting === undefined) {
    return {
      ...shared,
      status: subscription === null ? "none" : "complimentary",
      currentPeriodEndsAt: (await findComplimentaryMonth(db, userId))?.endsAt.toISOString() ?? null,
      cancelsAtPeriodEnd: false,
      nextPlan: null,
    };
  }
  return {
    ...shared,
    status: granting.providerStatus === "past_due" ? "past_due" : "active",
    currentPeriodEndsAt: granting.currentPeriodEndsAt.toISOString(),
    cancelsAtPeriodEnd: granting.cancelsAtPeriodEnd,
    nextPlan: granting.nextPlan,
  };
}
