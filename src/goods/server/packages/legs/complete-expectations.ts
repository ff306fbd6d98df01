// Legs that departed before this was recorded, or whose carrier became known later, are expected too.
import { plannedCarriers } from "#catalogue/rules/route-plan.ts";
import type { AppServices } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { lockShipment } from "#goods/server/packages/package-queries.ts";
import { listUnexpectedPackages } from "./leg-queries.ts";
import { updateExpectations } from "./update-expectations.ts";

/** A night's share. */
const maxPackages = 1_000;

/** Stores what is expected of departed legs of which nothing was expected yet, as their lanes are known now. */
export async function completeExpectations({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<void> {
  for (const packageId of await listUnexpectedPackages(db, plannedCarriers, maxPackages)) {
    await atomically(db, async (inner) => {
      if ((await lockShipment(inner, packageId)) === undefined) return;
      await updateExpectations(inner, [packageId], now());
    });
  }
}
