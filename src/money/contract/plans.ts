import * as z from "zod";
import { planStatuses, unsettledStatuses } from "#catalogue/rules/plan.ts";
import { maxPackageQuota } from "#people/rules/account-edit.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import {
  amountCents,
  id,
  nothing,
  providerPage,
  idempotencyKey,
  time,
  reason,
  text,
  planName,
} from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

/** A plan as its customer and admins see it. */
export const subscription = z.object({
  subscription: planName.nullable(),
  packageQuota: z.int().describe("Packages that may still be added this month"),
  maxWeightGrams: z.int(),
  status: z.enum(planStatuses).describe("complimentary: given by an admin, without a bill"),
  currentPeriodEndsAt: time.nullable(),
  cancelsAtPeriodEnd: z.boolean(),
  nextPlan: planName.nullable().describe("The plan that follows at the period's end, if another"),
  chosenPlan: planName
    .nullable()
    .optional()
    .describe("The plan chosen when registering, until there has been one"),
  unsettled: z
    .enum(unsettledStatuses)
    .nullable()
    .optional()
    .describe("A payment or a new card is missing; plans.settleSubscription leads to its page"),
});
subscription.register(z.globalRegistry, { id: "Subscription" });
export type Subscription = z.infer<typeof subscription>;

const paidMonth = z.object({
  invoiceId: z.string().describe("The provider's id"),
  plan: planName,
  amountCents,
  paidAt: time,
  periodEndsAt: time.describe("The end of the month that it pays for"),
});

const endedPlanPayment = paidMonth.extend({
  refundedCents: amountCents,
  refundableCents: amountCents.describe(
    "What plans.refundPlanPayment gives back; 0 also where a dispute decides about the payment",
  ),
});
endedPlanPayment.register(z.globalRegistry, { id: "EndedPlanPayment" });
export type EndedPlanPayment = z.infer<typeof endedPlanPayment>;

