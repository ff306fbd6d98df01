import type { Suggestion } from "#catalogue/contract/suggestions.ts";
import {
  mayAccept,
  needsWarehouse,
  pageOfSuggestion,
  type SuggestionContents,
} from "#catalogue/rules/suggestion.ts";
import type { AppServices, SignedInContext, Listeners } from "#platform/server/context.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import {
  listServicesOfToday,
  readPrepaidDuty,
} from "#catalogue/server/shipping-services/read-services.ts";
import {
  listSuggestionRows,
  lockSuggestions,
  updateAccepted,
  type SuggestionRow,
  listSuggestedPrepaidDuty,
} from "./suggestion-queries.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { Db } from "#platform/server/db/open.ts";
import { addSuspension } from "#catalogue/server/lanes/lanes.ts";
import {
  addDutyRule,
  addSuggestedService,
  openForShipRequests,
} from "#catalogue/server/shipping-services/shipping-services.ts";
import { proposalSource, usualPricesSource } from "#catalogue/rules/service-version.ts";
import { countryName } from "#catalogue/rules/country-name.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import { flagNames } from "#catalogue/server/goods-rules/goods-rule-texts.ts";
import {
  addSuggestedRules,
  goodsRuleLines,
  serviceRuleLines,
} from "#catalogue/server/goods-rules/suggested-rules.ts";
import { readCarrierNamesIn } from "#catalogue/server/carriers/carriers.ts";
import { translate } from "#platform/server/translate.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";

/**
 * What the product suggests for the pages of set-up that the reader may use. Without a warehouse only what does not need one,
 * since nothing of a warehouse is shown then.
 */
export async function listSuggestions(context: SignedInContext): Promise<{ items: Suggestion[] }> {
  const { db, listeners, session } = context;
  const rows = (await listSuggestionRows(db, listeners, todayOfRates(context.now()))).filter(
    ({ kind }) =>
      mayAccept(session.person, kind) &&
      (session.person.isWarehouseEntered || !needsWarehouse(kind)),
  );
  const describe = await describeSuggestions(context);
  return {
    items: rows.map((row) => ({
      code: row.code,
      kind: row.kind,
      page: pageOfSuggestion(row.kind),
      ...describe(row),
      sourceDay: row.sourceDay,
      isOpen: row.acceptedAt === null && !row.isInPlace,
      acceptedAt: row.acceptedAt?.toISOString() ?? null,
    })),
  };
}

/** Whether anything is suggested for a warehouse that was neither accepted nor replaced by something of staff. */
export async function hasOpenSuggestions({
  db,
  listeners,
  now,
}: Pick<SignedInContext, "db" | "listeners" | "now">): Promise<boolean> {
  const rows = await listSuggestionRows(db, listeners, todayOfRates(now()));
  return rows.some(
    ({ kind, acceptedAt, isInPlace }) => needsWarehouse(kind) && acceptedAt === null && !isInPlace,
  );
}

/** Those of the suggestions that are named; throws `not_found` where one is unknown or on a page of others. */
function findNamed(
  rows: readonly SuggestionRow[],
  codes: readonly string[],
  { session }: SignedInContext,
): SuggestionRow[] {
  const named = rows.filter(
    ({ code, kind }) => codes.includes(code) && mayAccept(session.person, kind),
  );
  if (named.length < new Set(codes).size) throw apiError("not_found");
  return named;
}

/**
 * Accepts suggestions: what they contain is in force from today on. Those that were accepted, and what staff entered in their
 * place, stay as they are. Throws `not_found` for an unknown one, `no_warehouse` where one needs a warehouse and none was
 * entered, and what adding the rows by hand throws; then none of them is accepted.
 */
export async function acceptSuggestions(
  context: SignedInContext,
  { codes }: { readonly codes: readonly string[] },
): Promise<{ items: Suggestion[] }> {
  const { db } = context;
  const { person } = context.session;
  const now = context.now();
  await lockSuggestions(db, codes);
  const today = todayOfRates(now);
  const named = findNamed(await listSuggestionRows(db, context.listeners, today), codes, context);
  if (!person.isWarehouseEntered && named.some(({ kind }) => needsWarehouse(kind))) {
    throw apiError("no_warehouse");
  }
  const open = named.filter(({ acceptedAt }) => acceptedAt === null);
  if (open.length === 0) context.unchanged();
  for (const suggestion of open) {
    const { code, kind, content, source, isInPlace } = suggestion;
    if (!isInPlace) await addSuggested(context, db, suggestion, today);
    await updateAccepted(db, code, { acceptedBy: person.id, acceptedAt: now });
    await context.auditOf(code, {
      after: { kind, source, isAdded: !isInPlace, ...content },
    });
  }
  context.log.info({ codes }, "Suggestions accepted");
  return await listSuggestions(context);
}

/** Adds the row of a suggestion from `today` on, in the transaction of `db`. Throws what adding it by hand throws. */
async function addSuggested(
  context: SignedInContext,
  db: Db,
  suggestion: SuggestionRow,
  today: string,
): Promise<void> {
  const { kind, content, source } = suggestion;
  const { suggestionHandlers: handlers } = context.listeners;
  const now = context.now();
  const origin = { createdBy: context.session.person.id, createdAt: now };
  const since = { validFrom: today, source };
  const dated = { ...since, sourceDay: suggestion.sourceDay };
  switch (kind) {
    case "suspension":
      await addSuspension(context, db, {
        ...content,
        source,
        translations: JSON.stringify(content.translations),
        suspendedBy: origin.createdBy,
        createdAt: now,
      });
      return;
    case "storage_rates":
      await handlers.storage_rates.add(context, db, content, { since, origin });
      return;
    case "extra_service":
      await handlers.extra_service.add(context, db, content, { since, origin });
      return;
    case "box":
      await handlers.box.add(context, db, content, { since, origin });
      return;
    case "ship_requests":
      await openForShipRequests(db, content, dated, origin);
      return;
    case "service":
      await addSuggestedService(db, content, dated, origin);
      return;
    case "duty_rule":
      await addDutyRule(db, { ...content, source, createdAt: now });
      return;
    case "goods_rules":
      await addSuggestedRules(db, content.goodsRules, dated, origin);
      return;
  }
}

