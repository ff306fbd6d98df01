import type { WorkItem } from "#office/contract/admin.ts";
import { placeName } from "#catalogue/rules/country-name.ts";
import type { Language } from "#platform/rules/language.ts";
import type { WorkItemKind } from "#office/rules/work-item.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeCarrierWeight } from "#shipping/server/manifests/carrier-weights/describe-carrier-weight.ts";
import { manifestNumber } from "#shipping/server/manifests/describe-manifest.ts";
import { deadlinesAt } from "./deadlines.ts";
import { translate } from "#platform/server/translate.ts";
import { countWorkItems, listWorkItemRows, type WorkItemRow } from "./work-item-queries.ts";

/** The route of a package or leg, the manifest of a weight, or why an email failed. */
function aboutOf(row: WorkItemRow, language: Language): string {
  if (row.origin === undefined) {
    if (row.manifestNumber !== undefined) {
      const values = {
        number: manifestNumber({ number: row.manifestNumber }),
        carrier: row.carrier,
      };
      return translate(language, "admin-work-items.manifestOfCarrier", values);
    }
    if (!row.isRejected) return row.lastError;
    return translate(language, "admin-work-items.rejected", { reason: row.lastError });
  }
  const route = {
    origin: placeName(row.origin, language),
    destination: placeName(row.destination, language),
  };
  if (row.legNumber === undefined) return translate(language, "admin-work-items.route", route);
  const leg = { ...route, number: row.legNumber };
  return row.carrier === null
    ? translate(language, "admin-work-items.routeOfLeg", leg)
    : translate(language, "admin-work-items.routeOfLegWithCarrier", {
        ...leg,
        carrier: row.carrier,
      });
}

/** The carrier's weight that an item is about, if it is about one. */
function weightOf(context: SignedInContext, row: WorkItemRow): Pick<WorkItem, "carrierWeight"> {
  if (row.origin !== undefined || row.manifestNumber === undefined) return {};
  const carrierWeight = describeCarrierWeight(context, row);
  return carrierWeight === null ? {} : { carrierWeight };
}

/**
 * One page of a kind, oldest first: packages pending for more than 3 days, legs in transit without news or a new status for
 * more than 7, packages that left and are not charged, weights of carriers that differ from ours, emails that were tried and not sent.
 */
export async function listWorkItems(
  context: SignedInContext,
  input: { readonly kind: WorkItemKind; readonly page: number; readonly pageSize: number },
): Promise<{ items: WorkItem[]; total: number }> {
  const { db, now, language } = context;
  const { kind, page, pageSize } = input;
  const deadlines = deadlinesAt(now());
  const rows = await listWorkItemRows(db, kind, {
    deadlines,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return {
    items: rows.map((row) => ({
      id: row.id,
      packageId: row.packageId,
      name: row.name,
      about: aboutOf(row, language),
      email: row.email,
      since: row.since.toISOString(),
      ...weightOf(context, row),
    })),
    total: await countWorkItems(db, kind, deadlines),
  };
}
