import { recognizeCarrier } from "#catalogue/rules/tracking-number.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findCarrierByName, isCarrier } from "./carrier-queries.ts";

/** The code of the carrier that a leg names in any language, otherwise of the one that its number says; null for neither. */
export async function readLegCarrier(
  db: Db,
  leg: { readonly carrier: string | null; readonly trackingNumber: string | null },
): Promise<string | null> {
  if (leg.carrier !== null) return (await findCarrierByName(db, leg.carrier)) ?? null;
  const code = recognizeCarrier(leg.trackingNumber ?? "")?.carrierCode ?? null;
  return code !== null && (await isCarrier(db, code)) ? code : null;
}
