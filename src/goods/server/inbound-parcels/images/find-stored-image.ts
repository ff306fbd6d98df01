import type { Person } from "#platform/contract/person.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse } from "#platform/rules/staff-role.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findImage, listReferencedKeys } from "./image-queries.ts";

/** Where a photo is stored, for its parcel's owner and for staff who read parcels; null for everybody else. */
export async function findStoredParcelImage(
  db: Db,
  requested: { readonly id: string; readonly isThumbnail: boolean },
  person: Person,
): Promise<{ readonly key: string; readonly name: string; readonly contentType: string } | null> {
  const image = await findImage(db, requested.id);
  if (image === undefined) return null;
  if (image.userId !== person.id && !mayUse(person, roleAccess.inboundParcels)) return null;
  const { kind, imageUrl, thumbnailUrl, contentType } = image;
  const extension = imageUrl.split(".").at(-1) ?? "";
  return requested.isThumbnail
    ? { key: thumbnailUrl, name: `parcel-${kind}.webp`, contentType: "image/webp" }
    : { key: imageUrl, name: `parcel-${kind}.${extension}`, contentType };
}

/** Those of `keys` of the file store that belong to a photo of a parcel. */
export async function listParcelImageKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  return await listReferencedKeys(db, keys);
}
