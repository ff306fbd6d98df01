// What other features read of boxes.
import type { Box } from "#shipping/contract/boxes.ts";
import type { BoxSize } from "#goods/rules/package-estimate.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { BoxRow } from "#shipping/server/tables/ship-requests.ts";
import { toBox } from "./box-of.ts";
import {
  findBox,
  getOverWeightFee,
  listAllBoxes,
  listBoxesIn,
  listOfferedBoxes,
} from "./box-queries.ts";

/** A box as the estimate of a package takes it. */
export function toBoxSize({ id, lengthMm, widthMm, heightMm, emptyGrams }: BoxRow): BoxSize {
  return { id, innerMm: [lengthMm, widthMm, heightMm], emptyGrams };
}

/** The boxes that a warehouse offers, the smallest first. */
export async function readOfferedBoxes(db: Db, warehouseId: string): Promise<BoxRow[]> {
  return await listOfferedBoxes(db, warehouseId);
}

/** The boxes that the open warehouses of a country offer, the smallest first. */
export async function readBoxesIn(db: Db, country: CountryCode): Promise<BoxRow[]> {
  return await listBoxesIn(db, country);
}

/** The boxes that any warehouse offers, the smallest first. */
export async function readBoxesOffered(db: Db): Promise<Box[]> {
  return (await listAllBoxes(db)).filter(({ isActive }) => isActive).map(toBox);
}

export async function readBox(db: Db, boxId: string): Promise<BoxRow | undefined> {
  return await findBox(db, boxId);
}

/** The fee for each started 500 g above what a plan carries; null: such a box is not sent. */
export async function readOverWeightFee(db: Db): Promise<number | null> {
  return await getOverWeightFee(db);
}
