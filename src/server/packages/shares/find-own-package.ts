import { apiError } from "#contract/errors.ts";
import { shareEndsAt } from "#core/package-share.ts";
import type { SignedInContext } from "#server/context.ts";
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
