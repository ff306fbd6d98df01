import { languages, type NamesByLanguage } from "#platform/rules/language.ts";
import { namesText } from "#ui/web/admin/names.ts";
import { statusLabel } from "#tracking/web/i18n/status-label.ts";
import { momentText, moneyText, weightText } from "#ui/web/figures.tsx";
import { wordsOf } from "./audit-labels.ts";
import { isMessage, t } from "./details-messages.ts";

type ChangedFact = {
  readonly name: string;
  readonly before: string;
  readonly after: string;
};

type Facts = Readonly<Record<string, unknown>> | null;

/** The label of a field, without a unit at the end, which is shown with the value. */
function factLabel(name: string): string {
  const fact = name.replace(/(Cents|Grams|At)$/, "");
  const id = `admin-audit-details.field.${fact}`;
  return isMessage(id) ? t(id) : wordsOf(fact);
}

function isNames(value: unknown): value is NamesByLanguage {
  return typeof value === "object" && value !== null && languages.every((one) => one in value);
}

function factText(facts: Facts, name: string): string {
  const value = facts?.[name];
  if (value === undefined) return "–";
  if (value === null || value === "") return t("admin-audit-details.none");
  if (isNames(value)) return namesText(value);
  if (name === "status") return statusLabel(String(value as string));
  if (typeof value === "boolean")
    return t(value ? "admin-audit-details.yes" : "admin-audit-details.no");
  if (typeof value === "number" && name.endsWith("Cents")) return moneyText(value);
  if (typeof value === "number" && name.endsWith("Grams")) return weightText(value);
  if (typeof value === "string" && name.endsWith("At")) return momentText(value, true);
  return typeof value === "object" ? JSON.stringify(value) : String(value as string | number);
}

/** Every field of an entry as text, with a dash where it was not recorded. */
export function changedFacts(before: Facts, after: Facts): readonly ChangedFact[] {
  const names = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])];
  return names.map((name) => ({
    name: factLabel(name),
    before: factText(before, name),
    after: factText(after, name),
  }));
}
