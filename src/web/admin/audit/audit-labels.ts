import { statusLabel } from "#web/i18n/labels.ts";
import { errorText, isErrorCode } from "#web/i18n/error-text.ts";
import { momentText, moneyText, weightText } from "#web/ui/figures.tsx";

/** `wallet.adjustWallet` as `Adjust wallet`. */
export function actionLabel(action: string): string {
  const verb = action.split(".").at(-1) ?? action;
  const words = verb.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The message that was shown for an error code. */
export function shownMessage(code: string): string {
  return isErrorCode(code) ? errorText(code) : code;
}

export type ChangedFact = {
  readonly name: string;
  readonly before: string;
  readonly after: string;
};

type Facts = Readonly<Record<string, unknown>> | null;

/** `packageQuota` as `Package quota`, without a unit at the end, which is shown with the value. */
function factLabel(name: string): string {
  const words = name
    .replace(/(Cents|Grams|At)$/, "")
    .replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function factText(facts: Facts, name: string): string {
  const value = facts?.[name];
  if (value === undefined) return "–";
  if (value === null || value === "") return "none";
  if (name === "status") return statusLabel(String(value as string));
  if (typeof value === "boolean") return value ? "yes" : "no";
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
