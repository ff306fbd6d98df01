// Reads the texts of a service's form, and names every text that is wrong.
import * as z from "zod/mini";
import { type CountryCode, countryByCode, originCodes } from "#catalogue/rules/country.ts";
import { displayCurrencies, parseAmountCents } from "#platform/rules/money.ts";
import {
  customsFormChoices,
  customsLimits,
  deliveryUnits,
  labelSources,
  serviceDuties,
  serviceModes,
  surchargeKinds,
  usualCustoms,
  volumeDivisors,
  type RateTable,
  type ServiceCustoms,
  type ServiceLeg,
  type ServiceMode,
  type Surcharge,
  type WeightBand,
} from "#catalogue/rules/shipping-service.ts";
import { rateLimits } from "#catalogue/rules/service-price.ts";
import {
  isServiceCode,
  serviceFaults,
  serviceLimits,
  type ServiceDetails,
  type ServiceFault,
} from "#catalogue/rules/service-version.ts";
import { parseWeightGrams } from "#platform/rules/weight.ts";
import { nameMissing, namesOf, type NameTexts } from "#ui/web/admin/names.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import {
  partField,
  partsIn,
  usualForm,
  type Parts,
  type ServiceField,
  type ServiceTexts,
} from "./service-texts.ts";

type Wrong = (name: ServiceField, message: string) => void;

/** Functions that read one field each. One that is wrong is reported, and read as the value that stands in for it. */
function createReader(texts: ServiceTexts, wrong: Wrong) {
  const textOf = (name: ServiceField) => (texts[name] ?? "").trim();
  const required = (name: ServiceField, message: string) => {
    if (textOf(name) === "") wrong(name, message);
    return textOf(name);
  };
  const oneOf = <Value extends string>(name: ServiceField, values: readonly Value[]): Value => {
    const found = values.find((value) => value === textOf(name));
    if (found === undefined) wrong(name, t("admin-services.chooseOne"));
    return found ?? (values[0] as Value);
  };
  const whole = (name: ServiceField, maximum: number) => {
    const value = /^\d{1,9}$/.test(textOf(name)) ? Number(textOf(name)) : 0;
    if (value < 1 || value > maximum) {
      wrong(name, t("admin-services.wholeInvalid", { maximum: maximum.toLocaleString() }));
    }
    return value;
  };
  const cents = (name: ServiceField, maximum: number, minimum = 0) => {
    const reading = parseAmountCents(textOf(name));
    const value = reading.ok ? reading.amountCents : -1;
    if (value < minimum || value > maximum) wrong(name, t("admin-services.amountInvalid"));
    return value;
  };
  const millimetres = (name: ServiceField, maximum: number): number | null => {
    const text = textOf(name);
    if (text === "") return null;
    const value = /^\d{1,4}(?:\.\d)?$/.test(text) ? Math.round(Number(text) * 10) : 0;
    if (value < 1 || value > maximum) {
      wrong(name, t("admin-services.lengthInvalid", { maximum: maximum / 10 }));
    }
    return value;
  };
  const grams = (name: ServiceField): number => {
    const reading = parseWeightGrams(textOf(name));
    if (!reading.ok) wrong(name, t("admin-services.weightInvalid"));
    return reading.ok ? reading.weightGrams : 0;
  };
  const countries = (name: ServiceField): CountryCode[] => {
    const codes = textOf(name)
      .split(/[\s,;]+/)
      .filter((code) => code !== "");
    const known = codes.flatMap((code) => countryByCode(code.toUpperCase())?.code ?? []);
    const unknown = codes.find((code) => countryByCode(code.toUpperCase()) === null);
    if (unknown !== undefined) wrong(name, t("admin-services.countryUnknown", { code: unknown }));
    return known;
  };
  const several = <Value extends string>(name: ServiceField, values: readonly Value[]) =>
    values.filter((value) => textOf(name).split(" ").includes(value));
  return { textOf, required, oneOf, whole, cents, millimetres, grams, countries, several };
}

type Reader = ReturnType<typeof createReader>;

