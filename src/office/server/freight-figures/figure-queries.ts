// The SQL about what sending packages brought in.
import { sql } from "kysely";
import type { CountryCode } from "#catalogue/rules/country.ts";
import { figuresTimeZone, type ChargePart } from "#office/rules/freight-figures.ts";
import type { Language } from "#platform/rules/language.ts";
import type { Db } from "#platform/server/db/open.ts";

/**
 * Every settled hold of a ship request, with what it pays and what of it was given back. One that was given back whole
 * counts no longer.
 */
const charges = sql`
  select holds.transaction_id, holds.user_id, holds.ended_at as charged_at, holds.settled_cents,
    requests.id as request_id, requests.number, requests.package_id, requests.country_code,
    services.code as service_code, services.names as service_names, labels.tracking_number,
    case when holds.type = 'shipping_fee' then 'freight' when holds.type = 'storage_fee' then 'storage'
      when holds.idempotency_key like 'extra_service:%' then 'extra_service' else 'box' end as part,
    case when holds.type = 'shipping_fee' then quotes.freight_cents end as rate_cents,
    coalesce(given_back.cents, 0)::bigint as refunded_cents
  from holds
  join ship_requests requests on requests.id = holds.ship_request_id
  join quotes on quotes.id = requests.quote_id
  join shipping_services services on services.id = quotes.service_id
  left join labels on labels.ship_request_id = requests.id and labels.state = 'made'
  left join lateral (
    select sum(amount_cents) as cents from transactions
    where type = 'refund' and metadata ? 'refunds' and metadata ->> 'refunds' = holds.transaction_id::text
  ) given_back on true
  where holds.state = 'settled' and holds.ship_request_id is not null
    and holds.settled_cents > coalesce(given_back.cents, 0)
`;

/** The moment at which a month begins in Hong Kong. */
function startOf(month: string) {
  return sql`(${`${month}-01`}::timestamp at time zone ${figuresTimeZone})`;
}

function isWithin(from: string, to: string) {
  return sql`charged_at >= ${startOf(from)}
    and charged_at < ((${`${to}-01`}::timestamp + interval '1 month') at time zone ${figuresTimeZone})`;
}

export type FigureRow = {
  readonly month: string;
  readonly serviceCode: string;
  readonly serviceName: string;
  readonly countryCode: CountryCode;
  readonly packagesCount: number;
  readonly freightCents: bigint;
  readonly rateCents: bigint;
  readonly storageCents: bigint;
  readonly boxCents: bigint;
  readonly extraServiceCents: bigint;
};

/** The figures of months by lane, the newest month first. */
export async function listFigures(
  db: Db,
  { from, to }: { readonly from: string; readonly to: string },
  language: Language,
): Promise<FigureRow[]> {
  const sumOf = (part: ChargePart) =>
    sql`coalesce(sum(settled_cents - refunded_cents) filter (where part = ${sql.lit(part)}), 0)::bigint`;
  const { rows } = await sql<FigureRow>`
    select to_char(charged_at at time zone ${sql.lit(figuresTimeZone)}, 'YYYY-MM') as month, service_code,
      max(service_names ->> ${language}) as service_name, country_code, count(distinct request_id)::int as packages_count,
      ${sumOf("freight")} as freight_cents, coalesce(sum(rate_cents), 0)::bigint as rate_cents,
      ${sumOf("storage")} as storage_cents, ${sumOf("box")} as box_cents,
      ${sumOf("extra_service")} as extra_service_cents
    from (${charges}) charges where ${isWithin(from, to)}
    group by 1, service_code, country_code
    order by 1 desc, service_code, country_code
  `.execute(db);
  return rows;
}

export type ChargeRow = {
  readonly transactionId: string;
  readonly userId: string;
  readonly packageId: string | null;
  readonly number: bigint;
  readonly trackingNumber: string | null;
  readonly part: ChargePart;
  readonly settledCents: bigint;
  readonly refundedCents: bigint;
  readonly rateCents: number | null;
  readonly chargedAt: Date;
};

export type ChargeFilter = {
  readonly month: string;
  readonly serviceCode: string | null;
  readonly countryCode: string | null;
  readonly part: ChargePart | null;
};

function matching({ month, serviceCode, countryCode, part }: ChargeFilter) {
  return sql`${isWithin(month, month)}
    and (${serviceCode}::text is null or service_code = ${serviceCode})
    and (${countryCode}::text is null or country_code = ${countryCode})
    and (${part}::text is null or part = ${part})`;
}

/** One page of the charges behind a figure, the newest first. */
export async function listChargeRows(
  db: Db,
  filter: ChargeFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ChargeRow[]> {
  const { rows } = await sql<ChargeRow>`
    select transaction_id, user_id, package_id, number, tracking_number, part, settled_cents, refunded_cents,
      rate_cents, charged_at
    from (${charges}) charges where ${matching(filter)}
    order by charged_at desc, number desc, part offset ${offset} limit ${limit}
  `.execute(db);
  return rows;
}

export async function countCharges(db: Db, filter: ChargeFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${charges}) charges where ${matching(filter)}
  `.execute(db);
  return rows[0]?.total ?? 0;
}
