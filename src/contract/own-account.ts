// What people may ask about their own account: proof, two-factor, sessions, notifications, export, payout, closing.
import * as z from "zod";
import { payoutOutcomes } from "#core/payout.ts";
import {
  amountCents,
  dollars,
  done,
  id,
  locale,
  nothing,
  requestKey,
  secretText,
  text,
  time,
  timeZone,
} from "./fields.ts";
import { procedure } from "./procedure.ts";

const password = secretText(256);
const code = secretText(40);
const backupCodes = z
  .array(z.string())
  .describe("Each replaces a code of the app once; they are shown this one time");

const openSession = z.object({
  id,
  device: z.string().describe("Such as 'iPhone', or 'Unknown device'"),
  browser: z.string().describe("Such as 'Firefox 128', or 'Unknown browser'"),
  ipAddress: z.string().nullable(),
  createdAt: time,
  lastActiveAt: time,
  isCurrent: z.boolean().describe("The session that asks"),
});
export type OpenSession = z.infer<typeof openSession>;

const notificationSettings = z.strictObject({
  emailNotifications: z.boolean(),
  shipmentUpdates: z.boolean(),
  marketingEmails: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

const payout = z.object({
  id,
  amountCents: amountCents.describe("What is set aside for it while it is open"),
  destination: z.string().nullable().describe("The end of the account number; null once it ended"),
  createdAt: time,
  startedAt: time.nullable().describe("Since when it is being paid and cannot be withdrawn"),
  settledAt: time.nullable(),
  outcome: z.enum(payoutOutcomes).nullable().describe("How it ended; null while it is open"),
  reason: z.string().nullable().describe("Why it was declined"),
  reference: z.string().nullable().describe("Of the bank transfer that paid it"),
});
export type Payout = z.infer<typeof payout>;
const area = "people";

export const ownAccount = {
  confirmPassword: procedure({
    method: "POST",
    path: "/session/proof",
    door: "signedIn",
    area,
    summary: "Give the password again, after which sensitive changes are open for 15 minutes",
    refuses: ["missing_information", "wrong_password"],
  })
    .input(z.strictObject({ password }))
    .output(z.object({ provedUntil: time })),

  readTwoFactor: procedure({
    method: "GET",
    path: "/two-factor",
    door: "signedIn",
    area,
    summary: "Whether signing in asks for a code, and how many backup codes are left",
  })
    .input(nothing)
    .output(
      z.object({ isEnabled: z.boolean(), enabledAt: time.nullable(), backupCodesLeft: z.int() }),
    ),

  startTwoFactor: procedure({
    method: "POST",
    path: "/two-factor",
    door: "signedIn",
    area,
    summary: "Begin to set up two-factor: the secret for an authenticator app, as text and address",
    refuses: ["fresh_proof_required", "two_factor_enabled"],
  })
    .input(nothing)
    .output(
      z.object({
        secret: z.string().describe("Base32, to be typed where no camera reads the QR code"),
        otpauthUri: z.string().describe("What the QR code holds"),
      }),
    ),

  confirmTwoFactor: procedure({
    method: "POST",
    path: "/two-factor/confirmation",
    door: "signedIn",
    area,
    summary: "Turn two-factor on with the app's first code; answers the backup codes, once",
    refuses: [
      "fresh_proof_required",
      "two_factor_enabled",
      "two_factor_not_started",
      "invalid_code",
      "wrong_code",
    ],
  })
    .input(z.strictObject({ code }))
    .output(z.object({ backupCodes })),

  renewBackupCodes: procedure({
    method: "POST",
    path: "/two-factor/backup-codes",
    door: "signedIn",
    area,
    summary: "Make new backup codes; the earlier ones become void",
    refuses: ["fresh_proof_required", "two_factor_not_enabled"],
  })
    .input(nothing)
    .output(z.object({ backupCodes })),

  disableTwoFactor: procedure({
    method: "POST",
    path: "/two-factor/removal",
    door: "signedIn",
    area,
    summary: "Turn two-factor off, with the password",
    refuses: ["missing_information", "wrong_password", "two_factor_not_enabled"],
  })
    .input(z.strictObject({ password }))
    .output(done),

  listSessions: procedure({
    method: "GET",
    path: "/sessions",
    door: "signedIn",
    area,
    summary: "The own sessions, the one used last first",
  })
    .input(nothing)
    .output(z.object({ items: z.array(openSession) })),

  endSession: procedure({
    method: "DELETE",
    path: "/sessions/{sessionId}",
    door: "signedIn",
    area,
    summary: "End one of the own sessions; another one than that which asks needs fresh proof",
    refuses: ["not_found", "fresh_proof_required"],
  })
    .input(z.strictObject({ sessionId: id }))
    .output(done),

  endOtherSessions: procedure({
    method: "POST",
    path: "/sessions/end-others",
    door: "signedIn",
    area,
    summary: "End all own sessions but the one that asks",
    refuses: ["fresh_proof_required"],
  })
    .input(nothing)
    .output(z.object({ endedCount: z.int() })),

  readNotificationSettings: procedure({
    method: "GET",
    path: "/notification-settings",
    door: "signedIn",
    area,
    summary: "What the person wants to be written about",
  })
    .input(nothing)
    .output(notificationSettings),

  updateNotificationSettings: procedure({
    method: "PUT",
    path: "/notification-settings",
    door: "signedIn",
    area,
    summary: "Set the three switches; letters obey them from now on",
  })
    .input(notificationSettings)
    .output(notificationSettings),

  exportAccount: procedure({
    method: "GET",
    path: "/account/export",
    door: "signedIn",
    area,
    summary: "Everything held about the person as JSON, or transactions or packages as CSV",
    refuses: ["busy"],
  })
    .input(
      z.strictObject({
        part: z.enum(["everything", "transactions", "packages"]).default("everything"),
        timeZone,
        locale,
      }),
    )
    .output(
      z.object({
        fileName: z.string(),
        contentType: z.string(),
        content: z.string().describe("The file's text"),
      }),
    ),

  readAccountClosing: procedure({
    method: "GET",
    path: "/account/closing",
    door: "signedIn",
    area,
    summary: "What stands in the way of closing the account, and the open payout, if any",
  })
    .input(nothing)
    .output(
      z.object({
        balanceCents: amountCents,
        heldCents: amountCents.describe("Set aside for fees and payouts that are not settled yet"),
        mustCancelSubscription: z.boolean(),
        payoutRequest: z.object({ amountCents, createdAt: time }).nullable(),
        isPossible: z.boolean(),
      }),
    ),

  readPayout: procedure({
    method: "GET",
    path: "/account/payout",
    door: "signedIn",
    area,
    summary: "The open payout of the person, else the newest that ended",
  })
    .input(nothing)
    .output(z.object({ payout: payout.nullable() })),

  requestPayout: procedure({
    method: "POST",
    path: "/account/payout",
    door: "signedIn",
    area,
    summary: "Ask for money of the wallet to be paid out; it is set aside until that is done",
    refuses: [
      "missing_information",
      "invalid_payout_amount",
      "fresh_proof_required",
      "nothing_to_pay_out",
      "payout_above_balance",
      "payout_requested",
      "request_key_reused",
    ],
  })
    .input(
      z.strictObject({
        amount: dollars.describe("From 1.00 up to what can be spent"),
        details: text(2000).describe("Where the money is to go"),
        requestKey,
      }),
    )
    .output(payout),

  withdrawPayout: procedure({
    method: "POST",
    path: "/account/payout/withdrawal",
    door: "signedIn",
    area,
    summary:
      "Take back the own request for a payout while it is open and nobody has begun to pay it",
    refuses: ["not_found", "payout_started", "conflict"],
  })
    .input(z.strictObject({ payoutRequestId: id }))
    .output(payout),

  closeAccount: procedure({
    method: "POST",
    path: "/account/closing",
    door: "signedIn",
    area,
    summary: "Close the account for good; the history of money stays, without the name",
    refuses: [
      "missing_information",
      "wrong_password",
      "balance_not_zero",
      "subscription_active",
      "subscription_busy",
      "payment_under_way",
      "office_account",
    ],
  })
    .input(z.strictObject({ password }))
    .output(done),
};
