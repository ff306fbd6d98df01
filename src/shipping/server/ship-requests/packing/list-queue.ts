import { apiError } from "#platform/contract/errors.ts";
import type { QueuedShipRequest } from "#shipping/contract/packing.ts";
import { mayPack } from "#shipping/rules/ship-request.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { hasWarehouse, listQueueRows, type QueueGroup, type QueueRow } from "./packing-queries.ts";

/** A request as the queue shows it: without money and contacts. */
export function toQueued(
  { session, now }: Pick<SignedInContext, "session" | "now">,
  row: QueueRow,
): QueuedShipRequest {
  const { packerId, packerActiveAt, packerInitial, parcelsCount, foundCount, ...fields } = row;
  const isReader = packerId === session.person.id;
  return {
    ...fields,
    dueAt: row.dueAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    parcelsCount: Number(parcelsCount),
    foundCount: Number(foundCount),
    openExtraServices: Number(row.openExtraServices),
    packer:
      packerId === null
        ? null
        : {
            isReader,
            initial: packerInitial ?? "",
            mayTakeOver:
              !isReader && mayPack({ packerId, packerActiveAt }, session.person.id, now()),
          },
  };
}

/** The ship requests of a warehouse by what is to be done with them. Throws `not_found` for an unknown warehouse. */
export async function listQueue(
  context: SignedInContext,
  input: {
    readonly warehouseId: string;
    readonly group: QueueGroup;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: QueuedShipRequest[]; total: number }> {
  const { db } = context;
  const { warehouseId, group, page, pageSize } = input;
  if (!(await hasWarehouse(db, warehouseId))) throw apiError("not_found");
  const slice = { offset: (page - 1) * pageSize, limit: pageSize };
  const { rows, total } = await listQueueRows(db, warehouseId, group, slice);
  return { items: rows.map((row) => toQueued(context, row)), total };
}
