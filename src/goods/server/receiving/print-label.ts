import { apiError } from "#platform/contract/errors.ts";
import { parcelStickerPath, parseLabelCode } from "#goods/rules/receiving.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { drawStickers, type StickerFormat, parcelStickerTexts, qrSquare } from "./stickers.ts";
import {
  findParcelStickerFacts,
  type ParcelStickerFacts,
  findParcelIdByLabel,
} from "./scan-queries.ts";

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

/** The parcel on which a label is, in any state; the code may be typed in lower case or in groups. Throws `not_found`. */
export async function readParcelLabel(
  { db }: SignedInContext,
  input: { readonly labelCode: string },
): Promise<{ inboundParcelId: string }> {
  const labelCode = parseLabelCode(input.labelCode);
  const inboundParcelId = labelCode === null ? undefined : await findParcelIdByLabel(db, labelCode);
  if (inboundParcelId === undefined) throw apiError("not_found");
  return { inboundParcelId };
}
