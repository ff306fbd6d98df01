import type { Person } from "#platform/contract/person.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findImage, listReferencedKeys } from "./packing-image-queries.ts";

/** Where a photo is stored, for its customer and for staff who read ship requests; null for everybody else. */
export async function findStoredPackingImage(
  db: Db,
  requested: { readonly id: string; readonly isThumbnail: boolean },
  person: Person,
): Promise<{ readonly key: string; readonly name: string; readonly contentType: string } | null> {
  const image = await findImage(db, requested.id);
  if (image === undefined) return null;
  if (image.userId !== person.id && !mayUse(person, roleAccess.shipRequests)) return null;
  const { kind, imageUrl, thumbnailUrl, contentType } = image;
  const extension = imageUrl.split(".").at(-1) ?? "";
  return requested.isThumbnail
    ? { key: thumbnailUrl, name: `packing-${kind}.webp`, contentType: "image/webp" }
    : { key: imageUrl, name: `packing-${kind}.${extension}`, contentType };
}

/** Those of `keys` of the file store that belong to a photo of the packing desk. */
export async function listPackingImageKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  return await listReferencedKeys(db, keys);
}
