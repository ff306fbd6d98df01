// The SQL with which shipping answers the modules below it.
import { sql, type RawBuilder } from "kysely";
import type { SentPackage } from "#goods/server/announcements.ts";
import { toLedgerFault, type FaultRow, type LedgerFault } from "#money/rules/ledger.ts";
import { namedManifestNumber } from "#shipping/rules/manifest.ts";
import { shipRequestReference, soughtShipRequestNumber } from "#shipping/rules/shipping-label.ts";
import { containsLongPart, isLongPart } from "#platform/server/db/search-by-part.ts";
import type { Db } from "#platform/server/db/open.ts";

/**
 * Every charge or hold of a ship request that should not be as it is; with `userIds` of these users alone. A request that was
 * handed over was charged, less refunds, its accepted quote; one that ended otherwise its extra services that are done, less
 * what is still owed of them; one that is open nothing. Nothing is held for a request that ended. Only what was held is looked
 * at: charges by hand and compensations are transactions of their own. Orders are checked with the holds (L14).
 */
export async function listChargeFaults(
  db: Db,
  userIds: readonly string[] | null,
): Promise<LedgerFault[]> {
  const { rows } = await sql<FaultRow>`
    with refunded as (
      select metadata ->> 'refunds' as charge_id, sum(amount_cents) as cents from transactions
      where type = 'refund' and status = 'completed' and metadata ->> 'refunds' is not null
        and (${userIds}::uuid[] is null or user_id = any(${userIds}::uuid[]))
      group by metadata ->> 'refunds'
    ), pays as (
      select h.*, case when h.state = 'settled' then t.amount_cents - coalesce(r.cents, 0) else 0 end as charged_cents
      from holds h join transactions t on t.id = h.transaction_id left join refunded r on r.charge_id = t.id::text
      where h.ship_request_id is not null
        and (${userIds}::uuid[] is null or h.user_id = any(${userIds}::uuid[]))
    ), requests as (
      select r.id, 'SR' || lpad(r.number::text, 6, '0') as reference, r.state,
        coalesce((select sum(charged_cents) from pays where pays.ship_request_id = r.id), 0) as charged_cents,
        (select total_cents from quotes q where q.id = r.quote_id and q.ended = 'accepted') as accepted_cents,
        coalesce((select sum(price_cents - shortfall_cents) from extra_service_requests o
          where o.ship_request_id = r.id and o.state = 'done'), 0) as done_cents
      from ship_requests r where ${userIds}::uuid[] is null or r.user_id = any(${userIds}::uuid[])
    )
    select 'charge_differs_from_quote' as code, jsonb_build_object(
        'reference', reference, 'charged', charged_cents, 'accepted', coalesce(accepted_cents, 0)) as values
      from requests where state = 'handed_over' and charged_cents is distinct from accepted_cents
    union all select 'charge_differs_from_work', jsonb_build_object(
        'reference', reference, 'charged', charged_cents, 'done', done_cents)
      from requests where state in ('cancelled', 'shelved') and charged_cents <> done_cents
    union all select 'charged_too_early', jsonb_build_object('reference', reference, 'charged', charged_cents)
      from requests where state not in ('handed_over', 'cancelled', 'shelved') and charged_cents <> 0
    union all select 'held_after_end', jsonb_build_object('reference', reference, 'holdId', pays.id)
      from requests join pays on pays.ship_request_id = requests.id and pays.state = 'held'
      where requests.state in ('handed_over', 'cancelled', 'shelved')
  `.execute(db);
  return rows.map(toLedgerFault);
}

