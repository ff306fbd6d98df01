import type {
  OwnParcelRemoval,
  StaffParcelRemoval,
} from "#goods/contract/parcel-removal-fields.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  findNewestRemoval,
  listNewestRemovals,
  type NamedRemovalRow,
  type RemovalRow,
} from "./removal-queries.ts";

function toRemoval(row: RemovalRow): OwnParcelRemoval {
  const { kind, state, reason, imageId, noticeUntil, createdAt, decidedAt } = row;
  return {
    kind,
    state,
    reason,
    imageId,
    noticeUntil,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

/** As its owner reads it: nothing of one that was declined, nor of one that was asked for when it was somebody else's. */
export async function listOwnRemovals(
  db: Db,
  userId: string,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, OwnParcelRemoval>> {
  const rows = await listNewestRemovals(db, parcelIds);
  return new Map(
    [...rows]
      .filter(([, row]) => row.state !== "declined" && row.userId === userId)
      .map(([parcelId, row]) => [parcelId, toRemoval(row)]),
  );
}

type RemovalReader = { readonly personId: string; readonly seesCustomers: boolean };

/** As staff read it. */
export function describeRemoval(
  row: NamedRemovalRow,
  { personId, seesCustomers }: RemovalReader,
): StaffParcelRemoval {
  return {
    ...toRemoval(row),
    id: row.id,
    ground: row.ground,
    consent: row.consent,
    decisionReason: row.decisionReason,
    isAskedByReader: row.createdBy === personId,
    askedByEmail: seesCustomers ? row.askedByEmail : null,
    decidedByEmail: seesCustomers ? row.decidedByEmail : null,
  };
}

/** The newest of a parcel as staff read it; null where nobody asked. */
export async function readNewestRemoval(
  db: Db,
  parcelId: string,
  reader: RemovalReader,
): Promise<StaffParcelRemoval | null> {
  const row = await findNewestRemoval(db, parcelId);
  return row === undefined ? null : describeRemoval(row, reader);
}
