import type {
  ServiceVersionSummary,
  ServiceVersion,
  AddedServiceVersion,
} from "#catalogue/contract/shipping-services.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { isPriceDay, todayOfRates } from "#catalogue/rules/price-day.ts";
import {
  listCurrentVersions,
  listLaterVersions,
  listVersions,
  findVersion,
  insertVersion,
  readHighestVersion,
  insertDutyRule,
  listServicesOn,
  type NewDutyRule,
  isCarrier,
  type SummaryRow,
} from "./service-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import {
  changedParts,
  serviceFaults,
  type ServiceDetails,
} from "#catalogue/rules/service-version.ts";
import {
  usualCaseDays,
  usualCustoms,
  type ShippingService,
} from "#catalogue/rules/shipping-service.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { SuggestionContents } from "#catalogue/rules/suggestion.ts";
import {
  addSuggestedRules,
  type SuggestedSince,
} from "#catalogue/server/goods-rules/suggested-rules.ts";

type ListedService = {
  code: string;
  current: ServiceVersionSummary | null;
  later: ServiceVersionSummary[];
};

/** The shipping services by code, each with the version that counts today and those that begin later. */
export async function listShippingServices(
  context: SignedInContext,
): Promise<{ today: string; items: ListedService[] }> {
  const { db } = context;
  const today = todayOfRates(context.now());
  const current = await summarizeVersions(context, db, await listCurrentVersions(db, today));
  const upcoming = await summarizeVersions(context, db, await listLaterVersions(db, today));
  const later = Map.groupBy(upcoming, ({ code }) => code);
  const byCode = new Map(current.map((version) => [version.code, version]));
  const codes = [...new Set([...byCode.keys(), ...later.keys()])].toSorted();
  return {
    today,
    items: codes.map((code) => ({
      code,
      current: byCode.get(code) ?? null,
      later: later.get(code) ?? [],
    })),
  };
}

const mostVersions = 200;

/** The versions of a service, the newest first. Throws `not_found` when there is none. */
export async function listServiceVersions(
  context: SignedInContext,
  { code }: { readonly code: string },
): Promise<{ today: string; currentId: string | null; items: ServiceVersionSummary[] }> {
  const { db } = context;
  const today = todayOfRates(context.now());
  const items = await summarizeVersions(context, db, await listVersions(db, code, mostVersions));
  if (items.length === 0) throw apiError("not_found");
  const current = await listCurrentVersions(db, today);
  return { today, currentId: current.find((one) => one.code === code)?.id ?? null, items };
}

/** A version of a service with everything that it states. Throws `not_found`. */
export async function readServiceVersion(
  context: SignedInContext,
  { serviceId }: { readonly serviceId: string },
): Promise<ServiceVersion> {
  const found = await findVersion(context.db, serviceId);
  if (found === undefined) throw apiError("not_found");
  const { id, code, version, ...details } = found;
  return { id, code, version, details };
}

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
 * Adds a version of a service from a day on; nothing of earlier ones changes. Throws `missing_information` where it closes or
 * reopens the service without a source, `invalid_storage_day` for a day before today in Hong Kong or too far ahead, `service_exists` for the code of another new
 * service, `invalid_input` where there are no rates to keep, and `conflict` when a version was added since `expectedVersion` was read.
 */
export async function addServiceVersion(
  context: SignedInContext,
  { code, expectedVersion, keepsRates, ratesOf, details: entered }: AddedServiceVersion,
): Promise<ServiceVersionSummary> {
  const now = context.now();
  if (!isPriceDay(entered.validFrom, todayOfRates(now))) {
    throw apiError("invalid_storage_day");
  }
  const { db } = context;
  await checkLegs(db, code, entered);
  const newestVersion = await readHighestVersion(db, code);
  if (expectedVersion === 0 && newestVersion !== 0) throw apiError("service_exists");
  context.expects(newestVersion, newestVersion);
  const [newest] =
    expectedVersion === 0
      ? []
      : await summarizeVersions(context, db, await listVersions(db, code, 1));
  const before = newest === undefined ? undefined : await findVersion(db, newest.id);
  const opensOrCloses = before !== undefined && before.isActive !== entered.isActive;
  if (opensOrCloses && entered.source === "") throw apiError("missing_information");
  const kept = before ?? (ratesOf === undefined ? undefined : await findVersion(db, ratesOf));
  const details = keepsRates ? { ...entered, rates: kept?.rates ?? [] } : entered;
  if (keepsRates && serviceFaults(details).length > 0) throw apiError("invalid_input");
  const version = expectedVersion + 1;
  const origin = { createdBy: context.session.person.id, createdAt: now };
  const id = await insertVersion(db, { code, version }, details, origin);
  if (id === undefined) throw apiError(expectedVersion === 0 ? "service_exists" : "conflict");
  const changes = changesOf(before, details);
  await context.audit({
    ...(changes.before === undefined ? {} : { before: changes.before }),
    after: { version, ...changes.after },
  });
  const [added] = await summarizeVersions(context, db, await listVersions(db, code, 1));
  if (added === undefined) throw new Error("The version that was added is not there.");
  context.log.info({ code, version: added.version }, "Version of a service added");
  return added;
}