/** The band of a line such as "500 65.00"; null when it is none. */
function parseBand(line: string): WeightBand | null {
  const [, weight = "", price = ""] = /^\s*(\d{1,7})\s*[:\s]\s*(\S+)\s*$/.exec(line) ?? [];
  const upToGrams = Number(weight);
  const reading = parseAmountCents(price);
  const priceCents = reading.ok ? reading.amountCents : 0;
  const isRight =
    upToGrams >= 1 &&
    upToGrams <= rateLimits.bandGrams &&
    priceCents >= 1 &&
    priceCents <= rateLimits.priceCents;
  return isRight ? { upToGrams, priceCents } : null;
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** The first weight up to which a typed table costs less than just below it, if any. */
export function findCheaperBand(text: string): number | undefined {
  const bands = linesOf(text).flatMap((line) => parseBand(line) ?? []);
  const cheaper = bands.find(
    ({ priceCents }, place) => priceCents < (bands[place - 1]?.priceCents ?? 0),
  );
  return cheaper?.upToGrams;
}

function readBands(name: ServiceField, { textOf }: Reader, wrong: Wrong): RateTable["bands"] {
  const lines = linesOf(textOf(name));
  if (lines.length === 0) wrong(name, t("admin-services.bandsMissing"));
  return lines.flatMap((line, place) => {
    const band = parseBand(line);
    if (band !== null) return [band];
    wrong(name, t("admin-services.bandInvalid", { line: place + 1, text: line.trim() }));
    return [];
  });
}

function readTable(key: number, reader: Reader, wrong: Wrong): RateTable {
  const countriesField = partField("countries", key);
  const countries = reader.countries(countriesField);
  if (countries.length === 0) wrong(countriesField, t("admin-services.countriesMissing"));
  const [gramsField, priceField] = [partField("stepGrams", key), partField("stepPrice", key)];
  const hasStep = reader.textOf(gramsField) !== "" || reader.textOf(priceField) !== "";
  const step = hasStep
    ? {
        grams: reader.whole(gramsField, rateLimits.bandGrams),
        priceCents: reader.cents(priceField, rateLimits.priceCents),
      }
    : null;
  return { countries, bands: readBands(partField("bands", key), reader, wrong), step };
}

function readSurcharge(key: number, reader: Reader): Surcharge {
  const kind = reader.oneOf(partField("kind", key), surchargeKinds);
  const most = kind === "fuel_percent" ? rateLimits.fuelHundredths : rateLimits.priceCents;
  const countries = reader.countries(partField("where", key));
  const prefixes = reader
    .textOf(partField("postal", key))
    .split(/[\s,;]+/)
    .filter((prefix) => prefix !== "");
  const sideFromMm = reader.millimetres(partField("side", key), serviceLimits.lengthMm);
  const girthFromMm = reader.millimetres(partField("girth", key), serviceLimits.lengthMm);
  const weightField = partField("weight", key);
  return {
    kind,
    amount: reader.cents(partField("amount", key), most, 1),
    condition: {
      ...(countries.length === 0 ? {} : { countries }),
      ...(prefixes.length === 0 ? {} : { postalPrefixes: prefixes }),
      ...(sideFromMm === null ? {} : { sideFromMm }),
      ...(girthFromMm === null ? {} : { girthFromMm }),
      ...(reader.textOf(weightField) === "" ? {} : { weightFromGrams: reader.grams(weightField) }),
    },
    validFrom: reader.required(partField("from", key), t("admin-services.validFromMissing")),
  };
}

/** The legs up to the first one that ends at the recipient. */
function readLegs(originCode: CountryCode, reader: Reader): ServiceLeg[] {
  const legs: ServiceLeg[] = [];
  let from = originCode;
  for (const number of [1, 2, 3]) {
    const place = number === 3 ? "" : reader.textOf(`legPlace_${number}`);
    const destinationCode = countryByCode(place)?.code ?? null;
    legs.push({
      originCode: from,
      destinationCode,
      carrierCode: reader.required(`legCarrier_${number}`, t("admin-services.carrierMissing")),
      pricedBy: reader.textOf(`legPricedBy_${number}`) || null,
    });
    if (destinationCode === null) break;
    from = destinationCode;
  }
  return legs;
}

/** The field at which a fault is shown. */
function fieldOfFault({ part, place, kind }: ServiceFault, parts: Parts): ServiceField {
  if (part === "legs") return "legPlace_1";
  if (part === "deliveryMax") return "deliveryMax";
  if (part === "surcharges") {
    const name = kind === "amount_not_accepted" ? "amount" : "kind";
    return partField(name, parts.surcharges[place ?? 0] ?? 0);
  }
  const name = kind !== "country_twice" ? "bands" : "countries";
  return place === null ? "isActive" : partField(name, parts.tables[place] ?? 0);
}

function readNames({ required }: Reader): ServiceDetails["names"] {
  const name = (field: keyof NameTexts) => required(field, nameMissing());
  return namesOf({
    nameEn: name("nameEn"),
    nameZhHant: name("nameZhHant"),
    nameZhHans: name("nameZhHans"),
  });
}

/** Why a service closes or reopens is asked, as the dialog for that does. */
function readSource({ textOf, required }: Reader, before: ServiceDetails | null): string {
  const wasOffered = before?.isActive ?? null;
  const isOffered = textOf("isActive") === "yes";
  return wasOffered === null || wasOffered === isOffered
    ? textOf("source")
    : required("source", t("admin-services.sourceMissing"));
}

function readCustoms(mode: ServiceMode, reader: Reader): ServiceCustoms {
  const form =
    reader.textOf("customsForm") === usualForm
      ? usualCustoms(mode).form
      : reader.oneOf("customsForm", customsFormChoices);
  return {
    form,
    linesOnLabel: reader.whole("customsLines", customsLimits.linesOnLabel),
    copies: reader.whole("customsCopies", customsLimits.copies),
    wantsIdentifiers: reader.textOf("customsIdentifiers") === "yes",
  };
}

function readDetails(
  reader: Reader,
  parts: Parts,
  before: ServiceDetails | null,
  wrong: Wrong,
): ServiceDetails {
  const yes = (name: ServiceField) => reader.textOf(name) === "yes";
  const yesOrUnknown = (name: ServiceField) =>
    reader.textOf(name) === "unknown" ? null : yes(name);
  const mode = reader.oneOf("mode", serviceModes);
  const originCode = reader.oneOf("originCode", originCodes);
  const countries = reader.countries("countries");
  const divisor = volumeDivisors.find((one) => String(one) === reader.textOf("divisor")) ?? null;
  return {
    names: readNames(reader),
    mode,
    carrierCode: reader.required("carrierCode", t("admin-services.carrierMissing")),
    originCode,
    legs: readLegs(originCode, reader),
    countries: countries.length === 0 ? null : countries,
    currency: reader.oneOf("currency", displayCurrencies),
    divisor,
    roundsSidesUp: yes("roundsSidesUp"),
    volumetricFromSideMm: reader.millimetres("volumetricFromSide", serviceLimits.lengthMm),
    roundingGrams: reader.whole("rounding", serviceLimits.roundingGrams),
    minimumGrams: reader.whole("minimum", serviceLimits.weightGrams),
    maximumGrams: reader.grams("maximum"),
    maximumSideMm: reader.millimetres("maximumSide", serviceLimits.lengthMm),
    maximumGirthMm: reader.millimetres("maximumGirth", serviceLimits.lengthMm),
    tracked: yesOrUnknown("tracked"),
    signature: yesOrUnknown("signature"),
    duty: reader.oneOf("duty", serviceDuties),
    includedCoverCents: reader.cents("cover", serviceLimits.centsOfCover),
    label: reader.oneOf("label", labelSources),
    customs: readCustoms(mode, reader),
    deliveryMin: reader.whole("deliveryMin", serviceLimits.deliveryTime),
    deliveryMax: reader.whole("deliveryMax", serviceLimits.deliveryTime),
    deliveryUnit: reader.oneOf("deliveryUnit", deliveryUnits),
    isActive: yes("isActive"),
    takesShipRequests: yes("takesShipRequests"),
    moneyDays: reader.whole("moneyDays", serviceLimits.caseDays),
    lostAfterDays: reader.whole("lostAfterDays", serviceLimits.caseDays),
    lostUntilDays: reader.whole("lostUntilDays", serviceLimits.caseDays),
    validFrom: reader.required("validFrom", t("admin-services.validFromMissing")),
    source: readSource(reader, before),
    rates: parts.tables.map((key) => readTable(key, reader, wrong)),
    surcharges: parts.surcharges.map((key) => readSurcharge(key, reader)),
  };
}

/**
 * The texts of a form as the version that it adds after `before`; without one the code of a new service is read too. With
 * `keepsRates` the form has no tables.
 */
export function serviceSchema(before: ServiceDetails | null, keepsRates: boolean) {
  return z.pipe(
    z.record(z.string(), z.string()),
    z.transform((texts: Record<string, string>, context) => {
      const named = new Set<string>();
      const wrong: Wrong = (name, message) => {
        // The first error of a field is shown.
        if (!named.has(name)) {
          context.issues.push({ code: "custom", message, input: texts[name], path: [name] });
        }
        named.add(name);
      };
      const reader = createReader(texts, wrong);
      const parts = partsIn(texts);
      const code = reader.textOf("code");
      if (before === null && !isServiceCode(code)) wrong("code", t("admin-services.codeInvalid"));
      const details = readDetails(reader, parts, before, wrong);
      if (named.size === 0) {
        for (const fault of serviceFaults(details)) {
          if (keepsRates && fault.part === "rates") continue;
          wrong(fieldOfFault(fault, parts), t(`admin-services.fault.${fault.kind}`));
        }
      }
      return { code, details };
    }),
  );
}
