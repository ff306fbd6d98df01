// Sends the letters that the doors need, at most so many to one address, with links that work once.
import type { Context } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import { queueLetter } from "#server/platform/letters/queue-letter.ts";
import type { Letter } from "#server/platform/letters/letter.ts";
import { makeToken, tokenLifetimes } from "#server/tokens/one-time-token.ts";

/** Whether one more letter may go to this address: one a minute, five an hour. Counts it if so. */
export async function mayWriteTo(context: Context, email: string): Promise<boolean> {
  const now = context.now();
  if ((await countAttempt(context.db, "lettersPerMinute", email, now)) === null) return false;
  return (await countAttempt(context.db, "lettersPerHour", email, now)) !== null;
}

async function queue(context: Context, db: Db, to: string, letter: Letter): Promise<void> {
  const { jobs, now, config } = context;
  await queueLetter(db, { to, letter }, { jobs, now, secret: config.secret });
}

/** Queues the letter whose link verifies this person's address; earlier links become void. */
export async function queueVerification(
  context: Context,
  db: Db,
  person: { readonly userId: string; readonly email: string },
): Promise<void> {
  const token = await makeToken(db, "verify-email", person.userId, context.now());
  // In the fragment, which neither servers nor mail scanners that fetch the link ever get to see.
  const url = `${context.config.publicUrl}/auth/callback#access_token=${token}&type=signup`;
  const worksForMinutes = tokenLifetimes["verify-email"] / 60;
  await queue(context, db, person.email, { name: "verify-email", url, worksForMinutes });
}

/** Queues the letter that tells the holder of an address that somebody tried to register with it. */
export async function queueAccountExists(context: Context, db: Db, email: string): Promise<void> {
  const signInUrl = `${context.config.publicUrl}/login`;
  await queue(context, db, email, { name: "account-exists", signInUrl });
}

/** Queues the letter whose link lets this person choose a new password; earlier links become void. */
export async function queueReset(
  context: Context,
  db: Db,
  person: { readonly userId: string; readonly email: string },
): Promise<void> {
  const token = await makeToken(db, "reset-password", person.userId, context.now());
  const url = `${context.config.publicUrl}/reset-password#token=${token}`;
  const worksForMinutes = tokenLifetimes["reset-password"] / 60;
  await queue(context, db, person.email, { name: "reset-password", url, worksForMinutes });
}
