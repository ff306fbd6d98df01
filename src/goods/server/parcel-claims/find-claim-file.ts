import type { Person } from "#platform/contract/person.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findClaimFile, listReferencedKeys } from "./claim-file-queries.ts";

/** Where a proof is stored, for its customer and for staff who decide claims; null for everybody else. */
export async function findStoredClaimFile(
  db: Db,
  fileId: string,
  person: Person,
): Promise<{ readonly key: string; readonly name: string; readonly contentType: string } | null> {
  const file = await findClaimFile(db, fileId);
  if (file === undefined) return null;
  if (file.userId !== person.id && !mayUse(person, roleAccess.parcelClaims)) return null;
  const { fileUrl: key, contentType } = file;
  return { key, name: `proof.${key.split(".").at(-1) ?? ""}`, contentType };
}

/** Those of `keys` of the file store that belong to a proof. */
export async function listClaimFileKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  return await listReferencedKeys(db, keys);
}
