// What may be asked about people: signing up and in, sessions, the own profile.
import * as z from "zod";
import { amountCents, done, id, nothing, planName, secretText, text, time } from "./fields.ts";
import { officePeople } from "./office-people.ts";
import { ownAccount } from "./own-account.ts";
import { procedure } from "./procedure.ts";
import { profile } from "./profile.ts";

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
const area = "people";

export const people = {
  readSession: procedure({
    method: "GET",
    path: "/session",
    door: "anyone",
    area,
    summary: "Who is signed in, and until when this lease on the session runs",
  })
    .input(nothing)
    .output(session.nullable()),

  renewSession: procedure({
    method: "POST",
    path: "/session/renew",
    door: "signedIn",
    area,
    summary: "Renew the lease on the own session",
  })
    .input(nothing)
    .output(session),

  signUp: procedure({
    method: "POST",
    path: "/sign-up",
    door: "anyone",
    area,
    summary: "Sign up; the link that is sent makes the account, and the answer never tells of one",
    refuses: ["missing_information", "invalid_email", "weak_password", "registration_closed"],
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
    door: "anyone",
    area,
    summary: "Sign in with email and password; with two-factor on, a code is asked for next",
    refuses: [
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
    door: "anyone",
    area,
    summary: "Sign in to the office; every wrong pair gets the same answer",
    refuses: [
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
    door: "anyone",
    area,
    summary: "Finish signing in with a code of the app or a backup code, five tries at most",
    refuses: ["invalid_code", "wrong_code", "challenge_over", "account_suspended"],
  })
    .input(z.strictObject({ code: secretText(40) }))
    .output(session),

  signOut: procedure({
    method: "POST",
    path: "/sign-out",
    door: "anyone",
    area,
    summary: "End the own session",
  })
    .input(nothing)
    .output(done),

  completeCallback: procedure({
    method: "POST",
    path: "/auth-callback",
    door: "anyone",
    area,
    summary: "Exchange the single-use token of a mail's link for a session",
    refuses: [
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
    door: "anyone",
    area,
    summary: "Send the link of this browser's own sign-up again, or of a changed address",
    refuses: ["missing_information", "invalid_email"],
  })
    .input(z.strictObject({ email }))
    .output(done),

  requestPasswordReset: procedure({
    method: "POST",
    path: "/password-reset-mail",
    door: "anyone",
    area,
    summary: "Send a reset link, where there is an account",
    refuses: ["missing_information", "invalid_email"],
  })
    .input(z.strictObject({ email }))
    .output(done),

  resetPassword: procedure({
    method: "POST",
    path: "/password-reset",
    door: "anyone",
    area,
    summary: "Set a new password with the link's token; ends all sessions",
    refuses: ["missing_information", "weak_password", "link_not_valid"],
  })
    .input(z.strictObject({ token: secretText(512), password }))
    .output(done),

  readProfile: procedure({
    method: "GET",
    path: "/profile",
    door: "signedIn",
    area,
    summary: "The own profile",
  })
    .input(nothing)
    .output(profile),

  updateProfile: procedure({
    method: "PUT",
    path: "/profile",
    door: "signedIn",
    area,
    summary: "Change the own profile; the email cannot be changed",
    refuses: ["missing_information"],
  })
    .input(
      z.strictObject({
        fullName: text(200),
        phone: text(40),
        address: text(300),
        city: text(120),
        country: text(2),
        postalCode: text(20),
      }),
    )
    .output(profile),

  ...ownAccount,
  ...officePeople,
};
