// The SQL about what the goods of a case were worth, what was paid to send them, and what was given back.
import { sql, type RawBuilder } from "kysely";
import type { DeliveryUnit } from "#catalogue/rules/shipping-service.ts";
import type { DeclaredCurrency } from "#goods/rules/inbound-parcel.ts";
import type { CaseSubject } from "#office/rules/case.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";

type Thing = { readonly subject: CaseSubject; readonly subjectId: string };

/** The package of a thing that still exists; undefined where there is none. */
export async function findPackageOf(
  db: Db,
  { subject, subjectId }: Thing,
): Promise<string | undefined> {
  const packages: Readonly<Partial<Record<CaseSubject, RawBuilder<unknown>>>> = {
    package: sql`select id from packages where id = ${subjectId}`,
    ship_request: sql`select package_id as id from ship_requests where id = ${subjectId}`,
    inbound_parcel: sql`select package_id as id from inbound_parcels where id = ${subjectId}`,
    transaction: sql`
      select p.id from transactions t
        left join ship_requests r on r.id::text = t.metadata ->> 'shipRequestId'
        join packages p on p.id::text = coalesce(t.metadata ->> 'packageId', r.package_id::text)
      where t.id = ${subjectId}`,
  };
  const { [subject]: query } = packages;
  if (query === undefined) return undefined;
  const { rows } = await sql<{ id: string | null }>`${query}`.execute(db);
  return rows[0]?.id ?? undefined;
}

/** When a package was handed over and delivered, and how long its way usually takes; undefined for another customer's. */
export async function findPackageTimes(
  db: Db,
  userId: string,
  packageId: string,
): Promise<
  | {
      readonly handedOverAt: Date | null;
      readonly deliveredAt: Date | null;
      readonly measuredDays: number | null;
      readonly latest: number | null;
      readonly unit: DeliveryUnit | null;
      readonly moneyDays: number | null;
      readonly lostAfterDays: number | null;
      readonly lostUntilDays: number | null;
    }
  | undefined
> {
  const { rows } = await sql<NonNullable<Awaited<ReturnType<typeof findPackageTimes>>>>`
    select coalesce(request.ended_at, last_leg.departed_at) as handed_over_at, p.delivered_at, legs.measured_days,
      service.delivery_max as latest, service.delivery_unit as unit, service.money_days, service.lost_after_days,
      service.lost_until_days
    from packages p
      left join lateral (
        select ended_at, quote_id from ship_requests where package_id = p.id and state = 'handed_over'
        order by ended_at desc limit 1
      ) request on true
      left join quotes on quotes.id = request.quote_id
      left join shipping_services service on service.id = quotes.service_id
      left join lateral (
        select departed_at from shipping_legs where package_id = p.id order by leg_number desc limit 1
      ) last_leg on true
      left join lateral (
        -- The legs of a service are those that it takes from the warehouse on.
        select sum((transit_span ->> 'latest')::int)::int as measured_days from shipping_legs
        where package_id = p.id and service_id is not null
        having bool_and(coalesce(transit_span ->> 'basis', '') = 'measured')
      ) legs on true
    where p.id = ${packageId} and p.user_id = ${userId}
  `.execute(db);
  return rows[0];
}

/** A line of what is in parcels; `position` 0 is a parcel whose contents were not stated line by line. */
export type DeclaredGoods = {
  readonly inboundParcelId: string;
  readonly position: number;
  readonly description: string;
  readonly quantity: number;
  readonly valueMinor: bigint | null;
  readonly currency: DeclaredCurrency | null;
};

