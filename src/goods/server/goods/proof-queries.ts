// The SQL about proofs of what is in parcels.
import { sql } from "kysely";
import type { BoxContents } from "#catalogue/rules/goods-rule.ts";
import { contentsOfParcel, statedGoods, type KnownGoods } from "#goods/server/db/stated-goods.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf, UpdateOf } from "#platform/server/db/tables.ts";

export type ProofRow = RowOf<"goodsProofs">;

/** The proofs that the owners of parcels sent, by parcel; one that was sent before a parcel changed its owner is none. */
export async function listProofs(
  db: Db,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, ProofRow>> {
  if (parcelIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("goodsProofs")
    .innerJoin("inboundParcels as p", (join) =>
      join
        .onRef("p.id", "=", "goodsProofs.inboundParcelId")
        .onRef("p.userId", "=", "goodsProofs.userId"),
    )
    .selectAll("goodsProofs")
    .where("goodsProofs.inboundParcelId", "in", parcelIds)
    .execute();
  return new Map(rows.map((row) => [row.inboundParcelId, row]));
}

export async function findProof(db: Db, parcelId: string): Promise<ProofRow | undefined> {
  return (await listProofs(db, [parcelId])).get(parcelId);
}

/** Stores that a proof was sent, also once more, and returns its id. */
export async function upsertProof(
  db: Db,
  sent: Pick<ProofRow, "id" | "inboundParcelId" | "userId" | "sentAt">,
): Promise<string> {
  const { id } = await db
    .insertInto("goodsProofs")
    .values({ ...sent, state: "sent" })
    .onConflict((conflict) =>
      conflict
        .columns(["inboundParcelId", "userId"])
        .doUpdateSet({ state: "sent", reason: "", sentAt: sent.sentAt }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateProof(
  db: Db,
  id: string,
  decided: UpdateOf<"goodsProofs">,
): Promise<void> {
  await db.updateTable("goodsProofs").set(decided).where("id", "=", id).execute();
}

/** What is known to be in a parcel. */
export async function findContents(db: Db, parcelId: string): Promise<BoxContents> {
  const row = await db
    .selectFrom("inboundParcels")
    .select(["battery", "goodsFlags"])
    .select(statedGoods(sql`inbound_parcels.id`))
    .where("id", "=", parcelId)
    .executeTakeFirst();
  const known: KnownGoods | undefined = row;
  return known === undefined ? { batteries: [], goods: [] } : contentsOfParcel(known);
}

/** Erases what staff wrote about a customer's proofs; their files are deleted with the account. */
export async function eraseProofTexts(db: Db, userId: string): Promise<void> {
  await db.updateTable("goodsProofs").set({ reason: "" }).where("userId", "=", userId).execute();
}
