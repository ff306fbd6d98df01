import { translate } from "#platform/server/translate.ts";
// Runs changes that customers make of their own packages, with the package's row locked.
import { apiError } from "#platform/contract/errors.ts";

import { changeObstacle, type ChangeObstacle } from "#goods/rules/package-change.ts";
import type { OwnerContext, SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { findShipment, lockShipment, type StoredShipment } from "./package-queries.ts";

/** A package that other features lock and read. */
export type LockedPackage = StoredShipment;

/** Throws `package_not_changeable` with the reason, unless there is no obstacle. */
export function rejectObstacle(obstacle: ChangeObstacle | null): void {
  if (obstacle === null) return;
  throw apiError("package_not_changeable", { reason: obstacle }, (language) =>
    translate(language, `common.obstacle.${obstacle}`),
  );
}

/**
 * Locks any customer's package in the transaction of `db`; undefined where there is none. Throws `own_account` where staff
 * act on their own.
 */
export async function lockAnyPackage(
  { actsOn }: OwnerContext,
  db: Db,
  packageId: string,
): Promise<StoredShipment | undefined> {
  const pkg = await lockShipment(db, packageId);
  if (pkg !== undefined) await actsOn(db, "package", pkg.userId);
  return pkg;
}

/** Any customer's package as it is; undefined where there is none. */
export async function findPackage(db: Db, packageId: string): Promise<StoredShipment | undefined> {
  return await findShipment(db, packageId);
}

/** Locks an own package in the transaction of `db`; undefined where there is none, also for another customer's. */
export async function lockOwnPackageIfExists(
  { session }: SignedInContext,
  db: Db,
  packageId: string,
): Promise<StoredShipment | undefined> {
  const pkg = await lockShipment(db, packageId);
  return pkg?.userId === session.person.id ? pkg : undefined;
}

/** The same; throws `not_found` where there is none. */
export async function lockOwnPackage(
  context: SignedInContext,
  db: Db,
  packageId: string,
): Promise<StoredShipment> {
  const pkg = await lockOwnPackageIfExists(context, db, packageId);
  if (pkg === undefined) throw apiError("not_found");
  return pkg;
}

/**
 * Runs `change` on an own package, in one transaction. Throws `not_found`, and `package_not_changeable` once a leg has
 * moved or the status was changed.
 */
export async function changeOwnPackage(
  context: SignedInContext,
  packageId: string,
  change: (db: Db, pkg: StoredShipment) => Promise<void>,
): Promise<void> {
  await atomically(context.db, async (db) => {
    const pkg = await lockOwnPackage(context, db, packageId);
    rejectObstacle(changeObstacle(pkg));
    await change(db, pkg);
  });
}
