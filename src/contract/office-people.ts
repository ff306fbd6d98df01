// What staff may ask about people: finding and changing accounts, limits that were reached, payouts asked for.
import * as z from "zod";
import { payoutOutcomes } from "#core/payout.ts";
import { amountCents, done, id, pageNumber, pageSize, planName, text, time } from "./fields.ts";
import { subscription } from "./plans.ts";
import { procedure } from "./procedure.ts";
import { profile } from "./profile.ts";

const user = profile.extend({
  subscription: planName.nullable(),
  packageQuota: z.int(),
  maxWeightGrams: z.int(),
  walletBalanceCents: amountCents.describe("What can be spent"),
  heldCents: amountCents.describe("What open holds have set aside beside it"),
  isAdmin: z.boolean(),
  createdAt: time,
  updatedAt: time,
  suspendedAt: time.nullable().describe("Since when staff keep them out; null: they do not"),
  closedAt: time.nullable().describe("When the account was closed; nothing tells whose it was"),
});
export type User = z.infer<typeof user>;

const userDetails = user.extend({
  isVerified: z.boolean().describe("Whether they have shown that the address is theirs"),
  hasTwoFactor: z.boolean(),
  suspensionReason: z.string().nullable(),
  plan: subscription,
});
export type UserDetails = z.infer<typeof userDetails>;

/** What staff edit of an account; the balance changes through adjustments alone. */
const accountFields = z.strictObject({
  fullName: text(200),
  email: text(254),
  subscription: planName.nullable(),
  packageQuota: z.int().min(0).max(1000),
});

const userStates = [
  "all",
  "active",
  "subscribed",
  "withMoney",
  "withHolds",
  "suspended",
  "closed",
  "admins",
] as const;
export type UserState = (typeof userStates)[number];

const userOrders = [
  "fullName",
  "subscription",
  "packageQuota",
  "walletBalance",
  "createdAt",
] as const;
export type UserOrder = (typeof userOrders)[number];

const walletMoney = z.object({ balanceCents: z.int(), heldCents: z.int() });
/** What several people own together, what is held of it included. */
export type WalletMoney = z.infer<typeof walletMoney>;

const countedLimit = z.object({
  limit: z.string().describe("Name of the limit, such as failedSignInsPerAccount"),
  who: z.string().describe("The address, account or email that it counts"),
  attempts: z.int(),
  mostAttempts: z.int(),
  withinSeconds: z.int(),
  isReached: z.boolean(),
  endsAt: time.describe("When the oldest attempt counted stops counting"),
});
export type CountedLimit = z.infer<typeof countedLimit>;

const payoutRequest = z.object({
  id,
  userId: id,
  userEmail: z.string(),
  amountCents: amountCents.describe("What is set aside for it while it is open"),
  balanceCents: amountCents.describe("What can be spent of the wallet beside it now"),
  createdAt: time,
  startedAt: time.nullable().describe("When staff were first shown where the money is to go"),
  startedBy: z.string().nullable().describe("The email of who that was"),
  settledAt: time.nullable(),
  outcome: z.enum(payoutOutcomes).nullable().describe("How it ended; null while it is open"),
  reason: z.string().nullable().describe("Why it was declined"),
  reference: z.string().nullable().describe("Of the bank transfer that paid it"),
});
export type PayoutRequest = z.infer<typeof payoutRequest>;

const area = "people";

