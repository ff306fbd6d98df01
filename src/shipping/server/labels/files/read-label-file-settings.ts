import { apiError } from "#platform/contract/errors.ts";
import type { LabelFileSettings } from "#shipping/contract/shipping-labels.ts";
import { defaultLabelFileColumns, defaultLineCharacters } from "#shipping/rules/label-file.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findFileSettings } from "./label-file-queries.ts";

/** How the file for a carrier looks. Throws `carrier_not_found`. */
export async function getFileSettings(db: Db, carrierCode: string): Promise<LabelFileSettings> {
  const row = await findFileSettings(db, carrierCode);
  if (row === undefined) throw apiError("carrier_not_found");
  return {
    carrierCode,
    columns: row.columns ?? defaultLabelFileColumns,
    lineCharacters: row.addressLineCharacters ?? defaultLineCharacters,
    updatedAt: row.updatedAt?.toISOString() ?? null,
  };
}

/** Which columns the file for a carrier has. Throws `carrier_not_found`. */
export async function readLabelFileSettings(
  { db }: SignedInContext,
  { carrierCode }: { readonly carrierCode: string },
): Promise<LabelFileSettings> {
  return await getFileSettings(db, carrierCode);
}
