// The SQL that undoes the hand-over of one package.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** Legs as they were before they left and had the number of a label. */
export async function updateLegsToPending(
  db: Db,
  legIds: readonly string[],
  at: Date,
): Promise<void> {
  await db
    .updateTable("shippingLegs")
    .set({
      status: "pending",
      trackingNumber: null,
      statusSource: "staff",
      statusSince: at,
      staffStatus: "pending",
      staffStatusAt: at,
      eventsCountSince: null,
      departedAt: null,
      arrivedAt: null,
      transitSpan: null,
      lateAfter: null,
      silentDays: null,
      question: null,
      questionAt: null,
      questionsAnsweredAt: at,
      updatedAt: at,
    })
    .where("id", "=", sql<string>`any(${legIds}::uuid[])`)
    .execute();
}

export async function updateToTakenBack(
  db: Db,
  manifestPackageId: string,
  { by, at, reason }: { readonly by: string; readonly at: Date; readonly reason: string },
): Promise<void> {
  await db
    .updateTable("manifestPackages")
    .set({ state: "taken_back", takenBackBy: by, takenBackAt: at, takenBackReason: reason })
    .where("id", "=", manifestPackageId)
    .execute();
}

/** The next round in which the holds of a locked request are made. */
export async function startHoldRound(db: Db, shipRequestId: string): Promise<number> {
  const { holdRound } = await db
    .updateTable("shipRequests")
    .set((row) => ({ holdRound: row("holdRound", "+", 1) }))
    .where("id", "=", shipRequestId)
    .returning("holdRound")
    .executeTakeFirstOrThrow();
  return holdRound;
}