export const officePeople = {
  listUsers: procedure({
    method: "GET",
    path: "/admin/users",
    door: "admin",
    area,
    summary: "Users, newest first unless told, searched by name or email",
  })
    .input(
      z.strictObject({
        search: text(200).default(""),
        state: z.enum(userStates).default("all"),
        order: z.enum(userOrders).default("createdAt"),
        direction: z.enum(["asc", "desc"]).default("desc"),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(
      z.object({
        items: z.array(user),
        total: z.int(),
        walletMoney: walletMoney
          .optional()
          .describe("Of all that are found, held money included; where the state asks for money"),
      }),
    ),

  readUser: procedure({
    method: "GET",
    path: "/admin/users/{userId}",
    door: "admin",
    area,
    summary: "One user with their plan, and what stands in the way of their signing in",
    refuses: ["not_found"],
  })
    .input(z.strictObject({ userId: id }))
    .output(userDetails),

  updateUser: procedure({
    method: "PUT",
    path: "/admin/users/{userId}",
    door: "admin",
    area,
    summary: "Change a user's name, email, plan and quota, unless somebody else did meanwhile",
    refuses: [
      "not_found",
      "fresh_proof_required",
      "missing_information",
      "invalid_email",
      "email_taken",
      "named_admin",
      "own_account",
      "account_closed",
      "conflict",
      "subscription_exists",
      "no_subscription",
    ],
  })
    .input(
      accountFields.extend({
        userId: id,
        seen: z
          .strictObject({
            fullName: z.string().max(200),
            email: z.string().max(254),
            subscription: planName.nullable(),
            packageQuota: z.int(),
          })
          .describe("The account as it was shown; where it is another by now, it is a conflict"),
        reason: text(500).default("").describe("Needed for all but the name"),
      }),
    )
    .output(userDetails),

  suspendUser: procedure({
    method: "POST",
    path: "/admin/users/{userId}/suspension",
    door: "admin",
    area,
    summary: "Keep a user out from now on: their sessions end, and they cannot sign in",
    refuses: [
      "not_found",
      "fresh_proof_required",
      "missing_information",
      "own_account",
      "last_admin",
      "account_closed",
      "conflict",
    ],
  })
    .input(z.strictObject({ userId: id, reason: text(500).describe("The user is told it") }))
    .output(userDetails),

  restoreUser: procedure({
    method: "POST",
    path: "/admin/users/{userId}/suspension/end",
    door: "admin",
    area,
    summary: "Let a suspended user sign in again",
    refuses: ["not_found", "fresh_proof_required", "missing_information", "conflict"],
  })
    .input(z.strictObject({ userId: id, reason: text(500) }))
    .output(userDetails),

  listLimits: procedure({
    method: "GET",
    path: "/admin/limits",
    door: "admin",
    area,
    summary: "What counts against the limits at this moment, reached ones first",
  })
    .input(
      z.strictObject({
        search: text(254).default("").describe("Part of an address, account or email"),
        page: pageNumber,
        pageSize,
      }),
    )
    .output(z.object({ items: z.array(countedLimit), total: z.int() })),

  liftLimit: procedure({
    method: "POST",
    path: "/admin/limits/lift",
    door: "admin",
    area,
    summary: "Forget what counts against one limit of one address, account or email",
    refuses: ["not_found"],
  })
    .input(z.strictObject({ limit: text(60), who: text(254) }))
    .output(done),

  listPayoutRequests: procedure({
    method: "GET",
    path: "/admin/payout-requests",
    door: "admin",
    area,
    summary: "Payouts that customers asked for, open ones first, then the newest",
  })
    .input(z.strictObject({ page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(payoutRequest), total: z.int(), openCount: z.int() })),

  startPayout: procedure({
    method: "POST",
    path: "/admin/payout-requests/{payoutRequestId}/start",
    door: "admin",
    area,
    summary: "Show where the money is to go; from then on the customer cannot withdraw the request",
    refuses: ["not_found", "conflict", "fresh_proof_required", "own_wallet"],
  })
    .input(z.strictObject({ payoutRequestId: id }))
    .output(
      z.object({
        details: z.string().describe("Where the money is to go"),
        startedAt: time,
        startedBy: z.string().nullable(),
      }),
    ),

  settlePayoutRequest: procedure({
    method: "POST",
    path: "/admin/payout-requests/{payoutRequestId}/settlement",
    door: "admin",
    area,
    summary: "Debit a payout that was sent, or decline it; where it was to go is then forgotten",
    refuses: [
      "not_found",
      "conflict",
      "missing_information",
      "fresh_proof_required",
      "own_wallet",
      "insufficient_balance",
    ],
  })
    .input(
      z.strictObject({
        payoutRequestId: id,
        isPaid: z.boolean(),
        reference: text(140).default("").describe("Of the bank transfer; required when it is paid"),
        reason: text(500)
          .default("")
          .describe("Why it is declined, required then; the customer is told it"),
      }),
    )
    .output(done),
};
