// Adds what the product suggests about services, in the transaction of somebody who accepts it.
import { apiError } from "#platform/contract/errors.ts";
import type { ServiceDetails } from "#catalogue/rules/service-version.ts";
import type { SuggestionContents } from "#catalogue/rules/suggestion.ts";
import type { Db } from "#platform/server/db/open.ts";
import { checkLegs } from "./check-legs.ts";
import { insertDutyRule, listServicesOn, type NewDutyRule } from "./service-queries.ts";
import { insertVersion, readHighestVersion } from "./version-queries.ts";

type Since = Pick<ServiceDetails, "validFrom" | "source">;
type Origin = { readonly createdBy: string; readonly createdAt: Date };

async function addVersion(db: Db, code: string, details: ServiceDetails, origin: Origin) {
  const version = (await readHighestVersion(db, code)) + 1;
  const id = await insertVersion(db, { code, version }, details, origin);
  if (id === undefined) throw apiError("conflict");
}

/** Adds the version of a service that ship requests may take, with its rates of that day. Throws `conflict`. */
export async function openForShipRequests(
  db: Db,
  { code, ...terms }: SuggestionContents["ship_requests"],
  since: Since,
  origin: Origin,
): Promise<void> {
  const current = (await listServicesOn(db, since.validFrom)).find((one) => one.code === code);
  if (current === undefined) throw apiError("conflict");
  const { id: _id, code: _code, version: _version, ...details } = current;
  await addVersion(db, code, { ...details, ...terms, ...since, takesShipRequests: true }, origin);
}

/** Adds the first version of a service. Throws `service_leg_not_priced` where nothing prices one of its legs, and `conflict`. */
export async function addSuggestedService(
  db: Db,
  { code, ...terms }: SuggestionContents["service"],
  since: Since,
  origin: Origin,
): Promise<void> {
  const open = { isActive: true, takesShipRequests: true, rates: [], surcharges: [] };
  const details = { ...terms, ...open, ...since };
  await checkLegs(db, code, details);
  await addVersion(db, code, details, origin);
}

/** Adds who pays duty in a country. */
export async function addDutyRule(db: Db, rule: NewDutyRule): Promise<void> {
  await insertDutyRule(db, rule);
}
