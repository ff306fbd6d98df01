import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockShipments } from "#goods/server/packages/package-queries.ts";
import { recordEvents } from "#goods/server/packages/record-event.ts";
import { recordedLegFields } from "./leg-fields.ts";
import { updateLegRow } from "./leg-queries.ts";
import { noExpectations, updateExpectations } from "./update-expectations.ts";

/**
 * Gives legs of packages another carrier in the transaction `db`, with their history. Those that are on their way are
 * expected by the carrier's own lane from then on.
 */
export async function changeLegCarriers(
  context: ActingContext,
  db: Db,
  legs: readonly { readonly id: string; readonly packageId: string }[],
  carrier: { readonly code: string; readonly name: string },
): Promise<void> {
  if (legs.length === 0) return;
  const ids = new Set(legs.map(({ id }) => id));
  const now = context.now();
  const packageIds = [...new Set(legs.map(({ packageId }) => packageId))];
  for (const pkg of await lockShipments(db, packageIds)) {
    const changed = pkg.legs.filter(({ id }) => ids.has(id));
    for (const { id } of changed) {
      const columns = { carrier: carrier.name, carrierCode: carrier.code, updatedAt: now };
      await updateLegRow(db, id, { ...columns, ...noExpectations });
    }
    await updateExpectations(db, [pkg.id], now);
    await recordEvents(
      context,
      db,
      changed
        .filter((leg) => leg.carrier !== carrier.name)
        .map((leg) => ({
          packageId: pkg.id,
          kind: "leg_changed",
          legNumber: leg.legNumber,
          before: recordedLegFields(leg, ["carrier"]),
          after: recordedLegFields({ ...leg, carrier: carrier.name }, ["carrier"]),
        })),
    );
  }
}
