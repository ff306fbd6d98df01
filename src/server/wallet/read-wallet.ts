// The own balance.
import type { SignedInContext } from "#server/context.ts";
import { readBalance } from "./store.ts";

/** What the person signed in can spend, in cents. */
export async function readWallet(context: SignedInContext): Promise<{ balanceCents: number }> {
  return { balanceCents: (await readBalance(context.db, context.session.person.id)) ?? 0 };
}
