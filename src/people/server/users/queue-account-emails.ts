// Queues the emails about what happens to an account.
import type { StaffRole } from "#platform/rules/staff-role.ts";
import type { EmailOutbox } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { Email } from "#platform/server/emails/email.ts";
import { queueEmail } from "#platform/server/emails/queue-email.ts";
import { makeToken, tokenLifetimes } from "#people/server/tokens/one-time-token.ts";

type EmailServices = EmailOutbox;

async function queue(services: EmailServices, db: Db, to: string, email: Email): Promise<void> {
  await queueEmail(db, { to, email }, services);
}

/** Queues the verification link for the new address and a notice for the old one; neither names the other address. */
export async function queueEmailChanged(
  services: EmailServices,
  db: Db,
  change: { readonly userId: string; readonly from: string; readonly to: string },
): Promise<void> {
  const token = await makeToken(db, "verify-email", change.userId, services.now());
  await queue(services, db, change.to, {
    name: "email-confirmation",
    url: `${services.config.publicUrl}/auth/callback#access_token=${token}&type=signup`,
    worksForMinutes: tokenLifetimes["verify-email"] / 60,
  });
  await queue(services, db, change.from, { name: "email-changed" });
}

/** Queues the notice that the account was suspended, with the reason. */
export async function queueSuspended(
  services: EmailServices,
  db: Db,
  { email, reason }: { readonly email: string; readonly reason: string },
): Promise<void> {
  await queue(services, db, email, { name: "account-suspended", reason });
}

/** Queues the notice that the user can sign in again. */
export async function queueRestored(services: EmailServices, db: Db, email: string): Promise<void> {
  const signInUrl = `${services.config.publicUrl}/login`;
  await queue(services, db, email, { name: "account-restored", signInUrl });
}

/** Queues the notice that the user was granted a role, with where staff sign in. */
export async function queueRoleGranted(
  services: EmailServices,
  db: Db,
  { email, role }: { readonly email: string; readonly role: StaffRole },
): Promise<void> {
  const signInUrl = `${services.config.publicUrl}/admin-login`;
  await queue(services, db, email, { name: "role-granted", role, signInUrl });
}

/** Queues the notice that a role of the user has ended. */
export async function queueRoleEnded(
  services: EmailServices,
  db: Db,
  { email, role }: { readonly email: string; readonly role: StaffRole },
): Promise<void> {
  await queue(services, db, email, { name: "role-ended", role });
}

/** Queues the confirmation that the account was closed, to the email it had. */
export async function queueAccountClosed(
  services: EmailServices,
  db: Db,
  email: string,
): Promise<void> {
  await queue(services, db, email, { name: "account-closed" });
}
