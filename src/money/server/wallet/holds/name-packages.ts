import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { HoldRow, StoredHold } from "./hold-queries.ts";
import "#money/server/wallet/announcements.ts";

/** The holds with the tracking numbers of their packages. */
export async function namePackages(
  { listeners }: Pick<AppServices, "listeners">,
  db: Db,
  holds: readonly StoredHold[],
): Promise<HoldRow[]> {
  const packageIds = holds.flatMap(({ packageId }) => packageId ?? []);
  const numbers = await listeners.trackingNumbersOf(db, packageIds);
  return holds.map((hold) => ({
    ...hold,
    trackingNumber: numbers.get(hold.packageId ?? "") ?? null,
  }));
}

/** The same of one hold. */
export async function namePackage(
  services: Pick<AppServices, "listeners">,
  db: Db,
  hold: StoredHold,
): Promise<HoldRow> {
  const [named] = await namePackages(services, db, [hold]);
  return named ?? { ...hold, trackingNumber: null };
}
