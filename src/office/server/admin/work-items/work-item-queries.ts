import type { WeightColumns } from "#shipping/rules/manifest.ts";
import { rateLifetimeDays } from "#catalogue/rules/exchange-rate.ts";
import { sql, type RawBuilder } from "kysely";
import type { WorkItemKind } from "#office/rules/work-item.ts";
import type { Db } from "#platform/server/db/open.ts";
import { newestScalePhoto } from "#shipping/server/db/scale-photo.ts";
import { followingTracker, isSilent, lastReport } from "#tracking/server/db/silent-legs.ts";
import { addDays } from "#platform/rules/calendar.ts";
import { waitingLimits } from "#goods/rules/inbound-parcel.ts";

type Source = {
  readonly from: (deadlines: Deadlines) => RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  readonly since: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
};

/** The latest news of leg `l`: when its status began, or what was reported about its number or entered by staff. */
const legNews = sql`greatest(
  coalesce(l.status_since, l.updated_at),
  (select max(trackers.last_event_at) from tracker_uses uses join trackers on trackers.id = uses.tracker_id
    where uses.leg_id = l.id and uses.until is null),
  (select max(events.occurred_at) from tracking_events events where events.leg_id = l.id)
)`;

/** Whether the carrier of leg `l` reports on it, so that it counts as silent by what is usual on its lane. */
const isReported = sql`exists (
  select from tracker_uses uses join trackers t on t.id = uses.tracker_id
  where uses.leg_id = l.id and uses.until is null and t.state = 'following' and t.last_event_at is not null
)`;
/** What is recorded of a carrier's weight `w`. */
const weightColumns = sql`w.weight_grams as carrier_grams, w.packed_grams as compared_grams, w.state as weight_state,
  w.settled_reason, ${newestScalePhoto(sql`w.ship_request_id`)} as scale_photo_id`;
const isPackageOpen = sql`p.status not in ('delivered', 'voided', 'cancelled')`;
const legColumns = sql`l.id::text as id, p.id as package_id, p.tracking_number as name,
  l.leg_number, l.origin, l.destination, l.carrier, profiles.email`;

const sources: Readonly<Record<WorkItemKind, Source>> = {
  pending_packages: {
    from: ({ pendingSince }) => sql`
      packages p join profiles on profiles.id = p.user_id
      where p.status = 'pending' and p.created_at < ${pendingSince}`,
    columns: sql`p.id::text as id, p.id as package_id, p.tracking_number as name,
      p.origin, p.destination, profiles.email`,
    since: sql`p.created_at`,
    order: sql`p.created_at, p.id`,
  },
  stalled_legs: {
    from: ({ stalledSince }) => sql`
      shipping_legs l join packages p on p.id = l.package_id
        join profiles on profiles.id = p.user_id
      -- The first condition has an index.
      where l.status = 'in_transit' and coalesce(l.status_since, l.updated_at) < ${stalledSince}
        and ${legNews} < ${stalledSince} and ${isPackageOpen} and not ${isReported}`,
    columns: legColumns,
    since: legNews,
    order: sql`${legNews}, l.id`,
  },
  late_legs: {
    from: ({ now }) => sql`
      shipping_legs l join packages p on p.id = l.package_id
        join profiles on profiles.id = p.user_id
      where l.status = 'in_transit' and l.late_after < ${now} and ${isPackageOpen}`,
    columns: legColumns,
    since: sql`l.late_after`,
    order: sql`l.late_after, l.id`,
  },
  silent_legs: {
    from: ({ now }) => sql`
      shipping_legs l join packages p on p.id = l.package_id
        join profiles on profiles.id = p.user_id
        ${followingTracker}
      where l.status = 'in_transit' and ${isSilent(now)} and ${isPackageOpen}`,
    columns: legColumns,
    since: lastReport,
    order: sql`${lastReport}, l.id`,
  },
  uncharged_packages: {
    from: () => sql`
      ship_requests requests join packages p on p.id = requests.package_id
        join profiles on profiles.id = p.user_id
      where requests.state in ('requested', 'packing', 'packed', 'waiting_for_customer', 'accepted', 'labelled')
        and (exists (
          select from shipping_legs l where l.package_id = p.id and l.status in ('in_transit', 'delivered')
            -- As legs to the warehouse are told from others in core/package-stage.ts.
            and not (l.origin = 'China' and l.destination = 'Hong Kong' and p.destination <> 'Hong Kong')
        ) or exists (
          select from ship_request_parcels chosen join inbound_parcels on inbound_parcels.id = chosen.inbound_parcel_id
          where chosen.ship_request_id = requests.id and chosen.state in ('in_box', 'to_find')
            and inbound_parcels.state = 'departed'
        ))`,
    columns: sql`requests.id::text as id, p.id as package_id, p.tracking_number as name,
      p.origin, p.destination, profiles.email`,
    since: sql`p.updated_at`,
    order: sql`p.updated_at, requests.id`,
  },
  differing_weights: {
    from: () => sql`
      carrier_weights w join ship_requests requests on requests.id = w.ship_request_id
        join manifests m on m.id = w.manifest_id join carriers on carriers.code = m.carrier_code
        join profiles on profiles.id = requests.user_id
      where w.state = 'differs'`,
    columns: sql`w.ship_request_id::text as id, requests.package_id,
      (select tracking_number from labels where labels.ship_request_id = w.ship_request_id
        order by created_at desc, id desc limit 1) as name,
      m.number as manifest_number, carriers.name as carrier, profiles.email, ${weightColumns}`,
    since: sql`w.recorded_at`,
    order: sql`w.recorded_at, w.ship_request_id`,
  },
  failed_emails: {
    from: () => sql`emails where sent_at is null and attempts > 0`,
    columns: sql`emails.id::text as id, null::uuid as package_id, emails.kind as name,
      emails.payload_encrypted is null as is_rejected,
      coalesce(emails.last_error, '') as last_error, emails.recipient as email`,
    since: sql`emails.created_at`,
    order: sql`emails.created_at, emails.id`,
  },
};

