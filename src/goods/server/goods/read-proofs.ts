// Proofs of what is in parcels, as they are read.
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import { readGoodsRules } from "#catalogue/server/goods-rules/read-goods-rules.ts";
import type { GoodsProof, OwnGoodsProof } from "#goods/contract/goods-proof-fields.ts";
import { unprovenFlags } from "#goods/rules/goods-proof.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listFiles } from "#platform/server/files/files.ts";
import { fileUrl, type FileServices } from "#platform/server/files/serve-file.ts";
import "#goods/server/file-kinds.ts";
import { findContents, listProofs } from "./proof-queries.ts";

/** The proofs of parcels with their files, the oldest first, by parcel. */
export async function readProofs(
  services: FileServices,
  db: Db,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, GoodsProof>> {
  const rows = await listProofs(db, parcelIds);
  const ids = [...rows.values()].map(({ id }) => id);
  const files = Map.groupBy(await listFiles(db, "goods_proof", ids), ({ ownerId }) => ownerId);
  return new Map(
    [...rows].map(([parcelId, row]) => [
      parcelId,
      {
        state: row.state,
        reason: row.reason,
        files: (files.get(row.id) ?? []).map(({ id, contentType }) => ({
          id,
          contentType,
          fileUrl: fileUrl(services, id, "file"),
        })),
        sentAt: row.sentAt.toISOString(),
        decidedAt: row.decidedAt?.toISOString() ?? null,
      },
    ]),
  );
}

/** The proof of a parcel; null where none was sent. */
export async function readProof(
  services: FileServices,
  db: Db,
  parcelId: string,
): Promise<GoodsProof | null> {
  return (await readProofs(services, db, [parcelId])).get(parcelId) ?? null;
}

/** The proof of an own parcel, and of what in it services ask for one that nobody has seen. */
export async function readOwnProof(
  context: SignedInContext,
  db: Db,
  parcelId: string,
): Promise<OwnGoodsProof> {
  const rules = await readGoodsRules({ ...context, db }, todayOfRates(context.now()));
  return {
    proof: await readProof(context, db, parcelId),
    proofAskedFor: unprovenFlags(await findContents(db, parcelId), rules),
  };
}
