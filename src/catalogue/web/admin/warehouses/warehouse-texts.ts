// A warehouse as the texts of its form, and back.
import * as z from "zod/mini";
import type { Warehouse, WarehouseFields } from "#catalogue/contract/warehouses.ts";
import { countryByCode } from "#catalogue/rules/country.ts";
import { languages, type Language, languageNames } from "#platform/rules/language.ts";
import { plainText } from "#platform/rules/normalize-text.ts";
import {
  openingHoursText,
  parseOpeningHours,
  type OpeningHoursProblem,
} from "#catalogue/rules/opening-hours-text.ts";
import {
  addressFields,
  usualOpeningTimes,
  warehouseKinds,
  type OpeningHours,
} from "#catalogue/rules/warehouse.ts";
import { checkedText, parsedText, requiredText } from "#ui/web/field-rules.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { weekdayName } from "#ui/web/i18n/texts.ts";
import { readerLocale } from "#ui/web/figures.tsx";

type AddressField = (typeof addressFields)[number];
type AddressName = `${AddressField}_${Language}`;
type PlainName =
  | "code"
  | "name"
  | "kind"
  | "country"
  | "state"
  | "receiverNamePattern"
  | "phone"
  | "smsPhone"
  | "postalCode"
  | "timeZone"
  | "hours"
  | "closedDays";

export type WarehouseField = PlainName | AddressName;
type WarehouseTexts = Readonly<Record<WarehouseField, string>>;

function recordOf<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}

/** The languages whose address is optional: without one, that in English is shown. */
export const otherLanguages = ["zh-Hant-HK", "zh-Hans"] as const satisfies readonly Language[];
type OtherLanguage = (typeof otherLanguages)[number];

const addressNamesOf = (language: Language): readonly AddressName[] =>
  addressFields.map((field) => `${field}_${language}` as const);

/** Whether an address of its own stands in the form for a language. */
export function hasOwnAddress(
  values: Readonly<Record<AddressName, string>>,
  language: OtherLanguage,
): boolean {
  return addressNamesOf(language).some((name) => values[name].trim() !== "");
}

/** What the form of a new warehouse starts with. */
const newWarehouse: WarehouseFields = {
  code: "",
  name: "",
  kind: "hub",
  country: "HK",
  address: recordOf(languages, () => recordOf(addressFields, () => "")),
  receiverNamePattern: "{name} {code}",
  phone: "",
  smsPhone: "",
  postalCode: "",
  timeZone: usualOpeningTimes.timeZone,
  openingHours: [...usualOpeningTimes.openingHours],
  closedDays: [],
  // Customers see it once staff have tried it and open it.
  isActive: false,
};

function shortWeekday(day: number): string {
  // 1 January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + day));
  const format = new Intl.DateTimeFormat(readerLocale(), { weekday: "short", timeZone: "UTC" });
  return format.format(date);
}

function hoursText(hours: OpeningHours): string {
  const closed = t("admin-warehouses.hours.closed");
  return openingHoursText(hours, { dayName: shortWeekday, closed });
}

/** The texts of the form for `warehouse`, or those of a new one. */
export function textsOf(warehouse: WarehouseFields | Warehouse = newWarehouse): WarehouseTexts {
  const { address, openingHours, closedDays, isActive, code, name, kind, country } = warehouse;
  const { receiverNamePattern, phone, smsPhone, postalCode, timeZone } = warehouse;
  const isOwn = (language: Language) =>
    language === "en" ||
    addressFields.some((field) => address[language][field] !== address.en[field]);
  const addressTexts = languages.flatMap((language) =>
    addressFields.map(
      (field) => [`${field}_${language}`, isOwn(language) ? address[language][field] : ""] as const,
    ),
  );
  return {
    ...(Object.fromEntries(addressTexts) as Record<AddressName, string>),
    code,
    name,
    kind,
    country,
    receiverNamePattern,
    phone,
    smsPhone,
    postalCode,
    timeZone,
    state: isActive ? "active" : "inactive",
    hours: hoursText(openingHours),
    closedDays: closedDays.join("\n"),
  };
}

/** What is stored of a warehouse that an admin entered. */
export function fieldsOf(warehouse: Warehouse): WarehouseFields {
  const {
    id: _id,
    openedAt: _openedAt,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    ...fields
  } = warehouse;
  return fields;
}

/** A code for another warehouse in a country, such as HK2 after HK1. */
export function freeCode(country: string, taken: readonly string[]): string {
  const numbers = taken.map((_, index) => index + 2);
  const free = [1, ...numbers].find((number) => !taken.includes(`${country}${number}`)) ?? 1;
  return country === "" ? "" : `${country}${free}`;
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text)
  );
}

function isTimeZone(text: string): boolean {
  try {
    return text !== "" && new Intl.DateTimeFormat("en", { timeZone: text }).format() !== "";
  } catch {
    return false;
  }
}

const maxClosedDays = 100;

/** The dates in a text, sorted and each once; null where something is no date. */
function parseDays(text: string): string[] | null {
  const days = [...new Set(plainText(text).split(/[\s,;、]+/u))].filter((day) => day !== "");
  return days.every(isDay) && days.length <= maxClosedDays ? days.toSorted() : null;
}

