// What may be asked about plans: the own subscription, subscribing, changing.
import * as z from "zod";
import { done, id, nothing, planName, requestKey, text, time } from "./fields.ts";
import { procedure } from "./procedure.ts";

/** A plan as its owner and staff see it. */
export const subscription = z.object({
  subscription: planName.nullable(),
  packageQuota: z.int().describe("Packages that may still be added this month"),
  maxWeightGrams: z.int(),
  status: z
    .enum(["none", "active", "past_due", "given"])
    .describe("given: by staff, without a provider's bill"),
  currentPeriodEndsAt: time.nullable(),
  cancelsAtPeriodEnd: z.boolean(),
  nextPlan: planName.nullable().describe("The plan that follows at the period's end, if another"),
  chosenPlan: planName
    .nullable()
    .optional()
    .describe("The plan chosen when registering, until there has been one"),
  unsettled: z
    .enum(["past_due", "unpaid", "paused"])
    .nullable()
    .optional()
    .describe(
      "The provider waits for a payment or a new card; plans.settleSubscription leads to it",
    ),
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
    refuses: ["subscription_exists", "subscription_busy", "checkout_failed", "request_key_reused"],
  })
    .input(z.strictObject({ plan: planName, requestKey }))
    .output(z.object({ url: z.url() })),

  changeSubscription: procedure({
    method: "POST",
    path: "/subscription/change",
    door: "signedIn",
    area,
    summary: "Change the plan: upwards at once and prorated, downwards at the period's end",
    refuses: [
      "no_subscription",
      "same_plan",
      "subscription_busy",
      "card_declined",
      "conflict",
      "checkout_failed",
    ],
  })
    .input(z.strictObject({ plan: planName }))
    .output(subscription),

  cancelSubscription: procedure({
    method: "POST",
    path: "/subscription/cancellation",
    door: "signedIn",
    area,
    summary: "End the plan with the period that is paid; at once where nothing is paid",
    refuses: ["no_subscription", "subscription_busy", "subscription_not_changed"],
  })
    .input(nothing)
    .output(subscription),

  resumeSubscription: procedure({
    method: "POST",
    path: "/subscription/resumption",
    door: "signedIn",
    area,
    summary: "Keep the plan that was to end with its period",
    refuses: ["no_subscription", "subscription_busy", "subscription_not_changed"],
  })
    .input(nothing)
    .output(subscription),

  settleSubscription: procedure({
    method: "POST",
    path: "/subscription/settlement",
    door: "signedIn",
    area,
    summary: "Where the payment that is open is made, or another card given, at the provider",
    refuses: ["no_subscription", "checkout_failed"],
  })
    .input(nothing)
    .output(z.object({ url: z.url() })),

  givePlan: procedure({
    method: "POST",
    path: "/admin/users/{userId}/plan",
    door: "admin",
    area,
    summary:
      "Give a customer a plan without a bill, refilled monthly from today; null takes it back",
    refuses: [
      "not_found",
      "fresh_proof_required",
      "missing_information",
      "own_account",
      "account_closed",
      "subscription_exists",
    ],
  })
    .input(z.strictObject({ userId: id, plan: planName.nullable(), reason: text(500) }))
    .output(subscription),

  adjustQuota: procedure({
    method: "POST",
    path: "/admin/users/{userId}/quota",
    door: "admin",
    area,
    summary: "Set how many packages a customer may still add this month",
    refuses: [
      "not_found",
      "fresh_proof_required",
      "missing_information",
      "own_account",
      "account_closed",
      "no_subscription",
    ],
  })
    .input(
      z.strictObject({ userId: id, packageQuota: z.int().min(0).max(1000), reason: text(500) }),
    )
    .output(subscription),

  endSubscription: procedure({
    method: "POST",
    path: "/admin/users/{userId}/subscription/end",
    door: "admin",
    area,
    summary: "End a customer's subscription at the provider, at once",
    refuses: [
      "not_found",
      "fresh_proof_required",
      "missing_information",
      "no_subscription",
      "subscription_busy",
      "subscription_not_changed",
    ],
  })
    .input(z.strictObject({ userId: id, reason: text(500) }))
    .output(done),
};
