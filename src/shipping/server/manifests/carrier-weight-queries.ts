// The SQL about the weights that carriers' scales showed.
import type { CarrierWeightState } from "#shipping/rules/manifest.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";

/** The weight of a request, locked until the transaction ends. */
export async function lockCarrierWeight(
  db: Db,
  shipRequestId: string,
): Promise<RowOf<"carrierWeights"> | undefined> {
  return await db
    .selectFrom("carrierWeights")
    .selectAll()
    .where("shipRequestId", "=", shipRequestId)
    .forUpdate()
    .executeTakeFirst();
}

/** Whose package was weighed. */
export async function getOwnerOfWeight(db: Db, shipRequestId: string): Promise<string> {
  const { userId } = await db
    .selectFrom("shipRequests")
    .select("userId")
    .where("id", "=", shipRequestId)
    .executeTakeFirstOrThrow();
  return userId;
}

/** Inserts the weight of a request, or replaces the one that was recorded before. */
export async function upsertCarrierWeight(
  db: Db,
  weight: {
    readonly shipRequestId: string;
    readonly manifestId: string;
    readonly weightGrams: number;
    readonly packedGrams: number;
    readonly state: CarrierWeightState;
    readonly recordedBy: string;
    readonly recordedAt: Date;
  },
): Promise<void> {
  const { shipRequestId: _, ...replaced } = weight;
  await db
    .insertInto("carrierWeights")
    .values(weight)
    .onConflict((conflict) =>
      conflict
        .column("shipRequestId")
        .doUpdateSet({ ...replaced, settledBy: null, settledAt: null, settledReason: "" }),
    )
    .execute();
}

export async function updateToSettled(
  db: Db,
  shipRequestId: string,
  { by, at, reason }: { readonly by: string; readonly at: Date; readonly reason: string },
): Promise<void> {
  await db
    .updateTable("carrierWeights")
    .set({ state: "settled", settledBy: by, settledAt: at, settledReason: reason })
    .where("shipRequestId", "=", shipRequestId)
    .execute();
}

/** Empties what was found about weights of a customer's packages, whose account is closed. */
export async function eraseSettledReasons(db: Db, userId: string): Promise<void> {
  await db
    .updateTable("carrierWeights")
    .set({ settledReason: "" })
    .where("settledReason", "<>", "")
    .where("shipRequestId", "in", (query) =>
      query.selectFrom("shipRequests").select("id").where("userId", "=", userId),
    )
    .execute();
}
