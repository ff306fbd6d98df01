import { languageNames, languages } from "#platform/rules/language.ts";
import { addressFields } from "#catalogue/rules/warehouse.ts";
import { weekdayName } from "#ui/web/i18n/weekday-name.ts";
import { t } from "./messages.ts";
import { weekdays, type WarehouseField } from "./warehouse-texts.ts";

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
