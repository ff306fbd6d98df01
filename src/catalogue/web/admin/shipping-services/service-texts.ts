// A version of a service as the texts of its form.
import type { RateTable, Surcharge } from "#catalogue/rules/shipping-service.ts";
import { decimalText } from "#platform/rules/money.ts";
import type { ServiceDetails } from "#catalogue/rules/service-version.ts";
import { nameTexts } from "#ui/web/admin/names.ts";

/** A field's name; those of a table or surcharge end with its key, and two more hold the keys. */
export type ServiceField = string;
export type ServiceTexts = Readonly<Record<ServiceField, string>>;

/** The tables and surcharges that the form shows, by their keys. */
export type Parts = { readonly tables: readonly number[]; readonly surcharges: readonly number[] };

const tableFields = ["countries", "bands", "stepGrams", "stepPrice"] as const;
export const surchargeFields = [
  "kind",
  "amount",
  "where",
  "postal",
  "side",
  "girth",
  "weight",
  "from",
] as const;

export function partField(
  name: (typeof tableFields)[number] | (typeof surchargeFields)[number],
  key: number,
): ServiceField {
  return `${name}_${key}`;
}

export type PartKind = keyof Parts;

const partFields = { tables: tableFields, surcharges: surchargeFields } as const;

function keysIn(text: string): readonly number[] {
  return text === "" ? [] : text.split(" ").map(Number);
}

/** The parts of a form with these texts. */
export function partsIn(texts: ServiceTexts): Parts {
  return { tables: keysIn(texts["tables"] ?? ""), surcharges: keysIn(texts["surcharges"] ?? "") };
}

const partFieldPattern = new RegExp(
  `^(?:${[...tableFields, ...surchargeFields].join("|")})_(\\d+)$`,
);

/** Whether a field belongs to a table or surcharge. */
export function isPartField(name: ServiceField): boolean {
  return partFieldPattern.test(name);
}

/** The texts with a new part. Keys are never used again, so that its fields are new. */
export function withPart(texts: ServiceTexts, kind: PartKind): ServiceTexts {
  const used = Object.keys(texts).map((name) => Number(partFieldPattern.exec(name)?.[1] ?? -1));
  const key = Math.max(-1, ...used) + 1;
  return {
    [kind]: [...partsIn(texts)[kind], key].join(" "),
    ...emptyPart(partFields[kind], key),
  };
}

/** The texts without a part, whose own ones are empty then. */
export function withoutPart(texts: ServiceTexts, kind: PartKind, key: number): ServiceTexts {
  const kept = partsIn(texts)[kind].filter((one) => one !== key);
  return {
    [kind]: kept.join(" "),
    ...Object.fromEntries(partFields[kind].map((name) => [`${name}_${key}`, ""])),
  };
}

/** Of a table or surcharge that was just added. */
function emptyPart(names: readonly string[], key: number): ServiceTexts {
  const start: Readonly<Record<string, string>> = { kind: "fuel_percent" };
  return Object.fromEntries(names.map((name) => [`${name}_${key}`, start[name] ?? ""]));
}

function yesNo(value: boolean | null): string {
  return value === null ? "unknown" : value ? "yes" : "no";
}

function centimetres(mm: number | null | undefined): string {
  return mm === null || mm === undefined ? "" : String(mm / 10);
}

function legTexts({ legs }: ServiceDetails): ServiceTexts {
  return Object.fromEntries(
    [1, 2, 3].flatMap((number) => {
      const leg = legs[number - 1];
      return [
        [`legPlace_${number}`, leg?.destinationCode ?? ""],
        [`legCarrier_${number}`, leg?.carrierCode ?? ""],
        [`legPricedBy_${number}`, leg?.pricedBy ?? ""],
      ];
    }),
  );
}

function tableTexts({ countries, bands, step }: RateTable, key: number): ServiceTexts {
  return {
    [partField("countries", key)]: countries.join(" "),
    [partField("bands", key)]: bands
      .map(({ upToGrams, priceCents }) => `${upToGrams} ${decimalText(priceCents)}`)
      .join("\n"),
    [partField("stepGrams", key)]: step === null ? "" : String(step.grams),
    [partField("stepPrice", key)]: step === null ? "" : decimalText(step.priceCents),
  };
}

