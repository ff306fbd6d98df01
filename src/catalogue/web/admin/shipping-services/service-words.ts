// The words for what a version of a service states.
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { ComparedPart, ServiceDetails } from "#catalogue/rules/service-version.ts";
import type { ServiceLeg, Surcharge } from "#catalogue/rules/shipping-service.ts";
import { namesText } from "#ui/web/admin/names.ts";
import type { NameOf } from "#catalogue/web/carriers/use-carriers.tsx";
import { countryName } from "#catalogue/web/i18n/country-names.ts";
import { deliveryTimeText } from "#catalogue/web/i18n/labels.ts";
import { moneyText, readerLocale, weightText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";

export function listText(items: readonly string[]): string {
  return new Intl.ListFormat(readerLocale(), { type: "conjunction" }).format(items);
}

export function countriesText(codes: readonly CountryCode[]): string {
  return listText(codes.map((code) => countryName(code)));
}

/** In grams, as the form asks for them: 0.001 kg would be hard to read. */
function gramsText(grams: number): string {
  return grams.toLocaleString(readerLocale(), { style: "unit", unit: "gram" });
}

const mostNamed = 6;

/** What stands between the items of a longer list in the reader's language: a comma, in Chinese 、. */
function listSeparator(): string {
  const parts = new Intl.ListFormat(readerLocale(), { type: "conjunction" }).formatToParts([
    "1",
    "2",
    "3",
  ]);
  return parts[1]?.value ?? ", ";
}

/** The first countries by name, and how many there are besides. */
export function fewCountriesText(codes: readonly CountryCode[]): string {
  const others = codes.length - mostNamed;
  if (others <= 1) return countriesText(codes);
  const named = codes.slice(0, mostNamed).map((code) => countryName(code));
  return t("admin-services.andOthers", {
    countries: named.join(listSeparator()),
    count: others,
  });
}

function centimetres(mm: number): string {
  return `${(mm / 10).toLocaleString(readerLocale())} cm`;
}

function yesNo(value: boolean | null): string {
  return value === null
    ? t("admin-services.unknown")
    : t(value ? "admin-services.yes" : "admin-services.no");
}

function legText(
  { originCode, destinationCode, carrierCode, pricedBy }: ServiceLeg,
  nameOf: NameOf,
) {
  const values = {
    origin: countryName(originCode),
    destination:
      destinationCode === null ? t("admin-services.toRecipient") : countryName(destinationCode),
    carrier: nameOf(carrierCode),
  };
  return pricedBy === null
    ? t("admin-services.legText", values)
    : t("admin-services.legPricedBy", { ...values, pricedBy });
}

function limitText(value: number | null, write: (value: number) => string): string {
  return value === null ? t("admin-services.noLimit") : write(value);
}

const partTexts: {
  readonly [Part in ComparedPart]: (details: ServiceDetails, nameOf: NameOf) => string;
} = {
  names: ({ names }) => namesText(names),
  mode: ({ mode }) => t(`admin-services.mode.${mode}`),
  carrierCode: ({ carrierCode }, nameOf) => nameOf(carrierCode),
  originCode: ({ originCode }) => countryName(originCode),
  legs: ({ legs }, nameOf) => legs.map((leg) => legText(leg, nameOf)).join("; "),
  countries: ({ countries }) =>
    countries === null ? t("admin-services.allPriced") : countriesText(countries),
  currency: ({ currency }) => currency,
  divisor: ({ divisor }) =>
    divisor === null
      ? t("admin-services.weightAlone")
      : t("admin-services.divisorText", { volume: divisor.toLocaleString(readerLocale()) }),
  roundsSidesUp: ({ roundsSidesUp }) => yesNo(roundsSidesUp),
  volumetricFromSideMm: ({ volumetricFromSideMm: side }) =>
    side === null ? t("admin-services.always") : centimetres(side),
  roundingGrams: ({ roundingGrams }) => gramsText(roundingGrams),
  minimumGrams: ({ minimumGrams }) => gramsText(minimumGrams),
  maximumGrams: ({ maximumGrams }) => weightText(maximumGrams),
  maximumSideMm: ({ maximumSideMm }) => limitText(maximumSideMm, centimetres),
  maximumGirthMm: ({ maximumGirthMm }) => limitText(maximumGirthMm, centimetres),
  tracked: ({ tracked }) => yesNo(tracked),
  signature: ({ signature }) => yesNo(signature),
  duty: ({ duty }) => t(`admin-services.duty.${duty}`),
  includedCoverCents: ({ includedCoverCents }) => moneyText(includedCoverCents),
  label: ({ label }) => t(`admin-services.label.${label}`),
  customs: ({ customs: { form, linesOnLabel, copies, wantsIdentifiers } }) =>
    listText([
      t(`admin-services.customsForm.${form}`),
      t("admin-services.customsLinesText", { count: linesOnLabel }),
      t("admin-services.customsCopiesText", { count: copies }),
      ...(wantsIdentifiers ? [t("admin-services.customsIdentifiersText")] : []),
    ]),
  deliveryMin: ({ deliveryMin: earliest, deliveryMax: latest, deliveryUnit: unit }) =>
    deliveryTimeText({ earliest, latest, unit }),
  deliveryMax: ({ deliveryMax }) => String(deliveryMax),
  deliveryUnit: ({ deliveryUnit }) => t(`admin-services.unit.${deliveryUnit}`),
  isActive: ({ isActive }) => t(isActive ? "admin-services.open" : "admin-services.closed"),
  takesShipRequests: ({ takesShipRequests }) => yesNo(takesShipRequests),
  moneyDays: ({ moneyDays }) => String(moneyDays),
  lostAfterDays: ({ lostAfterDays }) => String(lostAfterDays),
  lostUntilDays: ({ lostUntilDays }) => String(lostUntilDays),
};

/** What a version states about a part, such as "30 kg". */
export function partText(part: ComparedPart, details: ServiceDetails, nameOf: NameOf): string {
  return partTexts[part](details, nameOf);
}

function conditionTexts({ condition }: Surcharge): string[] {
  const { countries, postalPrefixes, sideFromMm, girthFromMm, weightFromGrams } = condition;
  return [
    ...(countries === undefined ? [] : [countriesText(countries)]),
    ...(postalPrefixes === undefined
      ? []
      : [t("admin-services.postalFrom", { prefixes: listText(postalPrefixes) })]),
    ...(sideFromMm === undefined
      ? []
      : [t("admin-services.sideFrom", { length: centimetres(sideFromMm) })]),
    ...(girthFromMm === undefined
      ? []
      : [t("admin-services.girthFrom", { length: centimetres(girthFromMm) })]),
    ...(weightFromGrams === undefined
      ? []
      : [t("admin-services.weightFrom", { weight: weightText(weightFromGrams) })]),
  ];
}

/** When a surcharge is added, such as "sides from 120 cm"; "always" without a condition. */
export function conditionText(surcharge: Surcharge): string {
  const texts = conditionTexts(surcharge);
  return texts.length === 0 ? t("admin-services.always") : texts.join("; ");
}

/** How much a surcharge is, such as "12.5 %" or "SGD 3.00 per kilogram". */
export function surchargeAmount(
  { kind, amount }: Surcharge,
  currency: ServiceDetails["currency"],
): string {
  if (kind === "fuel_percent") {
    return (amount / 10_000).toLocaleString(readerLocale(), {
      style: "percent",
      maximumFractionDigits: 2,
    });
  }
  const money = moneyText(amount, currency);
  return kind === "per_kg" ? t("admin-services.perKilogram", { amount: money }) : money;
}
