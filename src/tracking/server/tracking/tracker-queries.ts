// The SQL about trackers and what uses them.
import { sql } from "kysely";
import type { TrackedNumber } from "#tracking/rules/tracking-stages.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf, UpdateOf } from "#platform/server/db/tables.ts";
import "#tracking/server/announcements.ts";

export type TrackerRow = RowOf<"trackers">;

type HolderColumn = "legId" | "inboundParcelId";

type OpenUse = TrackedNumber & { readonly id: bigint; readonly holderId: string };

/** The open uses of these legs or parcels. */
export async function listOpenUses(
  db: Db,
  column: HolderColumn,
  holderIds: readonly string[],
): Promise<OpenUse[]> {
  return await db
    .selectFrom("trackerUses as uses")
    .innerJoin("trackers", "trackers.id", "uses.trackerId")
    .select(["uses.id", "trackers.trackingNumber", "trackers.carrierCode"])
    .select((row) => row.ref(`uses.${column}`).$notNull().as("holderId"))
    .where(`uses.${column}`, "in", holderIds)
    .where("uses.until", "is", null)
    .execute();
}

export async function endUses(db: Db, useIds: readonly bigint[], at: Date): Promise<void> {
  if (useIds.length === 0) return;
  await db.updateTable("trackerUses").set({ until: at }).where("id", "in", useIds).execute();
}

