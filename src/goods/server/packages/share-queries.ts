import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** Whether `packages` is on its way, or was delivered after then. */
function isWithin(deliveredAfter: Date) {
  return sql<boolean>`(packages.delivered_at is null or packages.delivered_at > ${deliveredAfter})`;
}

/** When a package of this user was delivered; undefined where there is none. */
export async function findDelivery(db: Db, packageId: string, userId: string) {
  return await db
    .selectFrom("packages")
    .select("deliveredAt")
    .where("id", "=", packageId)
    .where("userId", "=", userId)
    .executeTakeFirst();
}

/** The link of a package that its owner has not ended. */
export async function findOpenShare(db: Db, packageId: string) {
  return await db
    .selectFrom("packageShares")
    .select(["id", "hasPhotos", "views", "createdAt"])
    .where("packageId", "=", packageId)
    .where("endedAt", "is", null)
    .executeTakeFirst();
}

/** Makes the link of a package, or changes what its open one shows. */
export async function upsertShare(
  db: Db,
  share: { readonly packageId: string; readonly hasPhotos: boolean; readonly createdAt: Date },
) {
  return await db
    .insertInto("packageShares")
    .values(share)
    .onConflict((conflict) =>
      conflict
        .column("packageId")
        .where("endedAt", "is", null)
        .doUpdateSet({ hasPhotos: share.hasPhotos }),
    )
    .returning(["id", "hasPhotos", "views", "createdAt"])
    .executeTakeFirstOrThrow();
}

export async function endOpenShare(db: Db, packageId: string, now: Date): Promise<void> {
  await db
    .updateTable("packageShares")
    .set({ endedAt: now })
    .where("packageId", "=", packageId)
    .where("endedAt", "is", null)
    .execute();
}

/** Counts a view of a link; undefined where it ended, or its package was delivered at or before `deliveredAfter`. */
export async function countView(db: Db, shareId: string, deliveredAfter: Date) {
  return await db
    .updateTable("packageShares")
    .from("packages")
    .set(({ eb }) => ({ views: eb("packageShares.views", "+", 1) }))
    .whereRef("packages.id", "=", "packageShares.packageId")
    .where("packageShares.id", "=", shareId)
    .where("packageShares.endedAt", "is", null)
    .where(isWithin(deliveredAfter))
    .returning(["packageShares.packageId", "packageShares.hasPhotos"])
    .executeTakeFirst();
}

/** Whether a link that works shows the photos of the package. */
export async function arePhotosShared(
  db: Db,
  packageId: string,
  deliveredAfter: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom("packageShares")
    .innerJoin("packages", "packages.id", "packageShares.packageId")
    .select("packageShares.id")
    .where("packageShares.packageId", "=", packageId)
    .where("packageShares.endedAt", "is", null)
    .where("packageShares.hasPhotos", "=", true)
    .where(isWithin(deliveredAfter))
    .executeTakeFirst();
  return row !== undefined;
}
