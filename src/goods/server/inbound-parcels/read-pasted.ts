import type { FoundNumber } from "#goods/contract/inbound-parcels.ts";
import { apiError } from "#platform/contract/errors.ts";
import { findTrackingNumbers, maxPastedLength } from "#goods/rules/pasted-text.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { sentence } from "#platform/server/translate.ts";
import { listOpenParcels } from "./inbound-parcel-queries.ts";
import { recognizeCarrier } from "#catalogue/rules/tracking-number.ts";

/**
 * The tracking numbers in a text, each with its likeliest carrier and the own open parcel that has it already. Saves
 * nothing. Throws `too_large` for more than 100,000 characters, and `too_many_requests`.
 */
export async function readPasted(
  { db, session, now }: SignedInContext,
  { text }: { readonly text: string },
): Promise<{ items: FoundNumber[]; repeatedCount: number; leftOutCount: number }> {
  if (text.length > maxPastedLength) {
    const details = { length: text.length, maximum: maxPastedLength };
    throw apiError("too_large", details, sentence("errors.pastedTextTooLong"));
  }
  await countAttempt(db, "pastedTextsPerAccount", session.person.id, now());
  const { trackingNumbers, ...counts } = findTrackingNumbers(text);
  const open = await listOpenParcels(db, session.person.id, trackingNumbers);
  const items = trackingNumbers.map((trackingNumber) => {
    const carrier = recognizeCarrier(trackingNumber);
    const known = open.find((parcel) => parcel.trackingNumber === trackingNumber);
    return {
      trackingNumber,
      carrierCode: carrier?.carrierCode ?? null,
      confidence: carrier?.confidence ?? null,
      inboundParcelId: known?.id ?? null,
      packageTrackingNumber: known?.packageTrackingNumber ?? null,
    };
  });
  return { items, ...counts };
}