/** Inserts a tracker for each number that has none; returns all of them. In the order of numbers, so that nobody waits in a circle. */
export async function ensureTrackers(
  db: Db,
  numbers: readonly TrackedNumber[],
  now: Date,
): Promise<(TrackedNumber & { readonly id: string })[]> {
  const rows = numbers
    .map(({ trackingNumber, carrierCode }) => ({ trackingNumber, carrierCode }))
    .toSorted(
      (one, other) =>
        one.trackingNumber.localeCompare(other.trackingNumber) ||
        (one.carrierCode ?? "").localeCompare(other.carrierCode ?? ""),
    );
  await db
    .insertInto("trackers")
    .values(
      rows.map((row) => ({
        ...row,
        state: "new" as const,
        nextLookAt: now,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(["trackingNumber", "carrierCode"]).doNothing())
    .execute();
  return await db
    .selectFrom("trackers")
    .select(["id", "trackingNumber", "carrierCode"])
    .where(
      "trackingNumber",
      "in",
      rows.map(({ trackingNumber }) => trackingNumber),
    )
    .execute();
}

export async function insertUses(
  db: Db,
  column: HolderColumn,
  uses: readonly { readonly trackerId: string; readonly holderId: string }[],
  since: Date,
): Promise<void> {
  await db
    .insertInto("trackerUses")
    .values(
      uses.map(({ trackerId, holderId }) => ({
        trackerId,
        legId: column === "legId" ? holderId : null,
        inboundParcelId: column === "inboundParcelId" ? holderId : null,
        since,
      })),
    )
    .execute();
}

type Services = Pick<AppServices, "db" | "listeners">;

/** Whether something that is still on its way has the tracker's number. */
function isNeeded({ listeners }: Services) {
  return sql<boolean>`exists (
    select from tracker_uses uses
    where uses.tracker_id = trackers.id and uses.until is null and ${listeners.isUseOnItsWay}
  )`;
}

/** A tracker to register, with its carrier's key at the provider where one is known. */
export type DueTracker = {
  readonly id: string;
  readonly trackingNumber: string;
  readonly providerCarrier: string | null;
  /** The provider's key of the carrier that was chosen. */
  readonly chosenCarrier: string | null;
  readonly registeredAt: Date | null;
  readonly attempts: number;
  /** The customer who declared the number; null where a leg has it. */
  readonly declaredBy: string | null;
  /** Of the recipient, otherwise of the customer; null for carriers that do not ask for it, and where it is not known. */
  readonly phone: string | null;
};

/** SF Express reports only to those who know the last digits of a phone. */
const asksForPhone = sql<boolean>`(trackers.carrier_code = 'sf-express'
  or trackers.carrier_code is null and trackers.tracking_number ~ '^SF[0-9]{13}$')`;

/** What has the number now. */
function holders({ listeners }: Services) {
  return sql`tracker_uses uses cross join lateral (${listeners.holderOfUse}) holder
    where uses.tracker_id = trackers.id and uses.until is null`;
}

/**
 * Takes trackers that are due for registration, those of legs first, and leaves them to the caller until `leaseUntil`, so that two servers never
 * register the same ones.
 */
export async function claimNewTrackers(
  services: Services,
  times: { readonly now: Date; readonly leaseUntil: Date },
  limit: number,
): Promise<DueTracker[]> {
  const { rows } = await sql<DueTracker>`
    update trackers set next_look_at = ${times.leaseUntil}
    from (
      select trackers.id from trackers
      where state = 'new' and next_look_at <= ${times.now} and ${isNeeded(services)}
      order by exists (select from tracker_uses where tracker_id = trackers.id and until is null
        and leg_id is not null) desc, next_look_at, id
      limit ${limit} for no key update of trackers skip locked
    ) due
    where trackers.id = due.id
    returning trackers.id, trackers.tracking_number, trackers.provider_carrier, trackers.registered_at,
      trackers.attempts,
      (select carriers.provider_carrier from carriers where carriers.code = trackers.carrier_code) as chosen_carrier,
      (select min(holder.declared_by::text) from ${holders(services)} having bool_and(uses.leg_id is null)) as declared_by,
      case when ${asksForPhone} then
        (select holder.phone from ${holders(services)} order by uses.id limit 1) end as phone
  `.execute(services.db);
  return rows;
}

/**
 * The same for followed trackers without news since `silentSince`, those that were read longest ago first; also of what
 * was delivered, until it is stopped, since it may be contradicted.
 */
export async function claimSilentTrackers(
  db: Db,
  times: { readonly now: Date; readonly leaseUntil: Date; readonly silentSince: Date },
  limit: number,
): Promise<{ readonly trackingNumber: string; readonly providerCarrier: string | null }[]> {
  const { rows } = await sql<{ trackingNumber: string; providerCarrier: string | null }>`
    update trackers set next_look_at = ${times.leaseUntil}
    from (
      select trackers.id from trackers
      where state in ('following', 'not_found') and next_look_at <= ${times.now}
        and coalesce(last_event_at, registered_at, created_at) <= ${times.silentSince}
      order by next_look_at, id
      limit ${limit} for no key update of trackers skip locked
    ) due
    where trackers.id = due.id
    returning trackers.tracking_number, trackers.provider_carrier
  `.execute(db);
  return rows;
}

/** Trackers that are followed for nothing any more: since `doneSince` nothing that is on its way has their number. */
export async function listUnneededTrackers(
  services: Services,
  doneSince: Date,
  limit: number,
): Promise<TrackerRow[]> {
  return await services.db
    .selectFrom("trackers")
    .selectAll()
    .where("state", "in", ["new", "following", "not_found"])
    .where(sql<boolean>`not ${isNeeded(services)}`)
    // What just ended may have news for some days, such as the courier's proof.
    .where(sql<boolean>`coalesce(last_event_at, registered_at, updated_at) < ${doneSince}`)
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function updateTrackers(
  db: Db,
  trackerIds: readonly string[],
  change: UpdateOf<"trackers">,
): Promise<void> {
  if (trackerIds.length === 0) return;
  await db.updateTable("trackers").set(change).where("id", "in", trackerIds).execute();
}

export async function findTracker(db: Db, trackerId: string): Promise<TrackerRow | undefined> {
  return await db.selectFrom("trackers").selectAll().where("id", "=", trackerId).executeTakeFirst();
}

/** The same, locked until the transaction ends; others may still begin to use it. */
export async function lockTracker(db: Db, trackerId: string): Promise<TrackerRow | undefined> {
  return await db
    .selectFrom("trackers")
    .selectAll()
    .where("id", "=", trackerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The same for several, in the order of their ids. */
export async function lockTrackers(db: Db, trackerIds: readonly string[]): Promise<TrackerRow[]> {
  return await db
    .selectFrom("trackers")
    .selectAll()
    .where("id", "=", sql<string>`any(${trackerIds}::uuid[])`)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Stores what was read of trackers, all in one statement. */
export async function updateReadTrackers(
  db: Db,
  changes: readonly Pick<
    TrackerRow,
    "id" | "state" | "providerCarrier" | "registeredAt" | "lastEventAt"
  >[],
  updatedAt: Date,
): Promise<void> {
  const rows = changes.map((change) => ({
    id: change.id,
    state: change.state,
    provider_carrier: change.providerCarrier,
    registered_at: change.registeredAt,
    last_event_at: change.lastEventAt,
  }));
  await sql`
    update trackers set state = changes.state, provider_carrier = changes.provider_carrier,
      registered_at = changes.registered_at, last_event_at = changes.last_event_at, attempts = 0,
      last_error = null, updated_at = ${updatedAt}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as changes (
      id uuid, state text, provider_carrier text, registered_at timestamptz, last_event_at timestamptz)
    where trackers.id = changes.id
  `.execute(db);
}

/** The trackers with these numbers. */
export async function listTrackersOf(
  db: Db,
  trackingNumbers: readonly string[],
): Promise<TrackerRow[]> {
  return await db
    .selectFrom("trackers")
    .selectAll()
    .where("trackingNumber", "=", sql<string>`any(${trackingNumbers}::text[])`)
    .orderBy("id")
    .execute();
}

/** Records that news was asked for, unless it was after `before`; returns whether it is. */
export async function updateRefreshedAt(
  db: Db,
  trackerId: string,
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("trackers")
    .set({ refreshedAt: now })
    .where("id", "=", trackerId)
    .where(({ or, eb }) => or([eb("refreshedAt", "is", null), eb("refreshedAt", "<=", before)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
