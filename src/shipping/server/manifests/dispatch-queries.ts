// The SQL that lets packages of a manifest leave, many at once.
import { sql } from "kysely";
import type { LeftBehindReason } from "#shipping/rules/manifest.ts";
import type { ShippingLabelState } from "#shipping/rules/shipping-label.ts";
import type { Db } from "#platform/server/db/open.ts";

/** A package on a manifest that is being handed over, with its label. */
export type Departing = {
  readonly id: string;
  readonly shipRequestId: string;
  readonly labelState: ShippingLabelState;
  readonly trackingNumber: string;
  readonly carrierCode: string;
};

/** The next packages of a locked manifest that have neither left nor stayed behind, in the order of the list. */
export async function listDeparting(
  db: Db,
  manifestId: string,
  limit: number,
): Promise<Departing[]> {
  return await db
    .selectFrom("manifestPackages as listed")
    .innerJoin("labels", "labels.id", "listed.labelId")
    .select(["listed.id", "listed.shipRequestId", "labels.state as labelState"])
    .select(["labels.trackingNumber", "labels.carrierCode"])
    .where("listed.manifestId", "=", manifestId)
    .where("listed.state", "=", "listed")
    .orderBy("listed.position")
    .limit(limit)
    .execute();
}

export async function updateToHandedOver(
  db: Db,
  manifestPackageIds: readonly string[],
  at: Date,
): Promise<void> {
  if (manifestPackageIds.length === 0) return;
  await db
    .updateTable("manifestPackages")
    .set({ state: "handed_over", handedOverAt: at })
    .where("id", "in", manifestPackageIds)
    .execute();
}

export async function updateToLeftBehind(
  db: Db,
  manifestPackageIds: readonly string[],
  reason: LeftBehindReason,
): Promise<void> {
  if (manifestPackageIds.length === 0) return;
  await db
    .updateTable("manifestPackages")
    .set({ state: "left_behind", leftBehindReason: reason })
    .where("id", "in", manifestPackageIds)
    .execute();
}

/** A leg that leaves the warehouse or follows after that, with the number of its package's label. */
type LabelledLeg = { readonly id: string; readonly trackingNumber: string };

/** Gives legs the numbers of their labels, all in one statement. */
export async function updateLegNumbers(
  db: Db,
  legs: readonly LabelledLeg[],
  at: Date,
): Promise<void> {
  const rows = legs.map(({ id, trackingNumber }) => ({ id, tracking_number: trackingNumber }));
  await sql`
    update shipping_legs set tracking_number = labelled.tracking_number, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as labelled (id uuid, tracking_number text)
    where shipping_legs.id = labelled.id
  `.execute(db);
}

/**
 * Lets what carriers report count for legs that are handed over: since they were packed or, where they were taken back or set
 * by staff, since then. What was asked about them is answered.
 */
export async function updateLegsToReported(
  db: Db,
  legIds: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    update shipping_legs set question = null, question_at = null, questions_answered_at = ${at},
      events_count_since = greatest(staff_status_at, (
        select max(packed_at) from ship_requests where ship_requests.package_id = shipping_legs.package_id
      )),
      updated_at = ${at}
    where id = any(${legIds}::uuid[])
  `.execute(db);
}

/** Lets legs depart by the word of staff, who handed their packages over. */
export async function updateLegsToDeparted(
  db: Db,
  legIds: readonly string[],
  at: Date,
): Promise<void> {
  await db
    .updateTable("shippingLegs")
    .set({
      status: "in_transit",
      statusSource: "staff",
      statusSince: at,
      staffStatus: "in_transit",
      staffStatusAt: at,
      departedAt: at,
      arrivedAt: null,
      updatedAt: at,
    })
    .where("id", "=", sql<string>`any(${legIds}::uuid[])`)
    .execute();
}

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