/** A route for a package, a leg's with its number, a manifest for a weight, and an error for an email. */
export type WorkItemRow = {
  readonly id: string;
  readonly packageId: string | null;
  readonly name: string;
  readonly email: string;
  readonly since: Date;
} & (
  | { readonly origin: string; readonly destination: string; readonly legNumber?: undefined }
  | {
      readonly origin: string;
      readonly destination: string;
      readonly legNumber: number;
      readonly carrier: string | null;
    }
  | {
      readonly origin?: undefined;
      readonly manifestNumber?: undefined;
      readonly lastError: string;
      readonly isRejected: boolean;
    }
  | ({
      readonly origin?: undefined;
      readonly manifestNumber: bigint;
      readonly carrier: string;
    } & WeightColumns)
);

/** One page of a kind, oldest first. */
export async function listWorkItemRows(
  db: Db,
  kind: WorkItemKind,
  page: { readonly deadlines: Deadlines; readonly offset: number; readonly limit: number },
): Promise<WorkItemRow[]> {
  const { from, columns, since, order } = sources[kind];
  const { rows } = await sql<WorkItemRow>`
    select ${columns}, ${since} as since from ${from(page.deadlines)}
    order by ${order} offset ${page.offset} limit ${page.limit}
  `.execute(db);
  return rows;
}

export async function countWorkItems(
  db: Db,
  kind: WorkItemKind,
  deadlines: Deadlines,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${sources[kind].from(deadlines)}
  `.execute(db);
  return rows[0]?.total ?? 0;
}

type OpenWork = Readonly<
  Record<
    | "payouts"
    | "shortfalls"
    | "unpaidServices"
    | "differences"
    | "errors"
    | "oldRates"
    | "unmatched"
    | "claims"
    | "removals"
    | "cases",
    number
  >
>;

/**
 * Open payouts, refunds and extra services not covered by the wallet, differences of the newest reconciliation, open error
 * groups, received parcels whose owner has been unknown for too long, open claims, parcels to return or dispose of, and cases, and currencies of services that have no
 * current exchange rate of `ratesSource` (null: of any source).
 */
export async function countOpenWork(
  db: Db,
  { unmatchedSince, ratesUntil }: Deadlines,
  ratesSource: string | null,
): Promise<OpenWork> {
  const { rows } = await sql<OpenWork>`
    select
      (select count(*)::int from payout_requests where settled_at is null) as payouts,
      (select count(*)::int from deposits join profiles on profiles.id = deposits.user_id
        where refunded_cents <> debited_cents) as shortfalls,
      (select count(*)::int from extra_service_requests ordered join profiles on profiles.id = ordered.user_id
        where shortfall_cents > 0 and profiles.closed_at is null) as unpaid_services,
      coalesce((select jsonb_array_length(differences) from reconciliations
        order by started_at desc, id desc limit 1), 0) as differences,
      (select count(*)::int from error_groups where resolved_at is null) as errors,
      (select count(*)::int from inbound_parcels where state in ('received', 'packed')
        and user_id is null and coalesce(received_at, created_at) < ${unmatchedSince}) as unmatched,
      (select count(*)::int from inbound_parcel_claims where state = 'open') as claims,
      (select count(*)::int from parcel_removals where state = 'asked') as removals,
      (select count(*)::int from cases where state <> 'closed') as cases,
      (select count(distinct currency)::int from (
        select distinct on (code) currency, is_active from shipping_services
        where valid_from <= ${ratesUntil}::date + ${rateLifetimeDays}::int
        order by code, valid_from desc, version desc
      ) services where is_active and currency <> 'USD'
        and not exists (select from exchange_rates where day > ${ratesUntil}::date
          and source = coalesce(${ratesSource}, source))) as old_rates
  `.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error("The database returned no counts.");
  return counts;
}

/** Provider events that failed: those that are retried, and those that had more than `maxAttempts`. */
export async function countFailedEvents(
  db: Db,
  maxAttempts: number,
): Promise<{ retrying: number; failed: number }> {
  const { rows } = await sql<{ retrying: number; failed: number }>`
    select count(*) filter (where attempts <= ${maxAttempts})::int as retrying,
      count(*) filter (where attempts > ${maxAttempts})::int as failed
    from provider_events where state = 'failed'
  `.execute(db);
  return rows[0] ?? { retrying: 0, failed: 0 };
}

/** What last changed before these moments counts as open work. */
export type Deadlines = {
  readonly now: Date;
  readonly pendingSince: Date;
  readonly stalledSince: Date;
  readonly unmatchedSince: Date;
  /** The newest day (YYYY-MM-DD, UTC) whose exchange rates are too old to quote with. */
  readonly ratesUntil: string;
};

export function deadlinesAt(now: Date): Deadlines {
  return {
    now,
    pendingSince: addDays(now, -waitingLimits.pendingDays),
    stalledSince: addDays(now, -waitingLimits.silentLegDays),
    unmatchedSince: addDays(now, -waitingLimits.unmatchedParcelDays),
    ratesUntil: addDays(now, -rateLifetimeDays).toISOString().slice(0, 10),
  };
}
