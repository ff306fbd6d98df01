// The letters that go out when staff do something about a person's account.
import type { AppServices } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import type { Email } from "#server/emails/email.ts";
import { queueEmail } from "#server/emails/queue-email.ts";
import { makeToken, tokenLifetimes } from "#server/tokens/one-time-token.ts";

type Writing = Pick<AppServices, "config" | "jobs" | "now">;

async function queue(services: Writing, db: Db, to: string, email: Email): Promise<void> {
  const { jobs, now, config } = services;
  await queueEmail(db, { to, email }, { jobs, now, secret: config.secret });
}

/** Queues the link that confirms the new address, and tells the old one; each without naming the other. */
export async function queueEmailChanged(
  services: Writing,
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

/** Queues the letter that tells somebody that they are kept out, and why. */
export async function queueSuspended(
  services: Writing,
  db: Db,
  { email, reason }: { readonly email: string; readonly reason: string },
): Promise<void> {
  await queue(services, db, email, { name: "account-suspended", reason });
}

/** Queues the letter that tells somebody that they may sign in again. */
export async function queueRestored(services: Writing, db: Db, email: string): Promise<void> {
  const signInUrl = `${services.config.publicUrl}/login`;
  await queue(services, db, email, { name: "account-restored", signInUrl });
}
