// Makes new backup codes.
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { requireFreshProof } from "./require-fresh-proof.ts";
import { readFactor, renewCodes } from "./two-factor/own-factor.ts";

/** Ten new codes; the earlier ones are void. Refusals: `fresh_proof_required`, `two_factor_not_enabled`. */
export async function renewBackupCodes(
  context: SignedInContext,
): Promise<{ backupCodes: string[] }> {
  requireFreshProof(context);
  const userId = context.session.person.id;
  const { enabledAt } = await readFactor(context, userId);
  if (enabledAt === null) throw refusal("two_factor_not_enabled");
  return { backupCodes: await renewCodes(context, userId) };
}