type Named = { readonly language: Language; readonly nameOf: (code: string) => string };

type Described = Pick<Suggestion, "title" | "lines">;

function dayText(day: string, language: Language): string {
  return new Date(day).toLocaleDateString(localeOf(language), {
    dateStyle: "long",
    timeZone: "UTC",
  });
}

function describeSuspension(
  { carrierId, service, destinationCode, suspendedOn, ...said }: SuggestionContents["suspension"],
  { language, nameOf }: Named,
): Described {
  const { reason, translations } = said;
  return {
    title: translate(language, "suggested.suspension", {
      carrier: nameOf(carrierId),
      country: countryName(destinationCode, language),
      service: service ?? "all",
    }),
    lines: [
      translate(language, "suggested.suspended", { day: dayText(suspendedOn, language) }),
      translations[language]?.reason ?? reason,
    ],
  };
}

function describeService(service: SuggestionContents["service"], language: Language): Described {
  const { names, legs, deliveryMin: earliest, deliveryMax: latest, deliveryUnit } = service;
  const places = legs.map(({ originCode }) => countryName(originCode, language));
  const ends = (service.countries ?? []).map((code) => countryName(code, language));
  return {
    title: translate(language, "suggested.service", { service: names[language] }),
    lines: [
      translate(language, "suggested.serviceWay", { places: [...places, ...ends].join(" → ") }),
      translate(language, `labels.deliveryTime.${deliveryUnit}`, { earliest, latest }),
      ...serviceRuleLines(service.goodsRules, language),
    ],
  };
}

function describe(
  row: SuggestionRow,
  named: Named,
  handlers: Listeners["suggestionHandlers"],
): Described {
  const { language, nameOf } = named;
  switch (row.kind) {
    case "suspension":
      return describeSuspension(row.content, named);
    case "storage_rates":
      return handlers.storage_rates.describe(row.content, language);
    case "extra_service":
      return handlers.extra_service.describe(row.content, language);
    case "box":
      return handlers.box.describe(row.content, language);
    case "ship_requests":
      return {
        title: translate(language, "suggested.shipRequests", { service: nameOf(row.content.code) }),
        lines: serviceRuleLines(row.content.goodsRules, language),
      };
    case "service":
      return describeService(row.content, language);
    case "duty_rule":
      return {
        title: translate(language, "suggested.dutyRule", {
          country: countryName(row.content.countryCode, language),
        }),
        lines: [translate(language, "suggested.dutyRuleEffect")],
      };
    case "goods_rules":
      return {
        title: translate(language, "suggested.goodsRules", {
          goods: flagNames(
            row.content.goodsRules.map(({ flag }) => flag),
            language,
          ),
        }),
        lines: goodsRuleLines(row.content.goodsRules, language),
      };
  }
}

/** The source in the reader's language, where the suggestion has it. */
function sourceOf(row: SuggestionRow, language: Language): string {
  const known = row.kind === "suspension" ? row.content.translations[language] : undefined;
  if (known?.source !== undefined) return known.source;
  if (row.source === usualPricesSource) return translate(language, "suggested.source.usual");
  if (row.source === proposalSource) return translate(language, "suggested.source.proposal");
  return row.source;
}

/** Describes suggestions to the reader. */
async function describeSuggestions(
  context: SignedInContext,
): Promise<(row: SuggestionRow) => Pick<Suggestion, "title" | "lines" | "source">> {
  const { db, language, listeners } = context;
  const carriers = await readCarrierNamesIn(db, language);
  const services = await listServicesOfToday(context);
  const serviceNames = new Map(services.map(({ code, names }) => [code, names[language]]));
  const nameOf = (code: string) => serviceNames.get(code) ?? carriers.get(code) ?? code;
  return (row) => ({
    ...describe(row, { language, nameOf }, listeners.suggestionHandlers),
    source: sourceOf(row, language),
  });
}

/**
 * The countries in which duty has to be paid before the delivery on a day (YYYY-MM-DD): `inForce` by rules that close services,
 * and `known` for what is said beside a price, also by those that are only suggested yet and close none.
 */
export async function readPrepaidDuties(
  db: Db,
  day: string,
): Promise<{ readonly inForce: CountryCode[]; readonly known: CountryCode[] }> {
  const inForce = await readPrepaidDuty(db, day);
  return { inForce, known: [...inForce, ...(await listSuggestedPrepaidDuty(db))] };
}

/** The same for what is said beside a price alone. */
export async function readKnownPrepaidDuty(db: Db, day: string): Promise<CountryCode[]> {
  return (await readPrepaidDuties(db, day)).known;
}

/** Whether it is said beside a price to a country today that duty is prepaid. */
export async function isDutyPrepaidIn(
  { db, now }: Pick<AppServices, "db" | "now">,
  countryCode: CountryCode,
): Promise<boolean> {
  return (await readKnownPrepaidDuty(db, todayOfRates(now()))).includes(countryCode);
}