function surchargeTexts({ kind, amount, condition, validFrom }: Surcharge, key: number) {
  return {
    [partField("kind", key)]: kind,
    // Hundredths of a percent have two decimals as cents have.
    [partField("amount", key)]: decimalText(amount),
    [partField("where", key)]: condition.countries?.join(" ") ?? "",
    [partField("postal", key)]: condition.postalPrefixes?.join(" ") ?? "",
    [partField("side", key)]: centimetres(condition.sideFromMm),
    [partField("girth", key)]: centimetres(condition.girthFromMm),
    [partField("weight", key)]:
      condition.weightFromGrams === undefined ? "" : String(condition.weightFromGrams / 1000),
    [partField("from", key)]: validFrom,
  };
}

/** In place of a form of customs: the one that services of the same mode usually have. */
export const usualForm = "usual" as const;

const newService: ServiceTexts = {
  tables: "0",
  surcharges: "",
  ...nameTexts(undefined),
  mode: "air",
  carrierCode: "",
  originCode: "HK",
  countries: "",
  currency: "SGD",
  divisor: "none",
  roundsSidesUp: "no",
  volumetricFromSide: "",
  rounding: "1",
  minimum: "1",
  maximum: "30",
  maximumSide: "",
  maximumGirth: "",
  tracked: "unknown",
  signature: "unknown",
  duty: "recipient",
  cover: "0.00",
  label: "typed",
  customsForm: usualForm,
  customsLines: "4",
  customsCopies: "1",
  customsIdentifiers: "no",
  deliveryMin: "",
  deliveryMax: "",
  deliveryUnit: "business_days",
  isActive: "yes",
  takesShipRequests: "yes",
  moneyDays: "7",
  lostAfterDays: "10",
  lostUntilDays: "90",
};

function ownTexts(details: ServiceDetails): ServiceTexts {
  return {
    ...nameTexts(details.names),
    mode: details.mode,
    carrierCode: details.carrierCode,
    originCode: details.originCode,
    countries: details.countries?.join(" ") ?? "",
    currency: details.currency,
    divisor: details.divisor === null ? "none" : String(details.divisor),
    roundsSidesUp: yesNo(details.roundsSidesUp),
    volumetricFromSide: centimetres(details.volumetricFromSideMm),
    rounding: String(details.roundingGrams),
    minimum: String(details.minimumGrams),
    maximum: String(details.maximumGrams / 1000),
    maximumSide: centimetres(details.maximumSideMm),
    maximumGirth: centimetres(details.maximumGirthMm),
    tracked: yesNo(details.tracked),
    signature: yesNo(details.signature),
    duty: details.duty,
    cover: decimalText(details.includedCoverCents),
    label: details.label,
    customsForm: details.customs.form,
    customsLines: String(details.customs.linesOnLabel),
    customsCopies: String(details.customs.copies),
    customsIdentifiers: yesNo(details.customs.wantsIdentifiers),
    deliveryMin: String(details.deliveryMin),
    deliveryMax: String(details.deliveryMax),
    deliveryUnit: details.deliveryUnit,
    isActive: yesNo(details.isActive),
    takesShipRequests: yesNo(details.takesShipRequests),
    moneyDays: String(details.moneyDays),
    lostAfterDays: String(details.lostAfterDays),
    lostUntilDays: String(details.lostUntilDays),
    ...legTexts(details),
    tables: details.rates.map((_, key) => key).join(" "),
    surcharges: details.surcharges.map((_, key) => key).join(" "),
    ...Object.assign({}, ...details.rates.map(tableTexts)),
    ...Object.assign({}, ...details.surcharges.map(surchargeTexts)),
  };
}

/** The texts of a version, or of a new service; without day and source, which every version states anew. */
export function textsOf(details: ServiceDetails | null): ServiceTexts {
  const empty = { code: "", validFrom: "", source: "" };
  if (details !== null) return { ...empty, ...ownTexts(details) };
  const legs = Object.fromEntries(
    [1, 2, 3].flatMap((number) => [
      [`legPlace_${number}`, ""],
      [`legCarrier_${number}`, ""],
      [`legPricedBy_${number}`, ""],
    ]),
  );
  return { ...empty, ...newService, ...legs, ...emptyPart(tableFields, 0) };
}
