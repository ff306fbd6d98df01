import type { Box, BoxFields } from "#shipping/contract/boxes.ts";
import type { BoxRow } from "#shipping/server/tables/ship-requests.ts";

/** A box as the API returns it. */
export function toBox(row: BoxRow): Box {
  const { id, warehouseId, names, lengthMm, widthMm, heightMm, emptyGrams, priceCents } = row;
  const { isActive, validFrom, source, version } = row;
  const sidesMm: BoxFields["sidesMm"] = [lengthMm, widthMm, heightMm];
  const fields = { warehouseId, names: { ...names }, sidesMm, emptyGrams, priceCents, isActive };
  return { id, ...fields, validFrom, source, version };
}

/** The fields of a box as columns. */
export function boxColumns({ names, sidesMm, ...fields }: BoxFields) {
  const [lengthMm, widthMm, heightMm] = sidesMm;
  return { ...fields, names: JSON.stringify(names), lengthMm, widthMm, heightMm };
}
