import type { UnpaidExtraService } from "#shipping/contract/extra-services.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listOwedOrders } from "./shortfall-queries.ts";

const maximumRows = 500;

/** Extra services that were done and that the wallet could not pay, the newest first. The next money that covers one pays it. */
export async function listUnpaidExtraServices({
  db,
  language,
}: SignedInContext): Promise<{ items: UnpaidExtraService[] }> {
  const rows = await listOwedOrders(db, maximumRows);
  return {
    items: rows.map(({ names, endedAt, ...row }) => ({
      ...row,
      name: names[language],
      doneAt: endedAt.toISOString(),
    })),
  };
}