export const plans = {
  readSubscription: procedure({
    method: "GET",
    path: "/subscription",
    access: "signedIn",
    summary: "Read the own plan, what is left of it this month, and when its period ends",
    description:
      "Reads the plan of the signed-in user, whose `subscription` is null without one. It changes nothing.",
  })
    .input(nothing)
    .output(subscription),

  startSubscription: procedure({
    method: "POST",
    path: "/subscription",
    access: "signedIn",
    transaction: "own",
    summary: "Open the provider's hosted checkout for a plan; only a paid invoice grants it",
    description:
      "Returns the address of the page to open. A repeat with the same key leads to the same page, and a new key closes an earlier page.",
    errors: [
      "subscription_exists",
      "subscription_busy",
      "checkout_failed",
      "idempotency_key_reused",
    ],
  })
    .input(z.strictObject({ plan: planName, idempotencyKey }))
    .output(providerPage),

  changeSubscription: procedure({
    method: "POST",
    path: "/subscription/change",
    access: "signedIn",
    transaction: "own",
    summary: "Change the plan: upwards at once and prorated, downwards at the period's end",
    description:
      "Needs an active plan. A larger plan is charged for the rest of the month at once; a smaller one follows with the next period.",
    errors: [
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

  previewSubscriptionChange: procedure({
    method: "POST",
    path: "/subscription/change-preview",
    access: "signedIn",
    transaction: "none",
    limit: "planPreviewsPerAccount",
    summary: "Read what a change of the plan would cost today, and what follows and when",
    description:
      "Changes nothing. A larger plan is charged to the second, so that a change a moment later costs no more.",
    errors: ["no_subscription", "same_plan", "conflict", "checkout_failed"],
  })
    .input(z.strictObject({ plan: planName }))
    .output(
      z.object({
        dueNowCents: amountCents.describe("0: nothing is charged today"),
        nextAmountCents: amountCents.describe("What each further month costs"),
        nextAt: time.nullable().describe("When that is charged first; null: the plan ends instead"),
      }),
    ),

  cancelSubscription: procedure({
    method: "POST",
    path: "/subscription/cancellation",
    access: "signedIn",
    transaction: "own",
    summary: "End the plan with the paid period; at once where the period is not paid",
    description:
      "Needs a plan of the signed-in user. Until the period ends the plan can be resumed; a repeat changes nothing.",
    errors: ["no_subscription", "subscription_busy", "subscription_not_changed"],
  })
    .input(nothing)
    .output(subscription),

  resumeSubscription: procedure({
    method: "POST",
    path: "/subscription/resumption",
    access: "signedIn",
    transaction: "own",
    summary: "Undo the cancellation of the plan before its period ends",
    description:
      "Needs a plan that was canceled and whose period has not ended. It is billed again from the next period on.",
    errors: ["no_subscription", "subscription_busy", "subscription_not_changed"],
  })
    .input(nothing)
    .output(subscription),

  settleSubscription: procedure({
    method: "POST",
    path: "/subscription/settlement",
    access: "signedIn",
    transaction: "own",
    summary: "Open the provider's page to pay an open invoice or give another card",
    description:
      "Needs a plan whose `unsettled` is not null, and returns the address of the page to open. It changes nothing by itself.",
    errors: ["no_subscription", "checkout_failed"],
  })
    .input(nothing)
    .output(providerPage),

  giveComplimentaryPlan: procedure({
    method: "POST",
    path: "/admin/users/{userId}/plan",
    access: "admin",
    actsOn: "plan",
    reauthentication: true,
    audit: { field: "userId" },
    summary:
      "Give a customer a plan without a bill, refilled monthly from today; null takes it back",
    description:
      "Needs a customer without a billed subscription. Giving the same plan again changes nothing; the audit log records the reason.",
    errors: ["not_found", "missing_information", "account_closed", "subscription_exists"],
  })
    .input(z.strictObject({ userId: id, plan: planName.nullable(), reason }))
    .output(subscription),

  adjustQuota: procedure({
    method: "POST",
    path: "/admin/users/{userId}/quota",
    access: "admin",
    actsOn: "plan",
    reauthentication: true,
    audit: { field: "userId" },
    summary: "Set how many packages a customer may still add this month",
    description:
      "Needs a customer with a plan. The number applies to the present month only, and the audit log records the reason. A repeat changes nothing.",
    errors: ["not_found", "missing_information", "account_closed", "no_subscription"],
  })
    .input(
      z.strictObject({
        userId: id,
        packageQuota: z.int().min(0).max(maxPackageQuota),
        reason,
      }),
    )
    .output(subscription),

  endSubscription: procedure({
    method: "POST",
    path: "/admin/users/{userId}/subscription/end",
    access: "admin",
    actsOn: "plan",
    reauthentication: true,
    transaction: "own",
    audit: { field: "userId" },
    summary: "End a customer's subscription at the provider, at once",
    description:
      "Cancels at the payment provider, and takes the plan from the customer. Nothing is refunded: `payments` are what was paid for months that are not over, which plans.refundPlanPayment gives back. The audit log records the reason.",
    errors: [
      "not_found",
      "missing_information",
      "own_account",
      "no_subscription",
      "subscription_busy",
      "subscription_not_changed",
    ],
  })
    .input(z.strictObject({ userId: id, reason }))
    .output(z.object({ payments: z.array(paidMonth) })),

  listEndedPlanPayments: procedure({
    method: "GET",
    path: "/admin/users/{userId}/ended-plan-payments",
    access: roleAccess.money,
    summary: "List what a customer paid for months of plans that ended before these were over",
    description:
      "Reads from the provider what was given back of each. Empty where every month that was paid is over or goes on.",
    errors: ["not_found", "payments_unavailable"],
  })
    .input(z.strictObject({ userId: id }))
    .output(z.object({ items: z.array(endedPlanPayment) })),

  refundPlanPayment: procedure({
    method: "POST",
    path: "/admin/users/{userId}/ended-plan-payments/{invoiceId}/refund",
    access: roleAccess.money,
    reauthentication: true,
    actsOn: "plan",
    transaction: "own",
    audit: { field: "userId" },
    summary: "Give the payment for a month that ended early back to the customer's card",
    description:
      "Refunds at the payment provider what has not been given back yet of a payment that plans.listEndedPlanPayments lists. A repeat gives nothing more back. The audit log records the reason.",
    errors: [
      "not_found",
      "missing_information",
      "subscription_busy",
      "refund_refused",
      "unavailable",
    ],
  })
    .input(z.strictObject({ userId: id, invoiceId: text(255), reason }))
    .output(endedPlanPayment),
};
