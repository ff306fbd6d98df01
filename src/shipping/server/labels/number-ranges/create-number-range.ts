import { apiError } from "#platform/contract/errors.ts";
import type { NumberRange } from "#shipping/contract/number-ranges.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";
import { numberRangeLimits } from "#shipping/rules/number-range.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { describeRange, paceStart } from "./describe-range.ts";
import { findRange, insertRange, isService, lockRanges, overlaps } from "./range-queries.ts";

type RangeInput = {
  readonly serviceCode: string;
  readonly prefix: string;
  readonly countryCode: CountryCode;
  readonly firstSerial: number;
  readonly lastSerial: number;
  readonly source: string;
};

/** Lets one range after the other be entered. Throws `too_many_number_ranges` and `service_not_found`. */
export async function requireNewRange(db: Db, serviceCode: string): Promise<void> {
  if ((await lockRanges(db)) >= numberRangeLimits.ranges) throw apiError("too_many_number_ranges");
  if (!(await isService(db, serviceCode))) throw apiError("service_not_found");
}

/** The range as it is stored. Throws `not_found`. */
export async function getRange(
  { now, language }: Pick<SignedInContext, "now" | "language">,
  db: Db,
  rangeId: string,
): Promise<NumberRange> {
  const row = await findRange(db, rangeId, paceStart(now()));
  if (row === undefined) throw apiError("not_found");
  return describeRange(row, language);
}

/**
 * Enters consecutive postal numbers for the labels of a service. Throws `service_not_found`, `number_range_overlaps` and
 * `too_many_number_ranges`.
 */
export async function createNumberRange(
  context: SignedInContext,
  input: RangeInput,
): Promise<NumberRange> {
  return await atomically(context.db, async (db) => {
    await requireNewRange(db, input.serviceCode);
    if (await overlaps(db, input)) throw apiError("number_range_overlaps");
    const now = context.now();
    const rangeId = await insertRange(db, {
      ...input,
      kind: "postal",
      nextSerial: input.firstSerial,
      createdBy: context.session.person.id,
      createdAt: now,
      updatedAt: now,
    });
    await recordAdminAction(context, db, {
      action: "numberRanges.createNumberRange",
      target: rangeId,
      after: input,
    });
    return await getRange(context, db, rangeId);
  });
}
