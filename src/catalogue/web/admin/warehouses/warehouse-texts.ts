// A warehouse as the texts of its form, and back.
import * as z from "zod/mini";
import type { Warehouse, WarehouseFields } from "#catalogue/contract/warehouses.ts";
import { countryByCode } from "#catalogue/rules/country.ts";
import { languages, type Language, languageNames } from "#platform/rules/language.ts";
import { plainText } from "#platform/rules/normalize-text.ts";
import { addressFields, usualOpeningTimes, warehouseKinds } from "#catalogue/rules/warehouse.ts";
import { checkedText, parsedText, requiredText } from "#ui/web/field-rules.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { weekdayName } from "#ui/web/i18n/texts.ts";

/** The days of the week from Monday on. */
export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;
type Weekday = (typeof weekdays)[number];

type AddressField = (typeof addressFields)[number];
type AddressName = `${AddressField}_${Language}`;
type HoursName = `${"opens" | "closes"}_${Weekday}`;
type PlainName =
  | "code"
  | "name"
  | "kind"
  | "country"
  | "state"
  | "receiverNamePattern"
  | "phone"
  | "postalCode"
  | "timeZone"
  | "closedDays";

export type WarehouseField = PlainName | AddressName | HoursName;
type WarehouseTexts = Readonly<Record<WarehouseField, string>>;

function recordOf<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}

const addressNames: readonly AddressName[] = languages.flatMap((language) =>
  addressFields.map((field) => `${field}_${language}` as const),
);
const hoursNames: readonly HoursName[] = weekdays.flatMap(
  (day) => [`opens_${day}`, `closes_${day}`] as const,
);

/** What the form of a new warehouse starts with. */
const newWarehouse: WarehouseFields = {
  code: "",
  name: "",
  kind: "hub",
  country: "HK",
  address: recordOf(languages, () => recordOf(addressFields, () => "")),
  receiverNamePattern: "{name} {code}",
  phone: "",
  postalCode: "",
  timeZone: usualOpeningTimes.timeZone,
  openingHours: [...usualOpeningTimes.openingHours],
  closedDays: [],
  isActive: true,
};

/** The texts of the form for `warehouse`, or those of a new one. */
export function textsOf(warehouse: WarehouseFields | Warehouse = newWarehouse): WarehouseTexts {
  const { address, openingHours, closedDays, isActive, code, name, kind, country } = warehouse;
  const { receiverNamePattern, phone, postalCode, timeZone } = warehouse;
  const addressTexts = languages.flatMap((language) =>
    addressFields.map((field) => [`${field}_${language}`, address[language][field]] as const),
  );
  const hoursTexts = weekdays.flatMap((day) => {
    const hours = openingHours[day];
    return [
      [`opens_${day}`, hours?.opensAt ?? ""],
      [`closes_${day}`, hours?.closesAt ?? ""],
    ] as const;
  });
  return {
    ...(Object.fromEntries([...addressTexts, ...hoursTexts]) as Record<
      AddressName | HoursName,
      string
    >),
    code,
    name,
    kind,
    country,
    receiverNamePattern,
    phone,
    postalCode,
    timeZone,
    state: isActive ? "active" : "inactive",
    closedDays: closedDays.join("\n"),
  };
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
  postalCode: z.string().check(z.trim()),
  timeZone: checkedText((text) => (isTimeZone(text) ? null : t("admin-warehouses.error.timeZone"))),
  closedDays: parsedText(parseDays, () => t("admin-warehouses.error.closedDays")),
  ...recordOf(addressNames, () => requiredText(() => t("admin-warehouses.error.addressPart"))),
  ...recordOf(hoursNames, () => z.string()),
};

type Hours = Readonly<Record<HoursName, string>>;

/** A rule about the hours of a day, which is also checked while other fields are wrong. */
function hoursRule(
  name: HoursName,
  isRight: (opensAt: string, closesAt: string) => boolean,
  error: () => string,
) {
  const day = Number(name.slice(-1)) as Weekday;
  return z.refine<Hours>((values) => isRight(values[`opens_${day}`], values[`closes_${day}`]), {
    path: [name],
    error,
    when: () => true,
  });
}

const hoursRules = weekdays.flatMap((day) => [
  hoursRule(
    `opens_${day}`,
    (opensAt, closesAt) => opensAt !== "" || closesAt === "",
    () => t("admin-warehouses.error.hours"),
  ),
  hoursRule(
    `closes_${day}`,
    (opensAt, closesAt) => opensAt === "" || closesAt !== "",
    () => t("admin-warehouses.error.hours"),
  ),
  hoursRule(
    `closes_${day}`,
    (opensAt, closesAt) => opensAt === "" || closesAt === "" || opensAt < closesAt,
    () => t("admin-warehouses.error.hoursOrder"),
  ),
]);

const checkedTexts = z.object(texts).check(...hoursRules);

/** The form's texts; its output is what is saved. */
export const warehouseSchema = z.pipe(
  checkedTexts,
  z.transform((values): WarehouseFields => {
    const { name, code, kind, country, state, closedDays } = values;
    const { receiverNamePattern, phone, postalCode, timeZone } = values;
    return {
      name,
      code,
      kind,
      country,
      receiverNamePattern,
      phone,
      postalCode,
      timeZone,
      address: recordOf(languages, (language) =>
        recordOf(addressFields, (field) => values[`${field}_${language}`]),
      ),
      openingHours: weekdays.map((day) => {
        const [opensAt, closesAt] = [values[`opens_${day}`], values[`closes_${day}`]];
        return opensAt === "" ? null : { opensAt, closesAt };
      }),
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
  postalCode: "admin-warehouses.field.postalCode",
  timeZone: "admin-warehouses.field.timeZone",
  closedDays: "admin-warehouses.field.closedDays",
} as const;

function isPlain(name: string): name is keyof typeof plainLabels {
  return name in plainLabels;
}

/** The label of a field, with the language or day that its place in the form shows. */
export function fieldLabel(name: WarehouseField): string {
  if (isPlain(name)) return t(plainLabels[name]);
  const language = languages.find((candidate) => name.endsWith(`_${candidate}`));
  const field = addressFields.find((candidate) => name.startsWith(`${candidate}_`));
  if (language !== undefined && field !== undefined) {
    const section = t("admin-warehouses.section.address", { language: languageNames[language] });
    return `${section}: ${t(`admin-warehouses.field.${field}`)}`;
  }
  const day = weekdays.find((candidate) => name.endsWith(`_${candidate}`)) ?? 0;
  return name.startsWith("opens") ? opensLabel(day) : closesLabel(day);
}

export function opensLabel(day: number): string {
  return t("admin-warehouses.field.opens", { day: weekdayName(day) });
}

export function closesLabel(day: number): string {
  return t("admin-warehouses.field.closes", { day: weekdayName(day) });
}
