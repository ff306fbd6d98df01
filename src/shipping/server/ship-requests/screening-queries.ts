// The SQL about what is in the boxes of requests that rules about goods may close.
import { sql } from "kysely";
import { hasRuledGoods, ruledGoods } from "#goods/server/db/stated-goods.ts";
import type { Db } from "#platform/server/db/open.ts";
import { openStates } from "./request-queries.ts";

/** The open request in whose packed box a parcel lies. */
export async function findPackedRequestOf(
  db: Db,
  inboundParcelId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("shipRequestParcels as chosen")
    .innerJoin("shipRequests as r", "r.id", "chosen.shipRequestId")
    .select("r.id")
    .where("chosen.inboundParcelId", "=", inboundParcelId)
    .where("chosen.state", "=", "in_box")
    .where("r.state", "in", ["waiting_for_customer", "accepted", "labelled"])
    .where("r.packedAt", "is not", null)
    .executeTakeFirst();
  return row?.id;
}

/** Whether what a request sends was handed over, and charged, before it was taken back. */
export async function wasTakenBack(db: Db, shipRequestId: string): Promise<boolean> {
  const row = await db
    .selectFrom("manifestPackages")
    .select("id")
    .where("shipRequestId", "=", shipRequestId)
    .where("state", "=", "taken_back")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * What is in the boxes of open requests, parcel by parcel, without values; those that left one are not among them, nor those
 * with nothing that rules are about, which are most.
 */
export async function listOpenContents(db: Db) {
  return await openContents(db)
    .innerJoin("warehouses as w", "w.id", "r.warehouseId")
    .select("w.country as warehouseCountry")
    .select(ruledGoods(sql`p.id`))
    .where(hasRuledGoods(sql`p`))
    .where(sql<boolean>`r.state in ${openStates}`)
    .execute();
}

/** The same of requests that were accepted and have no label; null: of all. */
export async function listAcceptedContents(db: Db, ids: readonly string[] | null) {
  return await openContents(db)
    .select(ruledGoods(sql`p.id`))
    .where(hasRuledGoods(sql`p`))
    .where("r.state", "=", "accepted")
    .where(sql<boolean>`(${ids}::uuid[] is null or r.id = any(${ids}::uuid[]))`)
    .execute();
}

function openContents(db: Db) {
  return db
    .selectFrom("shipRequests as r")
    .innerJoin("shipRequestParcels as chosen", "chosen.shipRequestId", "r.id")
    .innerJoin("inboundParcels as p", "p.id", "chosen.inboundParcelId")
    .select([
      "r.id as shipRequestId",
      "r.serviceCode",
      "r.countryCode",
      "p.battery",
      "p.goodsFlags",
    ])
    .where("chosen.state", "in", ["to_find", "in_box"]);
}
