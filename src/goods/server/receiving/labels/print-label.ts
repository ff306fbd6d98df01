import { apiError } from "#platform/contract/errors.ts";
import { parcelStickerPath } from "#goods/rules/label-code.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { drawStickers, type StickerFormat } from "./draw-labels.ts";
import { parcelStickerTexts, qrSquare } from "./label-layout.ts";
import { findParcelStickerFacts, type ParcelStickerFacts } from "./label-queries.ts";

async function drawLabel(
  facts: ParcelStickerFacts,
  format: StickerFormat,
  origin: string,
): Promise<File> {
  const { labelCode, receivedOn } = facts;
  const qrText = `${origin}${parcelStickerPath(labelCode)}`;
  const label = { texts: parcelStickerTexts(facts), qrText, qrSquare };
  const file = { name: `label-${labelCode}`, title: labelCode, date: receivedOn };
  return await drawStickers([label], format, file);
}

/**
 * The label of a parcel that is awaited or here, as a file. Throws `not_found` for any other, and `busy` while too many
 * labels are drawn.
 */
export async function printLabel(
  context: SignedInContext,
  input: { readonly inboundParcelId: string; readonly format: StickerFormat },
): Promise<File> {
  const { config, db, queues, session } = context;
  const facts = await findParcelStickerFacts(db, input.inboundParcelId);
  if (facts === undefined) throw apiError("not_found");
  return await queues.drawings.run(session.person.id, () =>
    drawLabel(facts, input.format, config.publicUrl),
  );
}
