import { randomUUID } from "node:crypto";
import { apiError } from "#contract/errors.ts";
import type { PlanName } from "#core/plan.ts";
import type { Context } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { beginAttempt } from "#server/limits/begin-attempt.ts";
import { parseEmail, requireAll } from "./parse-email.ts";
import { requireGoodPassword } from "./parse-password.ts";
import { saltOfAddress } from "./registrations/address-salt.ts";
import { setBrowserRegistration } from "./registrations/browser-registration.ts";
import { addRegistration } from "./registrations/pending-registration.ts";
import { listRegistrations } from "./registrations/registration-queries.ts";
import { findAccount } from "./account-queries.ts";

/** Hashes a password under the salt of the address, which exists whether or not the address is known. */
async function hashFor(context: Context, email: string, password: string): Promise<string> {
  const account = await findAccount(context.db, email);
  const registrations = await listRegistrations(context.db, email, context.now());
  const salt = saltOfAddress(context.config, email, { account, registrations });
  return await context.signInLibrary.hashPassword(password, { forWhom: context.ipAddress, salt });
}

/**
 * Stores the sign-up until its link is followed: only that creates the account. The work is the same whether the
 * address is new, has other sign-ups or an account; only the email differs. Throws `registration_closed`,
 * `missing_information`, `invalid_email`, `weak_password` and `too_many_requests`, the last also when no further email
 * may go to the address: otherwise the user would wait for an email that is not sent, and might follow the link of
 * somebody else's sign-up.
 */
export async function signUp(
  context: Context,
  input: {
    readonly fullName: string;
    readonly email: string;
    readonly password: string;
    readonly plan?: PlanName | undefined;
  },
): Promise<Record<string, never>> {
  const { allowNewRegistrations } = await context.settings.current();
  if (!allowNewRegistrations) throw apiError("registration_closed");
  requireAll(input.fullName, input.email, input.password);
  const email = parseEmail(input.email);
  requireGoodPassword(input.password);
  const attempt = await beginAttempt(context, {
    signUpsPerAddress: context.ipAddress,
    emailsPerMinute: email,
    emailsPerHour: email,
  });
  const registrationId = await attempt.run(async () => {
    const passwordHash = await hashFor(context, email, input.password);
    return await atomically(context.db, async (db) => {
      const { fullName, plan: chosenPlan = null } = input;
      const registration = { email, fullName, passwordHash, chosenPlan };
      const id = await addRegistration(db, registration, context.now());
      await attempt.count(["signUpsPerAddress", "emailsPerMinute", "emailsPerHour"], db);
      await context.jobs.enqueue(db, "send-auth-email", {
        occasion: "sign-up",
        email,
        emailId: randomUUID(),
        registrationId: id,
      });
      return id;
    });
  });
  setBrowserRegistration(context, registrationId);
  return {};
}
