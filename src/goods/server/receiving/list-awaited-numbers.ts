import type { AwaitedNumber } from "#goods/contract/receiving.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listAwaited } from "./receiving-queries.ts";
import { requireWarehouse } from "./require-warehouse.ts";

/** The numbers of all parcels that are expected, the newest 20,000 first, with who declared them. Throws `not_found`. */
export async function listAwaitedNumbers(
  { db, now }: SignedInContext,
  { warehouseId }: { readonly warehouseId: string },
): Promise<{ items: AwaitedNumber[]; listedAt: string }> {
  const listedAt = now().toISOString();
  await requireWarehouse(db, warehouseId);
  return { items: await listAwaited(db), listedAt };
}
