import { apiError } from "#contract/errors.ts";
import type { RatesFile, RatesImport } from "#contract/rates.ts";
import { changedRates, parseRates, rateFileLimits } from "#core/rate-import.ts";
import { isStorageRatesDay } from "#core/storage-rate.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { todayOfRates } from "./read-services.ts";
import { listServicesOn } from "./service-queries.ts";
import { insertVersion, readHighestVersion } from "./version-queries.ts";

/**
 * Replaces all rates of the services in a CSV file from a day on, by new versions of these services, or only says what that
 * would change. A file with an error imports nothing. Throws `missing_information` without a source, `invalid_storage_day` for
 * a day before today in Hong Kong or too far ahead, and `conflict` when somebody else imports the same service at once.
 */
export async function importRates(
  context: SignedInContext,
  { csv, validFrom, source, isPreview }: RatesFile,
): Promise<RatesImport> {
  if (source === "") throw apiError("missing_information");
  const now = context.now();
  if (!isStorageRatesDay(validFrom, todayOfRates(now))) throw apiError("invalid_storage_day");
  const services = await listServicesOn(context.db, validFrom);
  const { errors, warnings, tables } = parseRates(csv, new Set(services.map(({ code }) => code)));
  const replaced = services.flatMap((service) => {
    const rates = tables.get(service.code);
    return rates === undefined ? [] : [{ service, rates }];
  });
  const changes = replaced.map(({ service, rates }) =>
    changedRates(service.code, service.rates, rates),
  );
  const isImported = !isPreview && errors.length === 0;
  if (isImported) {
    await atomically(context.db, async (db) => {
      const origin = { createdBy: context.session.person.id, createdAt: now };
      for (const { service, rates } of replaced) {
        const { id: _id, code, version: _version, ...details } = service;
        const version = (await readHighestVersion(db, code)) + 1;
        const changed = { ...details, rates, validFrom, source };
        const id = await insertVersion(db, { code, version }, changed, origin);
        if (id === undefined) throw apiError("conflict");
        await recordAdminAction(context, db, {
          action: "rates.importRates",
          target: service.code,
          before: { version: service.version },
          after: { version, validFrom, source },
        });
      }
    });
    context.log.info({ validFrom, services: replaced.length }, "Rates imported");
  }
  return {
    isImported,
    errors: errors.slice(0, rateFileLimits.errors),
    errorCount: errors.length,
    warnings: warnings.slice(0, rateFileLimits.errors),
    changes: changes.flatMap(({ first }) => first).slice(0, rateFileLimits.changes),
    changeCount: changes.reduce((sum, { count }) => sum + count, 0),
  };
}
