import * as z from "zod";
import { amountCents, done, id, nothing, planName, secretText, text, time } from "./fields.ts";
import { procedure } from "./procedure.ts";

/** The user who is signed in, with what every screen shows of them. */
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

const session = z.object({
  person,
  expiresAt: time.describe(
    "When the session has to be refreshed, ten minutes after the last refresh. A session that is not refreshed stays valid for 30 days",
  ),
});

export type Session = z.infer<typeof session>;

const email = text(254);

const password = secretText(256);

const code = secretText(40);

const backupCodes = z
  .array(z.string())
  .describe("Each replaces a code of the app once; they are shown only this once");

const openSession = z.object({
  id,
  device: z.string().describe("Such as 'iPhone', or 'Unknown device'"),
  browser: z.string().describe("Such as 'Firefox 128', or 'Unknown browser'"),
  ipAddress: z.string().nullable(),
  createdAt: time,
  lastActiveAt: time,
  isCurrent: z.boolean().describe("Whether it is the session of this request"),
});

export type OpenSession = z.infer<typeof openSession>;

export const auth = {
  readSession: procedure({
    method: "GET",
    path: "/session",
    access: "public",
    summary:
      "The user who is signed in, and when the session has to be refreshed; null if nobody is",
  })
    .input(nothing)
    .output(session.nullable()),

  refreshSession: procedure({
    method: "POST",
    path: "/session/refresh",
    access: "signedIn",
    summary: "Refresh the own session, which counts as using it",
  })
    .input(nothing)
    .output(session),

  signUp: procedure({
    method: "POST",
    path: "/sign-up",
    access: "public",
    summary:
      "Sign up; the link in the email creates the account. The answer does not disclose whether one exists",
    errors: ["missing_information", "invalid_email", "weak_password", "registration_closed"],
  })
    .input(
      z.strictObject({
        fullName: text(200),
        email,
        password,
        plan: planName
          .optional()
          .describe("A plan that was chosen before signing up; plans.readSubscription returns it"),
      }),
    )
    .output(done),

  signIn: procedure({
    method: "POST",
    path: "/sign-in",
    access: "public",
    summary:
      "Sign in with email and password; with two-factor authentication, a code is required next",
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
    summary: "Sign in to the admin area; wrong credentials of every kind get the same error",
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
    summary: "Complete signing in with a code of the app or a backup code, five tries at most",
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
    summary: "Exchange the single-use token of an emailed link for a session",
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
    path: "/verification-email",
    access: "public",
    summary: "Resend the link of this browser's own sign-up, or of a changed email",
    errors: ["missing_information", "invalid_email"],
  })
    .input(z.strictObject({ email }))
    .output(done),

  requestPasswordReset: procedure({
    method: "POST",
    path: "/password-reset-email",
    access: "public",
    summary: "Send a reset link if there is an account",
    errors: ["missing_information", "invalid_email"],
  })
    .input(z.strictObject({ email }))
    .output(done),

  resetPassword: procedure({
    method: "POST",
    path: "/password-reset",
    access: "public",
    summary: "Set a new password with the token of the link; ends all sessions",
    errors: ["missing_information", "weak_password", "link_not_valid"],
  })
    .input(z.strictObject({ token: secretText(512), password }))
    .output(done),

  confirmPassword: procedure({
    method: "POST",
    path: "/session/reauthentication",
    access: "signedIn",
    summary: "Confirm the password, which allows sensitive operations for 15 minutes",
    errors: ["missing_information", "wrong_password"],
  })
    .input(z.strictObject({ password }))
    .output(z.object({ reauthenticatedUntil: time })),

  readTwoFactor: procedure({
    method: "GET",
    path: "/two-factor",
    access: "signedIn",
    summary: "Whether two-factor authentication is on, and how many backup codes are left",
  })
    .input(nothing)
    .output(
      z.object({ isEnabled: z.boolean(), enabledAt: time.nullable(), backupCodesLeft: z.int() }),
    ),

  startTwoFactor: procedure({
    method: "POST",
    path: "/two-factor",
    access: "signedIn",
    reauthentication: true,
    summary:
      "Start to set up two-factor authentication; returns the secret for an authenticator app as text and URI",
    errors: ["two_factor_enabled"],
  })
    .input(nothing)
    .output(
      z.object({
        secret: z.string().describe("Base32, to be typed where the QR code cannot be scanned"),
        otpauthUri: z.string().describe("The content of the QR code"),
      }),
    ),

  confirmTwoFactor: procedure({
    method: "POST",
    path: "/two-factor/confirmation",
    access: "signedIn",
    reauthentication: true,
    summary:
      "Turn two-factor authentication on with the app's first code; returns the backup codes, only this once",
    errors: ["two_factor_enabled", "two_factor_not_started", "invalid_code", "wrong_code"],
  })
    .input(z.strictObject({ code }))
    .output(z.object({ backupCodes })),

  renewBackupCodes: procedure({
    method: "POST",
    path: "/two-factor/backup-codes",
    access: "signedIn",
    reauthentication: true,
    summary: "Generate new backup codes; the earlier ones become void",
    errors: ["two_factor_not_enabled"],
  })
    .input(nothing)
    .output(z.object({ backupCodes })),

  disableTwoFactor: procedure({
    method: "POST",
    path: "/two-factor/removal",
    access: "signedIn",
    summary: "Turn two-factor authentication off, with the password",
    errors: ["missing_information", "wrong_password", "two_factor_not_enabled"],
  })
    .input(z.strictObject({ password }))
    .output(done),

  listSessions: procedure({
    method: "GET",
    path: "/sessions",
    access: "signedIn",
    summary: "List the own sessions, the one used last first",
  })
    .input(nothing)
    .output(z.object({ items: z.array(openSession) })),

  endSession: procedure({
    method: "DELETE",
    path: "/sessions/{sessionId}",
    access: "signedIn",
    summary:
      "End one of the own sessions; any but the session of this request requires reauthentication",
    errors: ["not_found", "reauthentication_required"],
  })
    .input(z.strictObject({ sessionId: id }))
    .output(done),

  endOtherSessions: procedure({
    method: "POST",
    path: "/sessions/end-others",
    access: "signedIn",
    reauthentication: true,
    summary: "End all own sessions except the session of this request",
  })
    .input(nothing)
    .output(z.object({ endedCount: z.int() })),
};
