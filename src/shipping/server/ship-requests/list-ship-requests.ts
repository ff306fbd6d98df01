import type { ShipRequestSummary } from "#shipping/contract/ship-requests.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { readPackagePlaces } from "#goods/server/packages/read-package-place.ts";
import { toSummary } from "./describe-ship-request.ts";
import { listOwnRequests } from "./list-queries.ts";

/** Own ship requests, the newest first: all, those of one package, or those that wait for their customer. */
export async function listShipRequests(
  { db, session, language }: SignedInContext,
  input: {
    readonly packageId?: string | undefined;
    readonly group: "all" | "waiting";
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: ShipRequestSummary[]; total: number }> {
  const { packageId = null, group, page, pageSize } = input;
  const { rows, total } = await listOwnRequests(db, session.person.id, {
    packageId,
    isWaiting: group === "waiting",
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  const packageIds = rows.flatMap((row) => row.packageId ?? []);
  const packages = await readPackagePlaces(db, packageIds);
  return {
    items: rows.map(({ heldCents, totalCents, parcelsCount, serviceNames, ...row }) =>
      toSummary(row, {
        pkg: packages.get(row.packageId ?? "") ?? null,
        heldCents: Number(heldCents),
        totalCents,
        serviceName: serviceNames?.[language] ?? null,
        parcelsCount: Number(parcelsCount),
      }),
    ),
    total,
  };
}
