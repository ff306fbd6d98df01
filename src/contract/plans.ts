// What may be asked about plans: the own subscription, subscribing, changing.
import * as z from "zod";
import { nothing, planName, requestKey, time } from "./fields.ts";
import { procedure } from "./procedure.ts";

const subscription = z.object({
  subscription: planName.nullable(),
  packageQuota: z.int().describe("Packages that may still be added this month"),
  maxWeightGrams: z.int(),
  status: z
    .enum(["none", "active", "past_due", "given"])
    .describe("given: by staff, without a provider's bill"),
  currentPeriodEndsAt: time.nullable(),
  cancelsAtPeriodEnd: z.boolean(),
  nextPlan: planName.nullable().describe("The plan that follows at the period's end, if another"),
});
export type Subscription = z.infer<typeof subscription>;

const area = "plans";

export const plans = {
  readSubscription: procedure({
    method: "GET",
    path: "/subscription",
    door: "signedIn",
    area,
    summary: "The own plan, what is left of it this month, and when its period ends",
  })
    .input(nothing)
    .output(subscription),

  startSubscription: procedure({
    method: "POST",
    path: "/subscription",
    door: "signedIn",
    area,
    summary: "Open the provider's hosted checkout for a plan; only a paid invoice grants it",
    refuses: ["subscription_exists", "checkout_failed", "request_key_reused"],
  })
    .input(z.strictObject({ plan: planName, requestKey }))
    .output(z.object({ url: z.url() })),

  changeSubscription: procedure({
    method: "POST",
    path: "/subscription/change",
    door: "signedIn",
    area,
    summary: "Change the plan: upwards at once and prorated, downwards at the period's end",
    refuses: ["no_subscription", "same_plan", "card_declined", "conflict", "checkout_failed"],
  })
    .input(z.strictObject({ plan: planName }))
    .output(subscription),
};
