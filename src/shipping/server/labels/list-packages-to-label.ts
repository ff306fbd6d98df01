import type { PackageToLabel } from "#shipping/contract/shipping-labels.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describePackageToLabel } from "./describe-package.ts";
import { countPackagesToLabel, listPackageToLabelRows } from "./label-queries.ts";

/** One page of the packages that were accepted, or of those with a label that have not left. */
export async function listPackagesToLabel(
  { db, language }: SignedInContext,
  input: {
    readonly state: "accepted" | "labelled";
    readonly carrierCode?: string | undefined;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: PackageToLabel[]; total: number }> {
  const { state, page, pageSize } = input;
  const filter = { state, carrierCode: input.carrierCode ?? null };
  const rows = await listPackageToLabelRows(db, filter, {
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return {
    items: rows.map((row) => describePackageToLabel(row, language)),
    total: await countPackagesToLabel(db, filter),
  };
}
