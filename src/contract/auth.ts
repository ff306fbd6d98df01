// Signing up and in, sessions, password reset and two-factor.
import * as z from "zod";
import { amountCents, done, id, nothing, planName, secretText, text, time } from "./fields.ts";
import { procedure } from "./procedure.ts";

/** The app-side user of the specification: who is signed in, and what the screens show of them everywhere. */
export const person = z.object({
  id,
  email: z.string(),
  fullName: z.string(),
  walletBalanceCents: amountCents,
  subscription: planName.nullable(),
  packageQuota: z.int(),
  maxWeightGrams: z.int(),
  isAdmin: z.boolean(),
});

export type Person = z.infer<typeof person>;

const session = z.object({ person, expiresAt: time });

const email = text(254);

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

export const auth = {
  readSession: procedure({
    method: "GET",
    path: "/session",
    access: "public",
    summary: "Who is signed in, and until when this lease on the session runs",
  })
    .input(nothing)
    .output(session.nullable()),

  refreshSession: procedure({
    method: "POST",
    path: "/session/renew",
    access: "signedIn",
    summary: "Renew the lease on the own session",
  })
    .input(nothing)
    .output(session),

  signUp: procedure({
    method: "POST",
    path: "/sign-up",
    access: "public",
    summary: "Sign up; the link that is sent makes the account, and the answer never tells of one",
    errors: ["missing_information", "invalid_email", "weak_password", "registration_closed"],
  })
    .input(
      z.strictObject({
        fullName: text(200),
        email,
        password,
        plan: planName.optional().describe("Chosen before; plans.readSubscription reminds of it"),
      }),
    )
    .output(done),

  signIn: procedure({
    method: "POST",
    path: "/sign-in",
    access: "public",
    summary: "Sign in with email and password; with two-factor on, a code is asked for next",
    errors: [
      "missing_information",
      "invalid_credentials",
      "email_not_verified",
      "maintenance",
      "two_factor_required",
      "account_suspended",
    ],
  })
    .input(z.strictObject({ email, password }))
    .output(session),

  signInAsAdmin: procedure({
    method: "POST",
    path: "/admin-sign-in",
    access: "public",
    summary: "Sign in to the office; every wrong pair gets the same answer",
    errors: [
      "missing_information",
      "invalid_admin_credentials",
      "two_factor_required",
      "account_suspended",
    ],
  })
    .input(z.strictObject({ email, password }))
    .output(session),

  completeTwoFactor: procedure({
    method: "POST",
    path: "/sign-in/code",
    access: "public",
    summary: "Finish signing in with a code of the app or a backup code, five tries at most",
    errors: ["invalid_code", "wrong_code", "challenge_expired", "account_suspended"],
  })
    .input(z.strictObject({ code: secretText(40) }))
    .output(session),

  signOut: procedure({
    method: "POST",
    path: "/sign-out",
    access: "public",
    summary: "End the own session",
  })
    .input(nothing)
    .output(done),

  completeCallback: procedure({
    method: "POST",
    path: "/auth-callback",
    access: "public",
    summary: "Exchange the single-use token of a mail's link for a session",
    errors: [
      "link_not_valid",
      "no_session_established",
      "two_factor_required",
      "account_suspended",
    ],
  })
    .input(
      z.strictObject({
        accessToken: secretText(512),
        refreshToken: secretText(512).optional(),
        type: text(40).optional(),
      }),
    )
    .output(session),

  resendVerification: procedure({
    method: "POST",
    path: "/verification-mail",
    access: "public",
    summary: "Send the link of this browser's own sign-up again, or of a changed address",
    errors: ["missing_information", "invalid_email"],
  })
    .input(z.strictObject({ email }))
    .output(done),

  requestPasswordReset: procedure({
    method: "POST",
    path: "/password-reset-mail",
    access: "public",
    summary: "Send a reset link, where there is an account",
    errors: ["missing_information", "invalid_email"],
  })
    .input(z.strictObject({ email }))
    .output(done),

  resetPassword: procedure({
    method: "POST",
    path: "/password-reset",
    access: "public",
    summary: "Set a new password with the link's token; ends all sessions",
    errors: ["missing_information", "weak_password", "link_not_valid"],
  })
    .input(z.strictObject({ token: secretText(512), password }))
    .output(done),

  confirmPassword: procedure({
    method: "POST",
    path: "/session/proof",
    access: "signedIn",
    summary: "Give the password again, after which sensitive changes are open for 15 minutes",
    errors: ["missing_information", "wrong_password"],
  })
    .input(z.strictObject({ password }))
    .output(z.object({ reauthenticatedUntil: time })),

  readTwoFactor: procedure({
    method: "GET",
    path: "/two-factor",
    access: "signedIn",
    summary: "Whether signing in asks for a code, and how many backup codes are left",
  })
    .input(nothing)
    .output(
      z.object({ isEnabled: z.boolean(), enabledAt: time.nullable(), backupCodesLeft: z.int() }),
    ),

  startTwoFactor: procedure({
    method: "POST",
    path: "/two-factor",
    access: "signedIn",
    summary: "Begin to set up two-factor: the secret for an authenticator app, as text and address",
    errors: ["reauthentication_required", "two_factor_enabled"],
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
    access: "signedIn",
    summary: "Turn two-factor on with the app's first code; answers the backup codes, once",
    errors: [
      "reauthentication_required",
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
    access: "signedIn",
    summary: "Make new backup codes; the earlier ones become void",
    errors: ["reauthentication_required", "two_factor_not_enabled"],
  })
    .input(nothing)
    .output(z.object({ backupCodes })),

  disableTwoFactor: procedure({
    method: "POST",
    path: "/two-factor/removal",
    access: "signedIn",
    summary: "Turn two-factor off, with the password",
    errors: ["missing_information", "wrong_password", "two_factor_not_enabled"],
  })
    .input(z.strictObject({ password }))
    .output(done),

  listSessions: procedure({
    method: "GET",
    path: "/sessions",
    access: "signedIn",
    summary: "The own sessions, the one used last first",
  })
    .input(nothing)
    .output(z.object({ items: z.array(openSession) })),

  endSession: procedure({
    method: "DELETE",
    path: "/sessions/{sessionId}",
    access: "signedIn",
    summary: "End one of the own sessions; another one than that which asks needs fresh proof",
    errors: ["not_found", "reauthentication_required"],
  })
    .input(z.strictObject({ sessionId: id }))
    .output(done),

  endOtherSessions: procedure({
    method: "POST",
    path: "/sessions/end-others",
    access: "signedIn",
    summary: "End all own sessions but the one that asks",
    errors: ["reauthentication_required"],
  })
    .input(nothing)
    .output(z.object({ endedCount: z.int() })),
};
