// The SQL about quotes.
import type { Insertable } from "kysely";
import type { NamesByLanguage } from "#core/language.ts";
import type { QuoteEnd } from "#core/ship-request.ts";
import type { Db } from "#server/db/open.ts";
import type { QuoteRow, ShipRequestsTables } from "#server/db/tables/ship-requests.ts";

export async function insertQuotes(
  db: Db,
  quotes: readonly Insertable<ShipRequestsTables["quotes"]>[],
): Promise<QuoteRow[]> {
  if (quotes.length === 0) return [];
  return await db.insertInto("quotes").values(quotes).returningAll().execute();
}

export async function findQuote(db: Db, quoteId: string): Promise<QuoteRow | undefined> {
  return await db.selectFrom("quotes").selectAll().where("id", "=", quoteId).executeTakeFirst();
}

/** The quotes of a request that have not ended, the cheapest first. */
export async function listOpenQuotes(db: Db, shipRequestId: string): Promise<QuoteRow[]> {
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
