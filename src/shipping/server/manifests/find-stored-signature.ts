import type { Person } from "#platform/contract/person.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findManifest, listReferencedSignatureKeys } from "./manifest-queries.ts";

/** The signature under a manifest, for who may read manifests. */
export async function findStoredSignature(
  db: Db,
  manifestId: string,
  person: Person,
): Promise<{ readonly key: string; readonly name: string; readonly contentType: string } | null> {
  if (!mayUse(person, roleAccess.packing)) return null;
  const manifest = await findManifest(db, manifestId);
  if (manifest === undefined || manifest.signatureUrl === null) return null;
  const key = manifest.signatureUrl;
  const extension = key.split(".").at(-1) ?? "";
  const contentType = `image/${extension === "jpg" ? "jpeg" : extension}`;
  return { key, name: `signature-${manifest.number}.${extension}`, contentType };
}

/** Those of `keys` of the file store that belong to a manifest. */
export async function listSignatureKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  return await listReferencedSignatureKeys(db, keys);
}
