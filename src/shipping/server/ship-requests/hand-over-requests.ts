// Ship requests that were accepted, on their way out: labelled and handed over, many at once.
import type { OwnerContext } from "#platform/server/context.ts";
import { insertEvents } from "#people/server/db/events.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockPackages, type PackageWithQuota } from "#goods/server/packages/lock-packages.ts";
import {
  listPackagesOfRequests,
  lockOutgoingRows,
  updateOutgoingPackages,
  updateOutgoingRows,
  type OutgoingChange,
  type OutgoingRow,
} from "./outgoing-queries.ts";

/** A ship request that was accepted. */
export type OutgoingRequest = OutgoingRow;

/** A locked request with its package, undefined where that was deleted. */
type LockedOutgoing = {
  readonly request: OutgoingRequest;
  readonly pkg: PackageWithQuota | undefined;
};

/**
 * Locks requests and their packages, the packages first, as everything does; those that do not exist are left out. Throws
 * `own_account` where staff act on their own.
 */
export async function lockOutgoingRequests(
  context: OwnerContext,
  db: Db,
  requestIds: readonly string[],
): Promise<LockedOutgoing[]> {
  const found = await listPackagesOfRequests(db, requestIds);
  const packages = await lockPackages(
    context,
    db,
    found.flatMap(({ packageId }) => packageId ?? []),
  );
  const byId = new Map(packages.map((pkg) => [pkg.id, pkg]));
  const requests = await lockOutgoingRows(db, requestIds);
  await context.actsOn(
    db,
    "request",
    requests.map(({ userId }) => userId),
  );
  return requests.map((request) => ({ request, pkg: byId.get(request.packageId ?? "") }));
}

/** Stores the state of locked requests and their packages, and adds it to the history of each. */
export async function saveOutgoingRequests(
  db: Db,
  requestIds: readonly string[],
  change: OutgoingChange,
): Promise<void> {
  if (requestIds.length === 0) return;
  await updateOutgoingRows(db, requestIds, change);
  await updateOutgoingPackages(db, requestIds, change);
  const { event: kind, reason, actorId, at: createdAt } = change;
  const facts = reason === undefined ? {} : { reason };
  await insertEvents(
    db,
    "ship_request",
    requestIds.map((subjectId) => {
      return { subjectId, kind, facts, actor: "staff", actorId, createdAt };
    }),
  );
}
