import type { Box, BoxFields } from "#shipping/contract/boxes.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  getOverWeightFee,
  listAllBoxes,
  hasWarehouse,
  lockBox,
  updateBoxRow,
  insertBox,
  neverInPlace,
  lockOverWeightFee,
  updateOverWeightFee,
  findBox,
  listBoxesIn,
  listOfferedBoxes,
} from "./box-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import { formatUsd } from "#platform/rules/money.ts";
import type { SuggestionContents } from "#catalogue/rules/suggestion.ts";
import { formatKilograms } from "#platform/rules/weight.ts";
import type { SuggestionHandler } from "#catalogue/server/announcements.ts";
import { translate } from "#platform/server/translate.ts";
import type { BoxSize } from "#goods/rules/package-estimate.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";

/** All boxes, the smallest first, and the fee for weight above the plan. */
export async function listBoxes({
  db,
}: SignedInContext): Promise<{ items: Box[]; overWeightFeeCents: number | null }> {
  return {
    items: (await listAllBoxes(db)).map(toBox),
    overWeightFeeCents: await getOverWeightFee(db),
  };
}

/** Adds a size of box. Throws `not_found` for an unknown warehouse, and `too_many_boxes`. */
export async function createBox(
  context: SignedInContext,
  { idempotencyKey: _key, ...fields }: BoxFields & { readonly idempotencyKey: string },
): Promise<Box> {
  const { warehouseId } = fields;
  const now = context.now();
  const { db } = context;
  if (warehouseId !== null && !(await hasWarehouse(db, warehouseId))) throw apiError("not_found");
  const origin = { createdBy: context.session.person.id, createdAt: now };
  const row = await addBox(db, fields, origin);
  await context.auditOf(row.id, { after: fields });
  return toBox(row);
}

/**
 * Changes a box; quotes keep what they were made with. Throws `not_found`, and `conflict` (with the box as `current`) where
 * it was changed since it was shown.
 */
export async function updateBox(
  context: SignedInContext,
  input: BoxFields & { readonly boxId: string; readonly expectedVersion: number },
): Promise<Box> {
  const { boxId, expectedVersion: _shown, ...fields } = input;
  const { warehouseId } = fields;
  const { db } = context;
  const stored = await lockBox(db, boxId);
  if (stored === undefined) throw apiError("not_found");
  const current = toBox(stored);
  const edit = context.edits<BoxFields>(current, fields, current.version, current);
  if (edit === null) return current;
  if (warehouseId !== null && !(await hasWarehouse(db, warehouseId))) throw apiError("not_found");
  const row = await updateBoxRow(db, boxId, { ...boxColumns(fields), updatedAt: context.now() });
  await context.audit(edit);
  return toBox(row);
}

const mostBoxes = 60;

/** Adds a size of box in the transaction of `db`. Throws `too_many_boxes`. */
async function addBox(
  db: Db,
  fields: BoxFields,
  origin: { readonly createdBy: string; readonly createdAt: Date },
): Promise<RowOf<"boxes">> {
  if ((await listAllBoxes(db)).length >= mostBoxes) throw apiError("too_many_boxes");
  return await insertBox(db, {
    ...boxColumns(fields),
    ...origin,
    updatedAt: origin.createdAt,
  });
}

/** The suggested boxes, of which staff may have others besides. */
export const suggestedBox: SuggestionHandler<"box"> = {
  isInPlace: () => neverInPlace,
  describe(content, language) {
    const { names, emptyGrams } = content;
    const weight = formatKilograms(emptyGrams, localeOf(language));
    const lines = [
      boxText(content, language),
      translate(language, "suggested.boxWeight", { weight }),
    ];
    return { title: names[language], lines };
  },
  add: async (_context, db, content, { since, origin }) =>
    await addBox(db, { ...content, ...since, warehouseId: null, isActive: true }, origin),
};

type BoxFacts = Pick<SuggestionContents["box"], "names" | "sidesMm" | "priceCents">;

/** A box with its inner size and price. */
export function boxText({ names, sidesMm, priceCents }: BoxFacts, language: Language): string {
  const locale = localeOf(language);
  const [length, width, height] = sidesMm.map((mm) => (mm / 10).toLocaleString(locale));
  return translate(language, "fees.box", {
    name: names[language],
    length: length ?? "",
    width: width ?? "",
    height: height ?? "",
    amount: formatUsd(priceCents, locale),
  });
}

/** Sets the fee for weight above the plan. Throws `conflict` (with the stored fee as `current`) where it was changed since. */
export async function setOverWeightFee(
  context: SignedInContext,
  input: { readonly feeCents: number | null; readonly expectedVersion: number | null },
): Promise<Record<string, never>> {
  const { feeCents } = input;
  const { db } = context;
  const stored = await lockOverWeightFee(db);
  const edit = context.edits({ feeCents: stored }, { feeCents }, stored);
  if (edit === null) return {};
  await updateOverWeightFee(db, feeCents, context.now());
  await context.audit(edit);
  return {};
}

/** A box as the estimate of a package takes it. */
export function toBoxSize({
  id,
  lengthMm,
  widthMm,
  heightMm,
  emptyGrams,
}: RowOf<"boxes">): BoxSize {
  return { id, innerMm: [lengthMm, widthMm, heightMm], emptyGrams };
}

/** The boxes that a warehouse offers, the smallest first. */
export async function readOfferedBoxes(db: Db, warehouseId: string): Promise<RowOf<"boxes">[]> {
  return await listOfferedBoxes(db, warehouseId);
}

/** The boxes that the open warehouses of a country offer, the smallest first. */
export async function readBoxesIn(db: Db, country: CountryCode): Promise<RowOf<"boxes">[]> {
  return await listBoxesIn(db, country);
}

/** The boxes that any warehouse offers, the smallest first. */
export async function readBoxesOffered(db: Db): Promise<Box[]> {
  return (await listAllBoxes(db)).filter(({ isActive }) => isActive).map(toBox);
}

export async function readBox(db: Db, boxId: string): Promise<RowOf<"boxes"> | undefined> {
  return await findBox(db, boxId);
}

/** The fee for each started 500 g above what a plan carries; null: such a box is not sent. */
export async function readOverWeightFee(db: Db): Promise<number | null> {
  return await getOverWeightFee(db);
}

/** A box as the API returns it. */
function toBox(row: RowOf<"boxes">): Box {
  const { id, warehouseId, names, lengthMm, widthMm, heightMm, emptyGrams, priceCents } = row;
  const { isActive, validFrom, source, version } = row;
  const sidesMm: BoxFields["sidesMm"] = [lengthMm, widthMm, heightMm];
  const fields = { warehouseId, names: { ...names }, sidesMm, emptyGrams, priceCents, isActive };
  return { id, ...fields, validFrom, source, version };
}

/** The fields of a box as columns. */
function boxColumns({ names, sidesMm, ...fields }: BoxFields) {
  const [lengthMm, widthMm, heightMm] = sidesMm;
  return { ...fields, names: JSON.stringify(names), lengthMm, widthMm, heightMm };
}
