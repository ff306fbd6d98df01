// Tells whether signing in to the own account asks for a code.
import type { SignedInContext } from "#server/context.ts";
import { readFactor } from "./own-factor.ts";

/** Whether the second factor is on, since when, and how many backup codes are left. */
export async function readTwoFactor(context: SignedInContext) {
  const { enabledAt, backupCodesLeft } = await readFactor(context, context.session.person.id);
  const isEnabled = enabledAt !== null;
  return { isEnabled, enabledAt: enabledAt?.toISOString() ?? null, backupCodesLeft };
}
