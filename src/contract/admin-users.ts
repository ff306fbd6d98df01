// What admins do about users: finding, changing and suspending accounts.
import * as z from "zod";
import { amountCents, id, pageNumber, pageSize, planName, text, time } from "./fields.ts";
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

export const adminUsers = {
  listUsers: procedure({
    method: "GET",
    path: "/admin/users",
    access: "admin",
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
    access: "admin",
    summary: "One user with their plan, and what stands in the way of their signing in",
    errors: ["not_found"],
  })
    .input(z.strictObject({ userId: id }))
    .output(userDetails),

  updateUser: procedure({
    method: "PUT",
    path: "/admin/users/{userId}",
    access: "admin",
    summary: "Change a user's name, email, plan and quota, unless somebody else did meanwhile",
    errors: [
      "not_found",
      "reauthentication_required",
      "missing_information",
      "invalid_email",
      "email_taken",
      "configured_admin",
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
        expectedFields: z
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
    access: "admin",
    summary: "Keep a user out from now on: their sessions end, and they cannot sign in",
    errors: [
      "not_found",
      "reauthentication_required",
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
    access: "admin",
    summary: "Let a suspended user sign in again",
    errors: ["not_found", "reauthentication_required", "missing_information", "conflict"],
  })
    .input(z.strictObject({ userId: id, reason: text(500) }))
    .output(userDetails),
};
