import * as z from "zod";
import {
  done,
  halfWidthLine,
  id,
  nothing,
  personName,
  secretText,
  text,
  time,
  planName,
} from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { ownSession, session } from "#platform/contract/session.ts";

export const email = halfWidthLine(254).meta({
  id: "EmailAddress",
  examples: ["mei.tan@example.com"],
});

const password = secretText(256);

const code = secretText(40).meta({ examples: ["123456"] });

const backupCodes = z
  .array(z.string())
  .describe("Each replaces a code of the app once; they are shown only this once");
const newBackupCodes = z.object({ backupCodes }).meta({ id: "NewBackupCodes" });

const openSession = z.object({
  id,
  device: z.string().describe("Such as 'iPhone', or 'Unknown device'"),
  browser: z.string().describe("Such as 'Firefox 128', or 'Unknown browser'"),
  ipAddress: z.string().nullable(),
  createdAt: time,
  lastActiveAt: time,
  isCurrent: z.boolean().describe("Whether it is the session of this request"),
});
openSession.register(z.globalRegistry, { id: "OpenSession" });

export type OpenSession = z.infer<typeof openSession>;

export const auth = {
  readSession: ownSession.readSession,

  refreshSession: ownSession.refreshSession,

  signUp: procedure({
    method: "POST",
    path: "/sign-up",
    access: "public",
    transaction: "own",
    summary:
      "Sign up; the link in the email creates the account. The answer does not disclose whether one exists",
    description:
      "Stores the sign-up and sends an email with a link. Following the link creates the account. The same sign-up sent again succeeds without a further email.",
    errors: ["missing_information", "invalid_email", "weak_password", "registration_closed"],
  })
    .input(
      z.strictObject({
        fullName: personName,
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
    transaction: "own",
    summary:
      "Sign in with email and password; with two-factor authentication, a code is required next",
    description:
      "Opens a session and sets its cookie. With `two_factor_required` no session is open yet: send the code to auth.completeTwoFactor from the same browser.",
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
    transaction: "own",
    summary: "Sign in to the admin area; wrong credentials of every kind get the same error",
    description:
      "Opens a session of an admin and sets its cookie. Like auth.signIn, it may require a code next.",
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
    transaction: "own",
    summary: "Complete signing in with a code of the app or a backup code, five tries at most",
    description:
      "Needs the cookie that a sign-in with `two_factor_required` set within the last ten minutes. Each code works once, and opens the session.",
    errors: ["invalid_code", "wrong_code", "challenge_expired", "account_suspended"],
  })
    .input(z.strictObject({ code }))
    .output(session),

  signOut: ownSession.signOut,

  completeCallback: procedure({
    method: "POST",
    path: "/auth-callback",
    access: "public",
    transaction: "own",
    summary: "Exchange the single-use token of an emailed link for a session",
    description:
      "Uses up the token, verifies the email it was sent to and sets the session's cookie. The link of a sign-up creates its account.",
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
    transaction: "own",
    summary: "Resend the link of this browser's own sign-up, or of a changed email",
    description:
      "Sends at most one email a minute, and only for a sign-up that this browser made or proved to know. The response is the same whether or not an email is sent.",
    errors: ["missing_information", "invalid_email"],
  })
    .input(z.strictObject({ email }))
    .output(done),

  requestPasswordReset: procedure({
    method: "POST",
    path: "/password-reset-email",
    access: "public",
    transaction: "own",
    summary: "Send a reset link if there is an account",
    description:
      "Sends at most one email a minute. The response is the same whether or not the email has an account.",
    errors: ["missing_information", "invalid_email"],
  })
    .input(z.strictObject({ email }))
    .output(done),

  resetPassword: procedure({
    method: "POST",
    path: "/password-reset",
    access: "public",
    transaction: "own",
    summary: "Set a new password with the token of the link; ends all sessions",
    description:
      "Uses up the token and sends the user an email about the change. Two-factor authentication stays on, and no session is opened.",
    errors: ["missing_information", "weak_password", "link_not_valid"],
  })
    .input(z.strictObject({ token: secretText(512), password }))
    .output(done),

  confirmPassword: procedure({
    method: "POST",
    path: "/session/reauthentication",
    access: "signedIn",
    transaction: "own",
    summary: "Confirm the password, which allows sensitive operations for 15 minutes",
    description:
      "Needed before operations that list the error `reauthentication_required`, unless the user signed in within the last 15 minutes.",
    errors: ["missing_information", "wrong_password"],
  })
    .input(z.strictObject({ password }))
    .output(z.object({ reauthenticatedUntil: time })),

  readTwoFactor: procedure({
    method: "GET",
    path: "/two-factor",
    access: "signedIn",
    summary: "Whether two-factor authentication is on, and how many backup codes are left",
    description:
      "Reads the state for the signed-in user and changes nothing. The secret and the backup codes cannot be read again.",
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
    transaction: "own",
    summary:
      "Start to set up two-factor authentication; returns the secret for an authenticator app as text and URI",
    description:
      "Stores a new secret, which has no effect until auth.confirmTwoFactor succeeds. A repeat replaces the secret.",
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
    transaction: "own",
    summary:
      "Turn two-factor authentication on with the app's first code; returns the backup codes, only this once",
    description:
      "Needs the secret of auth.startTwoFactor. From then on every sign-in requires a code; the user gets an email.",
    errors: ["two_factor_enabled", "two_factor_not_started", "invalid_code", "wrong_code"],
  })
    .input(z.strictObject({ code }))
    .output(newBackupCodes),

  renewBackupCodes: procedure({
    method: "POST",
    path: "/two-factor/backup-codes",
    access: "signedIn",
    reauthentication: true,
    transaction: "own",
    summary: "Generate new backup codes; the earlier ones become void",
    description:
      "Replaces all backup codes of the signed-in user with ten new ones. Store them: they cannot be read again.",
    errors: ["two_factor_not_enabled"],
  })
    .input(nothing)
    .output(newBackupCodes),

  disableTwoFactor: procedure({
    method: "POST",
    path: "/two-factor/removal",
    access: "signedIn",
    transaction: "own",
    summary: "Turn two-factor authentication off, with the password",
    description:
      "Deletes the secret and the backup codes, so that signing in needs the password alone. The user gets an email.",
    errors: ["missing_information", "wrong_password", "two_factor_not_enabled"],
  })
    .input(z.strictObject({ password }))
    .output(done),

  listSessions: procedure({
    method: "GET",
    path: "/sessions",
    access: "signedIn",
    summary: "List the own sessions, the one used last first",
    description:
      "Lists every session with device, browser and address, so that the user can end those they do not know.",
  })
    .input(nothing)
    .output(z.object({ items: z.array(openSession) })),

  endSession: procedure({
    method: "DELETE",
    path: "/sessions/{sessionId}",
    access: "signedIn",
    summary:
      "End one of the own sessions; any but the session of this request requires reauthentication",
    description:
      "Deletes the session, so that its next request is answered `signed_out`. Another user's session is answered `not_found`.",
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
    description:
      "Deletes the sessions at once and returns how many there were. The session of this request stays.",
  })
    .input(nothing)
    .output(z.object({ endedCount: z.int() })),
};
