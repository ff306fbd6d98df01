import * as z from "zod";
import { roleAccess } from "#platform/rules/role-access.ts";
import { maxPackageQuota } from "#people/rules/account-edit.ts";
import { userOrders, userStates, sortDirections } from "#platform/rules/list-page.ts";
import {
  amountCents,
  csvFile,
  exactText,
  id,
  line,
  locale,
  pageNumber,
  pageSize,
  text,
  time,
  timeZone,
  reason,
  planName,
} from "#platform/contract/fields.ts";
import { email } from "#people/contract/auth.ts";
import { subscription } from "#money/contract/plans.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { profile } from "#people/contract/profile.ts";
import { planAndRoles, staffRole } from "#platform/contract/session.ts";

const user = profile.extend({
  ...planAndRoles.shape,
  walletBalanceCents: amountCents
    .nullable()
    .describe("The available balance; null for roles that do not see money, and without a wallet"),
  heldCents: amountCents
    .nullable()
    .describe(
      "On hold, not included in the available balance; null for roles that do not see money",
    ),
  createdAt: time,
  updatedAt: time,
  suspendedAt: time.nullable().describe("When the user was suspended; null if they are not"),
  closedAt: time.nullable().describe("When the account was closed, which erased the personal data"),
});
user.register(z.globalRegistry, { id: "User" });

export type User = z.infer<typeof user>;

const grantedRole = z.object({
  role: staffRole,
  grantedAt: time,
  grantedBy: z.string().nullable().describe("The email of the admin who granted it"),
});
grantedRole.register(z.globalRegistry, { id: "GrantedRole" });

const userDetails = user.extend({
  grantedRoles: z.array(grantedRole).describe("The roles that the user has now"),
  isVerified: z.boolean().describe("Whether the user has verified the email"),
  memberCode: z.string().nullable().describe("null: none has been made yet"),
  hasTwoFactor: z.boolean(),
  suspensionReason: z.string().nullable(),
  plan: subscription,
});
userDetails.register(z.globalRegistry, { id: "UserDetails" });

export type UserDetails = z.infer<typeof userDetails>;

/** What admins edit of an account; the balance changes only through adjustments. */
const accountFields = z.strictObject({
  fullName: line(200),
  email,
  subscription: planName.nullable(),
  packageQuota: z.int().min(0).max(maxPackageQuota),
});

const walletMoney = z.object({ balanceCents: z.int(), heldCents: z.int() });
walletMoney.register(z.globalRegistry, { id: "WalletMoney" });

/** The total money of several users; `balanceCents` includes what is on hold. */
export type WalletMoney = z.infer<typeof walletMoney>;

export const adminUsers = {
  listUsers: procedure({
    method: "GET",
    path: "/admin/users",
    access: roleAccess.customers,
    summary:
      "List users, newest first by default, searched by name, email, phone number or member code",
    description:
      "`state` selects users by plan, money, suspension or role. A search finds the newest 1,000 at most. The states `withMoney` and `withHolds` also return the total of all wallets found; they and the order `walletBalance` are forbidden to roles that do not see money.",
  })
    .input(
      z.strictObject({
        search: line(200).default(""),
        state: z.enum(userStates).default("all"),
        order: z.enum(userOrders).default("createdAt"),
        direction: z.enum(sortDirections).default("desc"),
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
          .describe("The total of all users found, only in the states withMoney and withHolds"),
        openHoldsCount: z
          .int()
          .optional()
          .describe("How many holds they have, only in the state withHolds"),
      }),
    ),

  exportUsers: procedure({
    method: "GET",
    path: "/admin/users/users.csv",
    access: roleAccess.customers,
    isLong: true,
    limit: "listDownloadsPerAccount",
    audit: { name: "users" },
    summary: "Download users as a CSV file, newest first",
    description:
      "Sends the users that users.listUsers finds with the same `search` and `state`, with their wallets for roles that see money. Two downloads of an account run at once, and the audit log has each.",
    errors: ["busy"],
  })
    .input(
      z.strictObject({
        search: line(200).default(""),
        state: z.enum(userStates).default("all"),
        timeZone,
        locale,
      }),
    )
    .output(csvFile),

  readUser: procedure({
    method: "GET",
    path: "/admin/users/{userId}",
    access: roleAccess.customers,
    summary: "Read one user with their plan, verification and suspension",
    description:
      "Reads an account, closed ones included, for the page of one user. It changes nothing.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ userId: id }))
    .output(userDetails),

  updateUser: procedure({
    method: "PUT",
    path: "/admin/users/{userId}",
    access: "admin",
    actsOn: "account",
    reauthentication: true,
    audit: { field: "userId" },
    expectsVersion: true,
    summary:
      "Change a user's name, email, plan and quota, unless the account has changed since it was read",
    description:
      "Applies all fields or none, and needs a reason for every change but the name. A new email must be verified by the user, whose sessions end.",
    errors: [
      "not_found",
      "missing_information",
      "invalid_email",
      "email_taken",
      "configured_admin",
      "account_closed",
      "subscription_exists",
      "no_subscription",
    ],
  })
    .input(
      accountFields.extend({
        userId: id,
        expectedVersion: z
          .strictObject({
            fullName: exactText(200),
            email: exactText(254),
            subscription: planName.nullable(),
            packageQuota: z.int(),
          })
          .describe(
            "The account as it was read; if it is different by now, the change is rejected with a conflict",
          ),
        reason: text(500).default("").describe("Required for all but the name"),
      }),
    )
    .output(userDetails),

  suspendUser: procedure({
    method: "POST",
    path: "/admin/users/{userId}/suspension",
    access: "admin",
    actsOn: "account",
    reauthentication: true,
    audit: { field: "userId" },
    summary: "Suspend a user: their sessions end, and they cannot sign in",
    description:
      "Sends the user the reason by email. Wallet, plan and packages stay as they are, and the payment provider goes on billing.",
    errors: [
      "not_found",
      "ship_request_open",
      "missing_information",
      "last_admin",
      "account_closed",
      "conflict",
    ],
  })
    .input(z.strictObject({ userId: id, reason: reason.describe("Sent to the user by email") }))
    .output(userDetails),

  restoreUser: procedure({
    method: "POST",
    path: "/admin/users/{userId}/suspension/end",
    access: "admin",
    actsOn: "account",
    reauthentication: true,
    audit: { field: "userId" },
    summary: "Let a suspended user sign in again",
    description: "Ends the suspension and sends the user an email. Sessions that ended stay ended.",
    errors: ["not_found", "missing_information", "conflict"],
  })
    .input(z.strictObject({ userId: id, reason }))
    .output(userDetails),

  grantStaffRole: procedure({
    method: "PUT",
    path: "/admin/users/{userId}/roles/{role}",
    access: roleAccess.admin,
    actsOn: "role",
    reauthentication: true,
    audit: { field: "userId" },
    summary: "Grant a role of staff to a user",
    description:
      "The role applies from the user's next request on, who is notified by email. Nobody can be made an admin here; a repeat changes nothing.",
    errors: ["not_found", "account_closed", "user_is_admin", "user_not_verified"],
  })
    .input(z.strictObject({ userId: id, role: staffRole }))
    .output(userDetails),

  endStaffRole: procedure({
    method: "DELETE",
    path: "/admin/users/{userId}/roles/{role}",
    access: roleAccess.admin,
    actsOn: "role",
    reauthentication: true,
    audit: { field: "userId" },
    summary: "End a role of staff of a user",
    description:
      "The user loses it with the next request and is notified by email. A role that the user does not have changes nothing.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ userId: id, role: staffRole }))
    .output(userDetails),
};
