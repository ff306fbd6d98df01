// What staff read of a suggestion, in their language.
import type { Suggestion } from "#catalogue/contract/suggestions.ts";
import { proposalSource, usualPricesSource } from "#catalogue/rules/first-prices.ts";
import { countryName } from "#catalogue/rules/country-name.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import type { BatteryKind, GoodsFlag } from "#catalogue/rules/parcel-contents.ts";
import type { SuggestionContents } from "#catalogue/rules/suggestion.ts";
import { readCarrierNamesIn } from "#catalogue/server/carriers/known-carriers.ts";
import type { Listeners, SignedInContext } from "#platform/server/context.ts";
import { listServicesOfToday } from "#catalogue/server/shipping-services/read-services.ts";
import { translate } from "#platform/server/translate.ts";
import type { SuggestionRow } from "./suggestion-queries.ts";

type Named = { readonly language: Language; readonly nameOf: (code: string) => string };

type Described = Pick<Suggestion, "title" | "lines">;

function dayText(day: string, language: Language): string {
  return new Date(day).toLocaleDateString(localeOf(language), {
    dateStyle: "long",
    timeZone: "UTC",
  });
}

function refusesText({ refusedGoods, refusedBatteries }: Refused, language: Language): string {
  const goods = [
    ...refusedGoods.map((flag) => translate(language, `parcel-measurements.goods.${flag}`)),
    ...refusedBatteries.map((kind) => translate(language, `parcel-measurements.battery.${kind}`)),
  ];
  return translate(language, "suggested.refuses", {
    goods: new Intl.ListFormat(localeOf(language), { type: "unit" }).format(goods),
  });
}

type Refused = {
  readonly refusedGoods: readonly GoodsFlag[];
  readonly refusedBatteries: readonly BatteryKind[];
};

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
      refusesText(service, language),
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
        lines: [refusesText(row.content, language)],
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
  }
}

/** The source in the reader's language, where the suggestion has it. */
function sourceOf(row: SuggestionRow, language: Language): string {
  const known = row.kind === "suspension" ? row.content.translations[language] : undefined;
  if (known?.source !== undefined) return known.source;
  if (row.source === usualPricesSource) return translate(language, "suggested.source.usual");
  return row.source === proposalSource
    ? translate(language, "suggested.source.proposal")
    : row.source;
}

/** Describes suggestions to the reader. */
export async function describeSuggestions(
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
