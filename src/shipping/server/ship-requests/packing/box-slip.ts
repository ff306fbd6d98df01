import { apiError } from "#platform/contract/errors.ts";
import { localTime } from "#platform/rules/calendar.ts";
import { formatKilograms } from "#platform/rules/weight.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  drawStickers,
  fieldTexts,
  qrSquare,
  type Sticker,
} from "#goods/server/receiving/stickers.ts";
import { boxOwnerTexts } from "#shipping/rules/box-name.ts";
import { describeBoxName } from "#shipping/server/db/box-name.ts";
import { findRequest, getWarehousePlace } from "#shipping/server/ship-requests/request-queries.ts";
import { findQueueRow } from "./packing-queries.ts";

const [left, right] = [43, 97];
const half = (right - left) / 2;

type SlipFacts = {
  readonly reference: string;
  readonly packageText: string;
  readonly memberText: string;
  readonly parcelsCount: number;
  readonly weightGrams: number;
  readonly countryCode: string;
  readonly packedOn: string;
};

/** In English, since printers know Latin letters alone; the QR code is what desks scan. */
export function boxSlip(facts: SlipFacts): Sticker {
  const { reference, packageText, memberText } = facts;
  const large = { width: half - 2, height: 4.6 };
  const small = { y: 39, height: 3.3, width: half - 2 };
  const fields = [
    { ...large, term: "Member", value: memberText || "-", x: left, y: 16.5 },
    { ...large, term: "Package", value: packageText || "-", x: left + half, y: 16.5 },
    { ...large, term: "Parcels", value: String(facts.parcelsCount), x: left, y: 28 },
    { ...large, term: "To", value: facts.countryCode, x: left + half, y: 28 },
    { ...small, term: "Weight", value: formatKilograms(facts.weightGrams), x: left },
    { ...small, term: "Packed", value: facts.packedOn, x: left + half },
  ];
  const name = { text: reference, x: left, y: 4, width: right - left, height: 9, isBold: true };
  return { texts: [name, ...fields.flatMap(fieldTexts)], qrText: reference, qrSquare };
}

/**
 * The slip that names a closed box until it has its label, the same each time. Throws `not_found`, `conflict` while the box is
 * open, and `busy` while too many are drawn.
 */
export async function printBoxSlip(
  { db, queues, session }: SignedInContext,
  { shipRequestId }: { readonly shipRequestId: string },
): Promise<File> {
  const row = await findQueueRow(db, shipRequestId);
  const request = await findRequest(db, shipRequestId);
  if (row === undefined || request === undefined) throw apiError("not_found");
  const { packedGrams, packedAt, countryCode, warehouseId, state } = request;
  if (packedGrams === null || packedAt === null) throw apiError("conflict", { current: state });
  const { timeZone } = await getWarehousePlace(db, warehouseId);
  const packedOn = localTime(timeZone, packedAt).day;
  const { reference } = describeBoxName(row);
  const slip = boxSlip({
    reference,
    ...boxOwnerTexts(row),
    parcelsCount: Number(row.foundCount),
    weightGrams: packedGrams,
    countryCode,
    packedOn,
  });
  const file = { name: `box-${reference}`, title: reference, date: packedOn };
  return await queues.drawings.run(session.person.id, () => drawStickers([slip], "pdf", file));
}
