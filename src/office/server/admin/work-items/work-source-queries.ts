// What each kind of open work is in SQL.
import { sql, type RawBuilder } from "kysely";
import { lateKinds, type LateKind, type WorkItemKind } from "#office/rules/work-item.ts";
import { rateLifetimeDays } from "#catalogue/rules/exchange-rate.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import { newestScalePhoto } from "#shipping/server/db/scale-photo.ts";
import { boxNameColumns } from "#shipping/server/db/box-name.ts";
import { followingTracker, isSilent, lastReport } from "#tracking/server/db/silent-legs.ts";
import { addDays } from "#platform/rules/calendar.ts";
import { waitingLimits } from "#goods/rules/inbound-parcel.ts";

export type Source = {
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
const legColumns = sql`l.id::text as id, p.id as package_id, p.tracking_number as name, 'route' as shape, p.number as package_number,
  l.leg_number, l.origin, l.destination, l.carrier, profiles.email`;
const packageColumns = sql`p.id as package_id, p.tracking_number as name, 'route' as shape, p.number as package_number,
  null::int as leg_number, p.origin, p.destination, null::text as carrier, profiles.email`;

/** The legs and packages that are late for one reason. */
export const lateSources: Readonly<Record<LateKind, Source>> = {
  pending_packages: {
    from: ({ pendingSince }) => sql`
      packages p join profiles on profiles.id = p.user_id
      where p.status = 'pending' and p.created_at < ${pendingSince}`,
    columns: sql`p.id::text as id, ${packageColumns}`,
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
};

/** What is late, once each, with all reasons, since the first. */
function lateFrom(deadlines: Deadlines): RawBuilder<unknown> {
  const reasons = lateKinds.map((kind) => {
    const { from, columns, since } = lateSources[kind];
    return sql`select ${sql.lit(kind)}::text as reason, ${columns}, ${since} as since from ${from(deadlines)}`;
  });
  return sql`(
    select id, package_id, name, shape, package_number, leg_number, origin, destination, carrier, email,
      array_agg(reason order by since) as reasons, min(since) as since
    from (${sql.join(reasons, sql` union all `)}) late_things
    group by id, package_id, name, shape, package_number, leg_number, origin, destination, carrier, email
  ) late`;
}

/** Ship requests `r` in these states. */
const boxesIn = (states: RawBuilder<unknown>) => sql`
  ship_requests r join profiles on profiles.id = r.user_id where r.state in (${states})`;
/** The price that is accepted and not covered, else of the chosen service, else the lowest. */
const price = sql`(
  select q.total_cents from quotes q where q.ship_request_id = r.id and (q.ended is null or q.id = r.quote_id)
  order by q.id is not distinct from r.quote_id desc, q.service_code is not distinct from r.service_code desc, q.total_cents
  limit 1)`;
const boxColumns = sql`r.id::text as id, r.package_id, '' as name, 'box' as shape, ${boxNameColumns(sql`r`)},
  case when r.state in ('requested', 'packing') then r.due_at end as due_at, r.waiting_reason,
  case when r.waiting_reason in ('price', 'over_cap', 'top_up') then ${price} end as amount_cents, profiles.email`;
const acceptedAt = sql`coalesce((select q.ended_at from quotes q where q.id = r.quote_id), r.updated_at)`;
const labelledAt = sql`coalesce((select labels.created_at from labels
  where labels.ship_request_id = r.id and labels.state = 'made'), r.updated_at)`;
const arrivedAt = sql`coalesce(i.received_at, i.created_at)`;

export const sources: Readonly<Record<WorkItemKind, Source>> = {
  to_pack: {
    from: () => boxesIn(sql`'requested', 'packing'`),
    columns: boxColumns,
    since: sql`r.created_at`,
    order: sql`r.due_at, r.id`,
  },
  to_label: {
    from: () => boxesIn(sql`'accepted'`),
    columns: boxColumns,
    since: acceptedAt,
    order: sql`${acceptedAt}, r.id`,
  },
  to_hand_over: {
    from: () => boxesIn(sql`'labelled'`),
    columns: boxColumns,
    since: labelledAt,
    order: sql`${labelledAt}, r.id`,
  },
  waiting_for_customers: {
    from: () => boxesIn(sql`'waiting_for_customer'`),
    columns: boxColumns,
    since: sql`r.waiting_since`,
    order: sql`r.waiting_since, r.id`,
  },
  owner_unknown: {
    from: () => sql`
      inbound_parcels i left join storage_locations on storage_locations.id = i.storage_location_id
      where i.state in ('received', 'packed') and i.user_id is null`,
    columns: sql`i.id::text as id, null::uuid as package_id, coalesce(i.tracking_number, i.label_code) as name,
      'parcel' as shape, storage_locations.code as shelf, null::text as email`,
    since: arrivedAt,
    order: sql`${arrivedAt}, i.id`,
  },
  late: {
    from: lateFrom,
    columns: sql`late.id, late.package_id, late.name, late.shape, late.package_number, late.leg_number, late.origin,
      late.destination, late.carrier, late.email, late.reasons`,
    since: sql`late.since`,
    order: sql`late.since, late.id`,
  },
  lines_without_code: {
    from: ({ now }) => sql`
      ship_requests r join profiles on profiles.id = r.user_id
        cross join lateral (
          -- As the rule that counts is found in goods/server/customs/customs-queries.ts.
          select coalesce((
            select rules.hs_digits from customs_data_rules rules
            where r.country_code = any(rules.countries) and rules.valid_from <= ${todayOfRates(now)}
              and (rules.valid_until is null or rules.valid_until >= ${todayOfRates(now)})
            order by rules.valid_from desc limit 1), 6) as digits
        ) asked
        cross join lateral (
          select sum(coalesce(goods.lines, 1))::int as lines
          from ship_request_parcels chosen left join lateral (
            select count(*) filter (where hs_code is null or char_length(hs_code) < asked.digits) as lines from goods_items
            where goods_items.inbound_parcel_id = chosen.inbound_parcel_id having count(*) > 0
          ) goods on true
          where chosen.ship_request_id = r.id and chosen.state in ('to_find', 'in_box')
        ) uncoded
      where r.state in ('requested', 'packing', 'packed', 'waiting_for_customer', 'accepted') and uncoded.lines > 0`,
    columns: sql`${boxColumns}, uncoded.lines as lines_without_code`,
    since: sql`r.created_at`,
    order: sql`r.created_at, r.id`,
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
    columns: sql`requests.id::text as id, ${packageColumns}`,
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
        order by created_at desc, id desc limit 1) as name, 'manifest' as shape,
      m.number as manifest_number, carriers.name as carrier, profiles.email, ${weightColumns}`,
    since: sql`w.recorded_at`,
    order: sql`w.recorded_at, w.ship_request_id`,
  },
  failed_emails: {
    from: () => sql`emails where sent_at is null and attempts > 0`,
    columns: sql`emails.id::text as id, null::uuid as package_id, emails.kind as name,
      'email' as shape, emails.payload_encrypted is null as is_rejected,
      coalesce(emails.last_error, '') as last_error, emails.recipient as email`,
    since: sql`emails.created_at`,
    order: sql`emails.created_at, emails.id`,
  },
};

/** What last changed before these moments counts as open work. */
export type Deadlines = {
  readonly now: Date;
  readonly pendingSince: Date;
  readonly stalledSince: Date;
  /** The newest day (YYYY-MM-DD, UTC) whose exchange rates are too old to quote with. */
  readonly ratesUntil: string;
};

export function deadlinesAt(now: Date): Deadlines {
  return {
    now,
    pendingSince: addDays(now, -waitingLimits.pendingDays),
    stalledSince: addDays(now, -waitingLimits.silentLegDays),
    ratesUntil: addDays(now, -rateLifetimeDays).toISOString().slice(0, 10),
  };
}
