import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { drawStickers, type StickerFormat } from "#goods/server/receiving/labels/draw-labels.ts";
import { locationSticker } from "./location-label.ts";
import { listLabelFacts } from "./storage-location-queries.ts";

/**
 * The labels of storage locations of one warehouse as a file, in the order of their codes; one that is named twice has one
 * label. Throws `not_found` where the warehouse has not all of them, and `busy` while too many labels are drawn.
 */
export async function printLabels(
  context: SignedInContext,
  input: {
    readonly warehouseId: string;
    readonly storageLocationIds: readonly string[];
    readonly format: StickerFormat;
  },
): Promise<File> {
  const { db, queues, session } = context;
  const ids = new Set(input.storageLocationIds);
  const facts = await listLabelFacts(db, input.warehouseId, [...ids]);
  const [first] = facts;
  if (first === undefined || facts.length < ids.size) throw apiError("not_found");
  const name = facts.length === 1 ? `shelf-${first.code}` : "shelf-labels";
  const file = { name, title: name, date: null };
  return await queues.drawings.run(session.person.id, () =>
    drawStickers(facts.map(locationSticker), input.format, file),
  );
}
