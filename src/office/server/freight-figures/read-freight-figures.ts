import type { FreightFigure } from "#office/contract/freight-figures.ts";
import { apiError } from "#platform/contract/errors.ts";
import { figuresLimits, monthsBetween } from "#office/rules/freight-figures.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { listFigures } from "./figure-queries.ts";

/**
 * What sending packages brought in, by month and lane. Throws `invalid_input` where the months are in the wrong order or too
 * many.
 */
export async function readFreightFigures(
  { db, language }: SignedInContext,
  input: { readonly from: string; readonly to: string },
): Promise<{ items: FreightFigure[] }> {
  const months = monthsBetween(input.from, input.to);
  if (months < 1 || months > figuresLimits.months) throw apiError("invalid_input");
  const rows = await listFigures(db, input, language);
  return {
    items: rows.map((row) => ({
      ...row,
      freightCents: Number(row.freightCents),
      rateCents: Number(row.rateCents),
      storageCents: Number(row.storageCents),
      boxCents: Number(row.boxCents),
      extraServiceCents: Number(row.extraServiceCents),
    })),
  };
}
