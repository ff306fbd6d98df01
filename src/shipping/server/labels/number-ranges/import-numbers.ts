import type { ImportedNumberList } from "#shipping/contract/number-ranges.ts";
import {
  numberRangeLimits,
  parseNumberList,
  type NumberImportError,
} from "#shipping/rules/number-range.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { getRange, requireNewRange } from "./create-number-range.ts";
import { insertRange, insertRangeNumbers, listKnownNumbers } from "./range-queries.ts";

type NumbersInput = {
  readonly serviceCode: string;
  readonly numbers: string;
  readonly source: string;
};

function refused(errors: readonly NumberImportError[]): ImportedNumberList {
  const inOrder = errors.toSorted((one, other) => one.line - other.line);
  return { range: null, errors: inOrder.slice(0, numberRangeLimits.importErrors) };
}

/**
 * Imports a list of numbers for the labels of a service; with any wrong line nothing is imported. Throws
 * `service_not_found` and `too_many_number_ranges`.
 */
export async function importNumbers(
  context: SignedInContext,
  { serviceCode, numbers: text, source }: NumbersInput,
): Promise<ImportedNumberList> {
  const { numbers, errors } = parseNumberList(text);
  const trackingNumbers = numbers.map(({ trackingNumber }) => trackingNumber);
  return await atomically(context.db, async (db) => {
    await requireNewRange(db, serviceCode);
    const known = await listKnownNumbers(db, trackingNumbers);
    const used = numbers
      .filter(({ trackingNumber }) => known.has(trackingNumber))
      .map(({ line, trackingNumber: value }) => ({ line, kind: "number_used" as const, value }));
    if (errors.length + used.length > 0) return refused([...errors, ...used]);
    const now = context.now();
    const rangeId = await insertRange(db, {
      serviceCode,
      kind: "list",
      prefix: null,
      countryCode: null,
      firstSerial: null,
      lastSerial: null,
      nextSerial: null,
      source,
      createdBy: context.session.person.id,
      createdAt: now,
      updatedAt: now,
    });
    await insertRangeNumbers(db, rangeId, trackingNumbers);
    await recordAdminAction(context, db, {
      action: "numberRanges.importNumbers",
      target: rangeId,
      after: { serviceCode, source, count: trackingNumbers.length },
    });
    return { range: await getRange(context, db, rangeId), errors: [] };
  });
}
