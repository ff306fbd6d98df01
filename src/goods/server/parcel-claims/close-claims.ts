import type { Files } from "#platform/server/adapters/files/files.ts";
import type { Db } from "#platform/server/db/open.ts";
import { proofsFolderOf } from "#platform/server/packages/files/file-keys.ts";
import { deleteClaimFiles } from "./claim-file-queries.ts";
import { eraseClaims } from "./claim-queries.ts";

/** Claims whose proofs have no rows any more, while their files are still there. */
export type ErasedProofs = { readonly claimIds: readonly string[] };

/**
 * Withdraws the open claims of an account that is being closed, whose profile is locked, and erases the notes, reasons and
 * rows of the proofs of all. Numbers and decisions stay, like those of parcels.
 */
export async function closeClaims(db: Db, userId: string, now: Date): Promise<ErasedProofs> {
  const claimIds = await eraseClaims(db, userId, now);
  await deleteClaimFiles(db, claimIds);
  return { claimIds };
}

/**
 * Removes the files of proofs whose rows are deleted. Must be among the last steps of the database transaction, since
 * removed files do not come back with a rollback; if the process ends before, a job removes them later.
 */
export async function removeProofs(
  files: Pick<Files, "removeFolder">,
  { claimIds }: ErasedProofs,
): Promise<void> {
  for (const claimId of claimIds) await files.removeFolder(proofsFolderOf(claimId));
}