type Origin = { readonly createdBy: string; readonly createdAt: Date };

async function addVersion(db: Db, code: string, details: ServiceDetails, origin: Origin) {
  const version = (await readHighestVersion(db, code)) + 1;
  const id = await insertVersion(db, { code, version }, details, origin);
  if (id === undefined) throw apiError("conflict");
}

/** Adds the version of a service that ship requests may take, with its rates of that day. Throws `conflict`. */
export async function openForShipRequests(
  db: Db,
  { code, goodsRules, ...terms }: SuggestionContents["ship_requests"],
  since: SuggestedSince,
  origin: Origin,
): Promise<void> {
  const current = (await listServicesOn(db, since.validFrom)).find((one) => one.code === code);
  if (current === undefined) throw apiError("conflict");
  const { id: _id, code: _code, version: _version, ...details } = current;
  const { validFrom, source } = since;
  const open = { ...details, ...terms, validFrom, source, takesShipRequests: true };
  await addVersion(db, code, open, origin);
  await addSuggestedRules(db, goodsRules, since, origin);
}

/** Adds the first version of a service. Throws `service_leg_not_priced` where nothing prices one of its legs, and `conflict`. */
export async function addSuggestedService(
  db: Db,
  { code, goodsRules, ...terms }: SuggestionContents["service"],
  since: SuggestedSince,
  origin: Origin,
): Promise<void> {
  const open = { isActive: true, takesShipRequests: true, rates: [], surcharges: [] };
  const customs = usualCustoms(terms.mode);
  const { validFrom, source } = since;
  const details = { ...terms, ...usualCaseDays, ...open, validFrom, source, customs };
  await checkLegs(db, code, details);
  await addVersion(db, code, details, origin);
  await addSuggestedRules(db, goodsRules, since, origin);
}

/** Adds who pays duty in a country. */
export async function addDutyRule(db: Db, rule: NewDutyRule): Promise<void> {
  await insertDutyRule(db, rule);
}

/** Throws `carrier_not_found`, or `service_leg_not_priced` for a leg whose price could never be computed. */
async function checkLegs(db: Db, code: string, details: ServiceDetails): Promise<void> {
  const { legs, carrierCode, currency, validFrom } = details;
  for (const carrier of new Set([carrierCode, ...legs.map((leg) => leg.carrierCode)])) {
    if (!(await isCarrier(db, carrier))) throw apiError("carrier_not_found");
  }
  const pricing = new Set(legs.flatMap(({ pricedBy }) => pricedBy ?? []));
  if (pricing.size === 0) return;
  const services = await listServicesOn(db, validFrom);
  const canPrice = (pricedBy: string) => {
    const service = services.find((one) => one.code === pricedBy);
    return service?.currency === currency && service.rates.length > 0 && pricedBy !== code;
  };
  if (![...pricing].every(canPrice)) throw apiError("service_leg_not_priced");
}

/** Versions as staff read them, with who added them and named in the language of the request. */
async function summarizeVersions(
  { language, listeners }: Pick<SignedInContext, "language" | "listeners">,
  db: Db,
  rows: readonly SummaryRow[],
): Promise<ServiceVersionSummary[]> {
  const userIds = new Set(rows.flatMap(({ createdBy }) => createdBy ?? []));
  const emails = await listeners.emailsOfAccounts(db, [...userIds]);
  return rows.map(({ names, createdAt, createdBy, ...summary }) => ({
    ...summary,
    name: names[language],
    createdAt: createdAt.toISOString(),
    createdByEmail: emails.get(createdBy ?? "") ?? null,
  }));
}