export function hoursError(problem: OpeningHoursProblem): string {
  switch (problem.kind) {
    case "empty":
      return t("admin-warehouses.error.hoursMissing");
    case "unreadable":
      return t("admin-warehouses.error.hours", { part: problem.part });
    case "break":
      return t("admin-warehouses.error.hoursBreak", { part: problem.part });
    case "order":
      return t("admin-warehouses.error.hoursOrder", { part: problem.part });
    case "twice":
      return t("admin-warehouses.error.hoursTwice", { day: weekdayName(problem.day) });
  }
}

const hours = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    const parsed = parseOpeningHours(text);
    if ("hours" in parsed) return parsed.hours;
    context.issues.push({ code: "custom", message: hoursError(parsed.problem), input: text });
    return z.NEVER;
  }),
);

const texts = {
  name: requiredText(() => t("admin-warehouses.error.name")),
  code: parsedText(
    (text) => {
      const code = plainText(text).toUpperCase();
      return /^[A-Z0-9]{2,8}$/.test(code) ? code : null;
    },
    () => t("admin-warehouses.error.code"),
  ),
  kind: z.enum(warehouseKinds),
  country: parsedText(
    (text) => countryByCode(text)?.code ?? null,
    () => t("admin-warehouses.error.country"),
  ),
  state: z.enum(["active", "inactive"]),
  receiverNamePattern: checkedText((text) =>
    text.includes("{code}") ? null : t("admin-warehouses.error.pattern"),
  ),
  phone: requiredText(() => t("admin-warehouses.error.phone")),
  smsPhone: z.string().check(z.trim()),
  postalCode: z.string().check(z.trim()),
  timeZone: checkedText((text) => (isTimeZone(text) ? null : t("admin-warehouses.error.timeZone"))),
  closedDays: parsedText(parseDays, () => t("admin-warehouses.error.closedDays")),
  hours,
  ...recordOf(addressNamesOf("en"), () =>
    requiredText(() => t("admin-warehouses.error.addressPart")),
  ),
  ...recordOf(otherLanguages.flatMap(addressNamesOf), () => z.string().check(z.trim())),
};

/** An address in another language is whole or not there; also checked while other fields are wrong. */
const wholeAddressRules = otherLanguages.flatMap((language) =>
  addressNamesOf(language).map((name) =>
    z.refine<Readonly<Record<AddressName, string>>>(
      (values) => values[name].trim() !== "" || !hasOwnAddress(values, language),
      {
        path: [name],
        error: () => t("admin-warehouses.error.addressPartOrNone"),
        when: () => true,
      },
    ),
  ),
);

const checkedTexts = z.object(texts).check(...wholeAddressRules);

/** The form's texts; its output is what is saved. */
export const warehouseSchema = z.pipe(
  checkedTexts,
  z.transform((values): WarehouseFields => {
    const { name, code, kind, country, state, closedDays } = values;
    const { receiverNamePattern, phone, smsPhone, postalCode, timeZone } = values;
    return {
      name,
      code,
      kind,
      country,
      receiverNamePattern,
      phone,
      smsPhone,
      postalCode,
      timeZone,
      address: recordOf(languages, (language) => {
        const isOwn = language !== "en" && hasOwnAddress(values, language);
        return recordOf(addressFields, (field) => values[`${field}_${isOwn ? language : "en"}`]);
      }),
      openingHours: [...values.hours],
      closedDays,
      isActive: state === "active",
    };
  }),
);

/** The fields that `mine` changes of `original`, applied to `theirs`. */
export function mergedTexts(
  original: WarehouseTexts,
  mine: WarehouseTexts,
  theirs: WarehouseTexts,
): WarehouseTexts {
  const names = Object.keys(theirs) as WarehouseField[];
  return recordOf(names, (name) => (mine[name] === original[name] ? theirs[name] : mine[name]));
}

const plainLabels = {
  name: "admin-warehouses.field.name",
  code: "admin-warehouses.field.code",
  kind: "admin-warehouses.kind",
  country: "admin-warehouses.field.country",
  state: "admin-warehouses.field.state",
  receiverNamePattern: "admin-warehouses.field.pattern",
  phone: "admin-warehouses.field.phone",
  smsPhone: "admin-warehouses.field.smsPhone",
  postalCode: "admin-warehouses.field.postalCode",
  timeZone: "admin-warehouses.field.timeZone",
  hours: "admin-warehouses.field.hours",
  closedDays: "admin-warehouses.field.closedDays",
} as const;

function isPlain(name: string): name is keyof typeof plainLabels {
  return name in plainLabels;
}

/** The label of a field, with the language that its place in the form shows. */
export function fieldLabel(name: WarehouseField): string {
  if (isPlain(name)) return t(plainLabels[name]);
  const language = languages.find((candidate) => name.endsWith(`_${candidate}`)) ?? "en";
  const field = addressFields.find((candidate) => name.startsWith(`${candidate}_`)) ?? "street";
  const section = t("admin-warehouses.section.address", { language: languageNames[language] });
  return `${section}: ${t(`admin-warehouses.field.${field}`)}`;
}
