import type { OwnerContext, SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  lockProfilesOfReturnedQuota,
  lockStoredPackages,
  type StoredPackage,
  findStoredPackage,
  lockStoredPackage,
} from "./package-queries.ts";
import { translate, sentence } from "#platform/server/translate.ts";
import { apiError } from "#platform/contract/errors.ts";
import { changeObstacle, hasShipRequest, type ChangeObstacle } from "#goods/rules/package-stage.ts";

/** A locked package; `isQuotaReturned`: its customer has the quota back that it used. */
export type PackageWithQuota = StoredPackage & { readonly isQuotaReturned: boolean };

/**
 * Locks packages of any customers until the transaction ends, in the order in which everything locks several. Throws
 * `own_account` where staff act on their own.
 */
export async function lockPackages(
  { actsOn }: OwnerContext,
  db: Db,
  packageIds: readonly string[],
): Promise<PackageWithQuota[]> {
  await lockProfilesOfReturnedQuota(db, packageIds);
  const packages = await lockStoredPackages(db, packageIds);
  await actsOn(
    db,
    "package",
    packages.map(({ userId }) => userId),
  );
  return packages;
}

/** A package that other features lock and read. */
export type LockedPackage = StoredPackage;

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
): Promise<StoredPackage | undefined> {
  const pkg = await lockStoredPackage(db, packageId);
  if (pkg !== undefined) await actsOn(db, "package", pkg.userId);
  return pkg;
}

/** Any customer's package as it is; undefined where there is none. */
export async function findPackage(db: Db, packageId: string): Promise<StoredPackage | undefined> {
  return await findStoredPackage(db, packageId);
}

/** Locks an own package in the transaction of `db`; undefined where there is none, also for another customer's. */
export async function lockOwnPackageIfExists(
  { session }: SignedInContext,
  db: Db,
  packageId: string,
): Promise<StoredPackage | undefined> {
  const pkg = await lockStoredPackage(db, packageId);
  return pkg?.userId === session.person.id ? pkg : undefined;
}

/** The same; throws `not_found` where there is none. */
export async function lockOwnPackage(
  context: SignedInContext,
  db: Db,
  packageId: string,
): Promise<StoredPackage> {
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
  change: (db: Db, pkg: StoredPackage) => Promise<void>,
): Promise<void> {
  const { db } = context;
  const pkg = await lockOwnPackage(context, db, packageId);
  rejectObstacle(changeObstacle(pkg));
  await change(db, pkg);
}

type WithRequest = Pick<StoredPackage, "shipRequestState">;

/** Throws `ship_request_open` where a package, whose row is locked, is being prepared by a ship request. */
export function requireNoShipRequest(pkg: WithRequest): void {
  if (hasShipRequest(pkg)) throw apiError("ship_request_open");
}

/** The same for staff who may go on all the same, once they have confirmed it. */
export function confirmShipRequest(pkg: WithRequest, isConfirmed: boolean): void {
  if (isConfirmed || !hasShipRequest(pkg)) return;
  throw apiError("ship_request_open", {}, sentence("errors.shipRequestOpenForStaff"));
}

/** Throws `ship_request_open` where a package is charged by its ship request, unless staff confirmed it. */
export async function confirmCharge(
  db: Db,
  packageId: string | null,
  isConfirmed = false,
): Promise<void> {
  const pkg = packageId === null ? undefined : await findPackage(db, packageId);
  if (pkg !== undefined) confirmShipRequest(pkg, isConfirmed);
}
