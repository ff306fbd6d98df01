import type {
  OfferedExtraService,
  ExtraServiceFacts,
  ExtraServicePrice,
} from "#shipping/contract/extra-services.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  listServices,
  lockService,
  updateService,
  insertService,
} from "./extra-service-queries.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import { apiError } from "#platform/contract/errors.ts";
import { extraServiceLimits } from "#catalogue/rules/extra-service.ts";
import { translate } from "#platform/server/translate.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import { formatUsd } from "#platform/rules/money.ts";
import type { SuggestionContents } from "#catalogue/rules/suggestion.ts";
import type { SuggestionHandler } from "#catalogue/server/announcements.ts";
import { isServiceInPlace } from "./order-hold-queries.ts";

/** The extra services that can be ordered, in the reader's language, with what they cost the reader. */
export async function listExtraServices({
  db,
  session,
  language,
}: SignedInContext): Promise<{ items: OfferedExtraService[] }> {
  const plan = session.person.subscription;
  const services = await readOfferedServices(db);
  return {
    items: services.map((service) => ({
      code: service.code,
      name: service.names[language],
      per: service.per,
      priceCents: service.priceCents,
      isFree: plan !== null && service.freePlans.includes(plan),
      promisedHours: service.promisedHours,
      canRefuse: service.canRefuse,
    })),
  };
}

/** All extra services with prices, also those that cannot be ordered, by code. */
export async function listExtraServicePrices({
  db,
}: SignedInContext): Promise<{ items: ExtraServiceFacts[] }> {
  return { items: (await listServices(db)).map(toExtraService) };
}

/** Adds an extra service. Throws `too_many_extra_services` and `extra_service_exists`. */
export async function createExtraService(
  context: SignedInContext,
  input: ExtraServicePrice & { readonly code: string },
): Promise<ExtraServiceFacts> {
  const { code: _code, ...price } = input;
  const now = context.now();
  const { db } = context;
  const origin = { createdBy: context.session.person.id, createdAt: now };
  const row = await addExtraService(db, input, origin);
  await context.audit({ after: { ...price } });
  return toExtraService(row);
}

/**
 * Changes an extra service; orders keep what they were made at. Throws `not_found`, and `conflict` (with the service as
 * `current`) where it was changed since it was shown.
 */
export async function updateExtraService(
  context: SignedInContext,
  input: ExtraServicePrice & { readonly code: string; readonly expectedVersion: number },
): Promise<ExtraServiceFacts> {
  const { code, expectedVersion: _shown, ...price } = input;
  const { db } = context;
  const stored = await lockService(db, code);
  if (stored === undefined) throw apiError("not_found");
  const current = toExtraService(stored);
  const edit = context.edits<ExtraServicePrice>(current, price, current.version, current);
  if (edit === null) return current;
  const row = await updateService(db, code, {
    ...priceColumns(price),
    updatedAt: context.now(),
  });
  await context.audit(edit);
  return toExtraService(row);
}

/** Adds an extra service in the transaction of `db`. Throws `too_many_extra_services` and `extra_service_exists`. */
async function addExtraService(
  db: Db,
  { code, ...price }: ExtraServicePrice & { readonly code: string },
  origin: { readonly createdBy: string; readonly createdAt: Date },
): Promise<RowOf<"extraServices">> {
  const { services: maximum } = extraServiceLimits;
  if ((await listServices(db)).length >= maximum) {
    throw apiError("too_many_extra_services", { maximum }, (language) =>
      translate(language, "errors.tooManyOfferedExtraServices", { maximum }),
    );
  }
  const row = await insertService(db, {
    code,
    ...priceColumns(price),
    ...origin,
    updatedAt: origin.createdAt,
  });
  if (row === undefined) throw apiError("extra_service_exists");
  return row;
}

/** The suggested extra services. */
export const suggestedService: SuggestionHandler<"extra_service"> = {
  isInPlace: () => isServiceInPlace,
  describe(content, language) {
    const { names, promisedHours: hours } = content;
    const promised = translate(language, "suggested.promised", { hours });
    return { title: names[language], lines: [extraServiceText(content, language), promised] };
  },
  add: async (_context, db, content, { since, origin }) =>
    await addExtraService(db, { ...content, ...since, isActive: true }, origin),
};

type ServiceFacts = Pick<SuggestionContents["extra_service"], "names" | "per" | "priceCents"> & {
  readonly freePlans: readonly string[];
};

/** An extra service with its price and the plans that include it. */
export function extraServiceText(
  { names, per, priceCents, freePlans }: ServiceFacts,
  language: Language,
): string {
  const locale = localeOf(language);
  const service = translate(language, "fees.extraService", {
    name: names[language],
    per,
    amount: formatUsd(priceCents, locale),
  });
  if (freePlans.length === 0) return service;
  const plans = new Intl.ListFormat(locale, { type: "conjunction" }).format(freePlans);
  return translate(language, "fees.extraServiceFreeWith", { service, plans });
}

/** The extra services that can be ordered, by code. */
export async function readOfferedServices(db: Db): Promise<RowOf<"extraServices">[]> {
  return (await listServices(db)).filter(({ isActive }) => isActive);
}

/** An extra service as those read it who set its price. */
function toExtraService(row: RowOf<"extraServices">): ExtraServiceFacts {
  const { code, names, per, priceCents, freePlans, promisedHours, needsImages, canRefuse } = row;
  const { isActive, validFrom, source, version } = row;
  const price = { names: { ...names }, per, priceCents, freePlans, promisedHours };
  return { code, ...price, needsImages, canRefuse, isActive, validFrom, source, version };
}

/** The price as columns. */
function priceColumns({ names, ...price }: ExtraServicePrice) {
  return { ...price, names: JSON.stringify(names) };
}
