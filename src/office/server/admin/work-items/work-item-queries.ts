import type { WeightColumns } from "#shipping/rules/manifest.ts";
import { rateLifetimeDays } from "#catalogue/rules/exchange-rate.ts";
import { sdrLifetimeDays } from "#goods/rules/customs-values.ts";
import { sql } from "kysely";
import type { LateKind, WorkItemKind } from "#office/rules/work-item.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { WaitingReason } from "#shipping/rules/ship-request.ts";
import type { BoxNameRow } from "#shipping/server/db/box-name.ts";
import { lateSources, sources, type Deadlines, type Source } from "./work-source-queries.ts";

/** A route for a package, a leg's with its number, a manifest for a weight, an error for an email, a box or a parcel. */
export type WorkItemRow = {
  readonly id: string;
  readonly packageId: string | null;
  readonly name: string;
  readonly email: string | null;
  readonly since: Date;
} & (
  | {
      readonly shape: "route";
      readonly packageNumber: number;
      readonly origin: string;
      readonly destination: string;
      /** null: a whole package. */
      readonly legNumber: number | null;
      readonly carrier: string | null;
      readonly reasons?: readonly LateKind[];
    }
  | ({
      readonly shape: "manifest";
      readonly manifestNumber: bigint;
      readonly carrier: string;
    } & WeightColumns)
  | { readonly shape: "email"; readonly lastError: string; readonly isRejected: boolean }
  | ({
      readonly shape: "box";
      readonly dueAt: Date | null;
      readonly waitingReason: WaitingReason | null;
      readonly amountCents: number | null;
      readonly linesWithoutCode?: number;
    } & BoxNameRow)
  | { readonly shape: "parcel"; readonly shelf: string | null }
);

/** The things of a kind that have these ids. */
const among = ({ from, columns, since }: Source, deadlines: Deadlines, ids: readonly string[]) =>
  sql`(select ${columns}, ${since} as since from ${from(deadlines)}) things
    where things.id = any(${[...ids]}::text[])`;

/** One page of a kind, oldest first; where `ids` names things, of those. */
export async function listWorkItemRows(
  db: Db,
  kind: WorkItemKind,
  page: {
    readonly deadlines: Deadlines;
    readonly ids: readonly string[] | undefined;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<WorkItemRow[]> {
  const { from, columns, since, order } = sources[kind];
  if (page.ids !== undefined) {
    const named = await sql<WorkItemRow>`
      select * from ${among(sources[kind], page.deadlines, page.ids)}
      order by since, id offset ${page.offset} limit ${page.limit}
    `.execute(db);
    return named.rows;
  }
  const { rows } = await sql<WorkItemRow>`
    select ${columns}, ${since} as since from ${from(page.deadlines)}
    order by ${order} offset ${page.offset} limit ${page.limit}
  `.execute(db);
  return rows;
}

/** How many there are, and since when the oldest. */
export type Counted = { readonly count: number; readonly oldest: Date | null };

async function countSource(
  db: Db,
  { from, since }: Source,
  deadlines: Deadlines,
): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select count(*)::int as count, min(${since}) as oldest from ${from(deadlines)}
  `.execute(db);
  return rows[0] ?? { count: 0, oldest: null };
}

export async function countWorkItems(
  db: Db,
  kind: WorkItemKind,
  deadlines: Deadlines,
  ids?: readonly string[],
): Promise<Counted> {
  if (ids === undefined) return await countSource(db, sources[kind], deadlines);
  const { rows } = await sql<Counted>`
    select count(*)::int as count, min(since) as oldest from ${among(sources[kind], deadlines, ids)}
  `.execute(db);
  return rows[0] ?? { count: 0, oldest: null };
}

/** Of those that are late for this reason, whatever else they are late for. */
export async function countLateItems(
  db: Db,
  kind: LateKind,
  deadlines: Deadlines,
): Promise<number> {
  return (await countSource(db, lateSources[kind], deadlines)).count;
}

type OpenWork = Readonly<
  Record<
    | "payouts"
    | "grants"
    | "shortfalls"
    | "unpaidServices"
    | "differences"
    | "errors"
    | "oldRates"
    | "oldSdrRate"
    | "claims"
    | "removals"
    | "proofs",
    number
  >
>;

/**
 * Open payouts, money proposed in cases, refunds and extra services not covered by the wallet, differences of the newest reconciliation, open error
 * groups, open claims, parcels to return or dispose of, and currencies of services that have no current exchange rate of
 * `ratesSource` (null: of any source).
 */
export async function countOpenWork(
  db: Db,
  { ratesUntil }: Deadlines,
  ratesSource: string | null,
): Promise<OpenWork> {
  const { rows } = await sql<OpenWork>`
    select
      (select count(*)::int from payout_requests where settled_at is null) as payouts,
      (select count(*)::int from cases
        where granted_cents is not null and transaction_id is null and state <> 'closed') as grants,
      (select count(*)::int from deposits join profiles on profiles.id = deposits.user_id
        where refunded_cents <> debited_cents) as shortfalls,
      (select count(*)::int from extra_service_requests ordered join profiles on profiles.id = ordered.user_id
        where shortfall_cents > 0 and profiles.closed_at is null) as unpaid_services,
      coalesce((select jsonb_array_length(differences) from reconciliations
        order by started_at desc, id desc limit 1), 0) as differences,
      (select count(*)::int from error_groups where resolved_at is null) as errors,
      (select count(*)::int from inbound_parcel_claims where state = 'open') as claims,
      (select count(*)::int from parcel_removals where state = 'asked') as removals,
      (select count(*)::int from goods_proofs join inbound_parcels p
        on p.id = goods_proofs.inbound_parcel_id and p.user_id = goods_proofs.user_id
        where goods_proofs.state = 'sent' and p.state in ('expected', 'received', 'packed')) as proofs,
      (select count(distinct currency)::int from (
        select distinct on (code) currency, is_active from shipping_services
        where valid_from <= ${ratesUntil}::date + ${rateLifetimeDays}::int
        order by code, valid_from desc, version desc
      ) services where is_active and currency <> 'USD'
        and not exists (select from exchange_rates where day > ${ratesUntil}::date
          and source = coalesce(${ratesSource}, source))) as old_rates,
      (select count(*)::int from (
        select source_day from sdr_rates where valid_from <= ${ratesUntil}::date + ${rateLifetimeDays}::int
        order by valid_from desc limit 1
      ) newest where source_day < ${ratesUntil}::date + ${rateLifetimeDays - sdrLifetimeDays}::int) as old_sdr_rate
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