/** What was declared to be in the parcels of a package, or in one parcel. */
export async function listDeclaredGoods(
  db: Db,
  of: { readonly packageId: string } | { readonly inboundParcelId: string },
): Promise<DeclaredGoods[]> {
  const parcels =
    "packageId" in of ? sql`p.package_id = ${of.packageId}` : sql`p.id = ${of.inboundParcelId}`;
  const { rows } = await sql<DeclaredGoods>`
    select p.id as inbound_parcel_id, coalesce(item.position, 0) as position,
      coalesce(nullif(item.description_original, ''), nullif(item.description, ''), p.description) as description,
      coalesce(item.quantity, 1) as quantity,
      case when item.position is null then p.declared_value_minor else item.quantity * item.unit_value_minor end as value_minor,
      case when item.position is null then p.declared_currency else item.currency end as currency
    from inbound_parcels p left join goods_items item on item.inbound_parcel_id = p.id
    where ${parcels} order by p.created_at, p.id, item.position
  `.execute(db);
  return rows;
}

/**
 * What a customer paid for freight and the box of a package, without what was charged again after a hand-over was taken back,
 * and what was refunded of it otherwise; in cents.
 */
export async function sumPaid(
  db: Db,
  userId: string,
  packageId: string,
): Promise<{ readonly paidCents: number; readonly refundedCents: number }> {
  const { rows } = await sql<{ paidCents: string; refundedCents: string }>`
    with own as (
      select t.id, t.type, t.amount_cents, t.metadata ->> 'reasonCode' as reason, t.metadata ->> 'refunds' as refunds
      from transactions t where t.user_id = ${userId} and t.status = 'completed'
        and (t.metadata ->> 'packageId' = ${packageId} or t.metadata ->> 'shipRequestId' in (
          select id::text from ship_requests where package_id = ${packageId}))
    ), charges as (
      select * from own where type = 'shipping_fee' or (type = 'service_fee' and reason = 'box')
    ), refunds as (
      select own.*, reason is not distinct from 'hand_over_taken_back' as is_taken_back from own
      where type = 'refund' and (refunds is null or refunds in (select id::text from charges))
    )
    select ((select coalesce(sum(amount_cents), 0) from charges)
        - (select coalesce(sum(amount_cents), 0) from refunds where is_taken_back))::text as paid_cents,
      (select coalesce(sum(amount_cents), 0) from refunds where not is_taken_back)::text as refunded_cents
  `.execute(db);
  return {
    paidCents: Number(rows[0]?.paidCents ?? 0),
    refundedCents: Number(rows[0]?.refundedCents ?? 0),
  };
}

/** What of a customer's transaction came in or went out, and what was refunded of it; in cents. */
export async function findTransactionCents(
  db: Db,
  userId: string,
  transactionId: string,
): Promise<{ readonly amountCents: number; readonly refundedCents: number } | undefined> {
  const { rows } = await sql<{ amountCents: bigint; refundedCents: string }>`
    select t.amount_cents, (
      select coalesce(sum(amount_cents), 0) from transactions
      where type = 'refund' and metadata ? 'refunds' and metadata ->> 'refunds' = ${transactionId}
    )::text as refunded_cents
    from transactions t where t.id = ${transactionId} and t.user_id = ${userId}
  `.execute(db);
  const [row] = rows;
  return row && { amountCents: Number(row.amountCents), refundedCents: Number(row.refundedCents) };
}

/**
 * What was granted to a customer in cases about a package, its parcels, ship requests and transactions, or else about the same
 * thing; in cents.
 */
export async function sumGranted(
  db: Db,
  userId: string,
  thing: Thing,
  packageId: string | undefined,
): Promise<number> {
  const things =
    packageId === undefined
      ? sql`subject_id = ${thing.subjectId}`
      : sql`subject_id in (
          select ${packageId}::uuid
          union all select id from ship_requests where package_id = ${packageId}
          union all select id from inbound_parcels where package_id = ${packageId}
          union all select id from transactions where user_id = ${userId} and (metadata ->> 'packageId' = ${packageId}
            or metadata ->> 'shipRequestId' in (select id::text from ship_requests where package_id = ${packageId}))
          union all select ${thing.subjectId}::uuid
        )`;
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(granted_cents), 0)::text as total from cases
    where user_id = ${userId} and transaction_id is not null and ${things}
  `.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** What of a case decides how much can be granted. */
export type CaseMoneyRow = Pick<
  RowOf<"cases">,
  "userId" | "subject" | "subjectId" | "kind" | "valueCents"
>;
