import { apiError } from "#platform/contract/errors.ts";
import type {
  AddedServiceVersion,
  ServiceVersionSummary,
} from "#catalogue/contract/shipping-services.ts";
import {
  changedParts,
  serviceFaults,
  type ServiceDetails,
} from "#catalogue/rules/service-version.ts";
import type { ShippingService } from "#catalogue/rules/shipping-service.ts";
import { isPriceDay } from "#catalogue/rules/price-day.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { checkLegs } from "./check-legs.ts";
import { todayOfRates } from "./read-services.ts";
import { findVersion } from "./service-queries.ts";
import { summarizeVersions } from "./summarize-versions.ts";
import { insertVersion, listVersions, readHighestVersion } from "./version-queries.ts";

/** What a version changes, for the audit log. */
function changesOf(before: ShippingService | undefined, after: ServiceDetails) {
  const parts = before === undefined ? [] : changedParts(before, after);
  const pick = (details: ServiceDetails) =>
    Object.fromEntries(parts.map((part) => [part, details[part]]));
  return {
    before: before === undefined ? undefined : { version: before.version, ...pick(before) },
    after: { validFrom: after.validFrom, source: after.source, ...pick(after) },
  };
}

/**
 * Adds a version of a service from a day on; nothing of earlier ones changes. Throws `missing_information` without a source,
 * `invalid_storage_day` for a day before today in Hong Kong or too far ahead, `service_exists` for the code of another new
 * service, `invalid_input` where there are no rates to keep, and `conflict` when a version was added since `expectedVersion` was read.
 */
export async function addServiceVersion(
  context: SignedInContext,
  { code, expectedVersion, keepsRates, details: entered }: AddedServiceVersion,
): Promise<ServiceVersionSummary> {
  if (entered.source === "") throw apiError("missing_information");
  const now = context.now();
  if (!isPriceDay(entered.validFrom, todayOfRates(now))) {
    throw apiError("invalid_storage_day");
  }
  const added = await atomically(context.db, async (db) => {
    await checkLegs(db, code, entered);
    if ((await readHighestVersion(db, code)) !== expectedVersion) {
      throw apiError(expectedVersion === 0 ? "service_exists" : "conflict");
    }
    const [newest] =
      expectedVersion === 0
        ? []
        : await summarizeVersions(context, db, await listVersions(db, code, 1));
    const before = newest === undefined ? undefined : await findVersion(db, newest.id);
    const details = keepsRates ? { ...entered, rates: before?.rates ?? [] } : entered;
    if (keepsRates && serviceFaults(details).length > 0) throw apiError("invalid_input");
    const version = expectedVersion + 1;
    const origin = { createdBy: context.session.person.id, createdAt: now };
    const id = await insertVersion(db, { code, version }, details, origin);
    if (id === undefined) throw apiError(expectedVersion === 0 ? "service_exists" : "conflict");
    const changes = changesOf(before, details);
    await recordAdminAction(context, db, {
      action: "shippingServices.addServiceVersion",
      target: code,
      ...(changes.before === undefined ? {} : { before: changes.before }),
      after: { version, ...changes.after },
    });
    const [summary] = await summarizeVersions(context, db, await listVersions(db, code, 1));
    if (summary === undefined) throw new Error("The version that was added is not there.");
    return summary;
  });
  context.log.info({ code, version: added.version }, "Version of a service added");
  return added;
}
