import type { RuledFlag } from "#catalogue/rules/goods-rule.ts";
import { proposalSource } from "#catalogue/rules/service-version.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import type { MessageId } from "#platform/rules/messages.ts";
import { translate } from "#platform/server/translate.ts";

const ofBattery = {
  battery_installed: "parcel-measurements.battery.installed",
  battery_packed: "parcel-measurements.battery.packed",
  battery_loose: "parcel-measurements.battery.loose",
} as const satisfies Partial<Record<RuledFlag, MessageId>>;

function flagName(flag: RuledFlag, language: Language): string {
  switch (flag) {
    case "battery_installed":
    case "battery_packed":
    case "battery_loose":
      return translate(language, ofBattery[flag]);
    default:
      return translate(language, `parcel-measurements.goods.${flag}`);
  }
}

/** What rules are about, in a list of words. */
export function flagNames(flags: readonly RuledFlag[], language: Language): string {
  const names = [...new Set(flags)].map((flag) => flagName(flag, language));
  return new Intl.ListFormat(localeOf(language), { style: "narrow", type: "conjunction" }).format(
    names,
  );
}

/** The source of a rule as customers read it: one that staff took over as it was proposed is of the warehouse itself. */
export function ruleSource(source: string, language: Language): string {
  return source === proposalSource ? translate(language, "suggested.source.ownRule") : source;
}
