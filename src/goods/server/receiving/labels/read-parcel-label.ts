import { apiError } from "#platform/contract/errors.ts";
import { parseLabelCode } from "#goods/rules/label-code.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { findParcelIdByLabel } from "./label-queries.ts";

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
