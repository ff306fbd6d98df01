// The letters that go out when staff do something about a person's account.
import type { Parts } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import type { Letter } from "#server/platform/letters/letter.ts";
import { queueLetter } from "#server/platform/letters/queue-letter.ts";
import { makeToken, tokenLifetimes } from "#server/tokens/one-time-token.ts";

type Writing = Pick<Parts, "config" | "jobs" | "now">;

async function queue(parts: Writing, db: Db, to: string, letter: Letter): Promise<void> {
  const { jobs, now, config } = parts;
  await queueLetter(db, { to, letter }, { jobs, now, secret: config.secret });
}

/** Queues the link that confirms the new address, and tells the old one; each without naming the other. */
export async function queueEmailChanged(
  parts: Writing,
  db: Db,
  change: { readonly userId: string; readonly from: string; readonly to: string },
): Promise<void> {
  const token = await makeToken(db, "verify-email", change.userId, parts.now());
  await queue(parts, db, change.to, {
    name: "email-confirmation",
    url: `${parts.config.publicUrl}/auth/callback#access_token=${token}&type=signup`,
    worksForMinutes: tokenLifetimes["verify-email"] / 60,
  });
  await queue(parts, db, change.from, { name: "email-changed" });
}

/** Queues the letter that tells somebody that they are kept out, and why. */
export async function queueSuspended(
  parts: Writing,
  db: Db,
  { email, reason }: { readonly email: string; readonly reason: string },
): Promise<void> {
  await queue(parts, db, email, { name: "account-suspended", reason });
}

/** Queues the letter that tells somebody that they may sign in again. */
export async function queueRestored(parts: Writing, db: Db, email: string): Promise<void> {
  const signInUrl = `${parts.config.publicUrl}/login`;
  await queue(parts, db, email, { name: "account-restored", signInUrl });
}

/** Queues the letter that tells somebody what became of the payout they asked for. */
export async function queuePayoutSettled(
  parts: Writing,
  db: Db,
  payout: {
    readonly email: string;
    readonly amountCents: number;
    readonly isPaid: boolean;
    readonly reason: string;
    /** Of the bank transfer that paid it. */
    readonly reference?: string;
  },
): Promise<void> {
  const { email, ...facts } = payout;
  const walletUrl = `${parts.config.publicUrl}/dashboard/wallet`;
  await queue(parts, db, email, { name: "payout-settled", ...facts, walletUrl });
}
