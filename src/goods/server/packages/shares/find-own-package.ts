import { apiError } from "#platform/contract/errors.ts";
import { shareEndsAt } from "#goods/rules/package-share.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { findDelivery } from "./share-queries.ts";

/** When an own package was delivered, and whether it can still be shared. Throws `not_found`, also for another customer's. */
export async function findOwnPackage(
  { db, session, now }: SignedInContext,
  packageId: string,
): Promise<{ readonly deliveredAt: Date | null; readonly isShareable: boolean }> {
  const pkg = await findDelivery(db, packageId, session.person.id);
  if (pkg === undefined) throw apiError("not_found");
  const endsAt = shareEndsAt(pkg.deliveredAt);
  return { ...pkg, isShareable: endsAt === null || endsAt > now() };
}
