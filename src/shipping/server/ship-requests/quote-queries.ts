// The SQL about quotes.
import { sql } from "kysely";
import type { NamesByLanguage } from "#platform/rules/language.ts";
import type { QuoteEnd } from "#shipping/rules/ship-request.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf } from "#platform/server/db/tables.ts";

export async function insertQuotes(
  db: Db,
  quotes: readonly InsertOf<"quotes">[],
): Promise<RowOf<"quotes">[]> {
  if (quotes.length === 0) return [];
  return await db.insertInto("quotes").values(quotes).returningAll().execute();
}

export async function findQuote(db: Db, quoteId: string): Promise<RowOf<"quotes"> | undefined> {
  return await db.selectFrom("quotes").selectAll().where("id", "=", quoteId).executeTakeFirst();
}

/** The quotes of a request that have not ended, the cheapest first. */
export async function listOpenQuotes(db: Db, shipRequestId: string): Promise<RowOf<"quotes">[]> {
  return await db
    .selectFrom("quotes")
    .selectAll()
    .where("shipRequestId", "=", shipRequestId)
    .where("ended", "is", null)
    .orderBy("totalCents")
    .orderBy("serviceCode")
    .execute();
}

/** Ends quotes of a request: all that are open, or one. */
export async function endQuotes(
  db: Db,
  shipRequestId: string,
  ended: QuoteEnd,
  at: Date,
  quoteId?: string,
): Promise<void> {
  await db
    .updateTable("quotes")
    .set({ ended, endedAt: at })
    .where("shipRequestId", "=", shipRequestId)
    .$if(quoteId === undefined, (query) => query.where("ended", "is", null))
    .$if(quoteId !== undefined, (query) => query.where("id", "=", quoteId ?? ""))
    .execute();
}

/** What the newest version of a service is called in each language; undefined without a service. */
export async function findServiceNames(
  db: Db,
  code: string | null,
): Promise<NamesByLanguage | undefined> {
  if (code === null) return undefined;
  const row = await db
    .selectFrom("shippingServices")
    .select("names")
    .where("code", "=", code)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.names;
}

/** Names and times of the versions of services that quotes name. */
export async function listQuotedServices(db: Db, serviceIds: readonly string[]) {
  if (serviceIds.length === 0) return [];
  return await db
    .selectFrom("shippingServices")
    .select(["id", "code", "names", "mode", "currency", "deliveryMin", "deliveryMax"])
    .select(["deliveryUnit", "validFrom"])
    .where("id", "in", serviceIds)
    .execute();
}

/**
 * What accepted quotes of other requests charge for the storage of further pieces of these parcels: those that arrived under the
 * same number within half a year, since couriers use numbers again.
 */
export async function listChargedForOtherPieces(
  db: Db,
  parcelIds: readonly string[],
  exceptRequestId: string | null,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; chargedCents: string }>`
    select p.id, sum(least((stored ->> 'capCents')::bigint,
      (stored ->> 'days')::bigint * (stored ->> 'dayCents')::bigint)) as charged_cents
    from inbound_parcels p
      join inbound_parcels other on other.user_id = p.user_id and other.tracking_number = p.tracking_number
        and other.piece <> p.piece
        and other.received_at between p.received_at - interval '180 days' and p.received_at + interval '180 days'
      join ship_request_parcels chosen on chosen.inbound_parcel_id = other.id
      join ship_requests r on r.id = chosen.ship_request_id and r.state in ('accepted', 'labelled', 'handed_over')
        and r.id is distinct from ${exceptRequestId}
      join quotes on quotes.id = r.quote_id
      cross join lateral jsonb_array_elements(quotes.lines) line
      cross join lateral jsonb_array_elements(line -> 'working' -> 'parcels') stored
    where p.id = any(${parcelIds}::uuid[]) and line ->> 'kind' = 'storage_fee'
      and stored ->> 'inboundParcelId' = other.id::text
    group by p.id
  `.execute(db);
  return new Map(rows.map(({ id, chargedCents }) => [id, Number(chargedCents)]));
}