/** Every order whose hold is not as it should be, or that lies nowhere; with `userIds` of these users alone. */
export async function listOrderFaults(
  db: Db,
  userIds: readonly string[] | null,
): Promise<LedgerFault[]> {
  const { rows } = await sql<FaultRow>`
    select 'order_hold_differs' as code, jsonb_build_object(
        'orderId', ordered.id, 'state', ordered.state, 'holdState', h.state) as values
      from extra_service_requests ordered join holds h on h.id = ordered.hold_id
      where (${userIds}::uuid[] is null or ordered.user_id = any(${userIds}::uuid[]))
        and has_wrong_hold(ordered)
    union all select 'order_without_subject', jsonb_build_object('orderId', ordered.id)
      from extra_service_requests ordered
      where ordered.state = 'ordered' and (${userIds}::uuid[] is null or ordered.user_id = any(${userIds}::uuid[]))
        and lacks_subject(ordered)
  `.execute(db);
  return rows.map(toLedgerFault);
}

/** The number of a ship request that is being prepared, with which one of these parcels goes; null where none does. */
export async function findOpenRequestOf(
  db: Db,
  parcelIds: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ number: bigint }>`
    select r.number from ship_request_parcels chosen join ship_requests r on r.id = chosen.ship_request_id
    where chosen.inbound_parcel_id = any(${parcelIds}::uuid[]) and chosen.state <> 'left_out'
      and r.state in ('requested', 'packing', 'packed', 'waiting_for_customer', 'accepted', 'labelled') limit 1
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : shipRequestReference(row.number);
}

/** Lets the order of an extra service name the hold that took the place of its former one. */
export async function updateHoldOfOrder(
  db: Db,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await db
    .updateTable("extraServiceRequests")
    .set({ holdId: to })
    .where("holdId", "=", from)
    .execute();
}

/** With what these packages were sent, or are to be, by package: their newest ship request that was not cancelled. */
export async function listSentPackages(
  db: Db,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, SentPackage>> {
  const { rows } = await sql<{
    packageId: string;
    number: bigint;
    carrierName: string | null;
    labelNumber: string | null;
    priceCents: number | null;
  }>`
    select distinct on (requests.package_id) requests.package_id, requests.number, carriers.name as carrier_name,
      labels.tracking_number as label_number, quotes.total_cents as price_cents
    from ship_requests requests
      left join labels on labels.ship_request_id = requests.id and labels.state = 'made'
      left join quotes on quotes.id = requests.quote_id and quotes.ended = 'accepted'
      left join shipping_services services on services.id = quotes.service_id
      left join carriers on carriers.code = coalesce(labels.carrier_code, services.carrier_code)
    where requests.package_id = any(${packageIds}::uuid[]) and requests.state <> 'cancelled'
    order by requests.package_id, requests.created_at desc
  `.execute(db);
  return new Map(
    rows.map(({ packageId, number, ...sent }) => [
      packageId,
      { ...sent, reference: shipRequestReference(number) },
    ]),
  );
}

/** The newest photo of the box of the package with the id in the SQL `packageId`; null without any. */
export function boxPhotoOf(packageId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(
    select files.id from ship_requests join files on files.owner_id = ship_requests.id
    where ship_requests.package_id = ${packageId} order by files.created_at desc, files.id limit 1
  )`;
}

/** The ids of the packages whose label, ship request or manifest has the number `part`, without spaces and dashes. */
export function packageIdsOfNumber(part: string, most: number): RawBuilder<unknown>[] {
  const number = soughtShipRequestNumber(part);
  const manifest = namedManifestNumber(part);
  const ofLabels = sql`select requests.package_id from labels
    join ship_requests requests on requests.id = labels.ship_request_id
    where ${containsLongPart(sql`compared_number(labels.tracking_number)`, part)} and requests.package_id is not null limit ${most}`;
  return [
    ...(isLongPart(part) ? [ofLabels] : []),
    ...(number === null
      ? []
      : [
          sql`select package_id from ship_requests where number = ${number}::bigint and package_id is not null`,
        ]),
    ...(manifest === null
      ? []
      : [
          sql`select requests.package_id from manifests
            join manifest_packages listed on listed.manifest_id = manifests.id
            join ship_requests requests on requests.id = listed.ship_request_id
            where manifests.number = ${manifest}::bigint and requests.package_id is not null limit ${most}`,
        ]),
  ];
}
