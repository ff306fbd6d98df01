// Within how many opening hours staff answer, and which hours these are, as Help says it.
import { localeOf, type Language } from "#platform/rules/language.ts";
import { planNames, type PlanName } from "#platform/rules/plan-name.ts";
import type { AppServices } from "#platform/server/context.ts";
import { translate } from "#platform/server/translate.ts";
import type { OpeningTimes } from "#catalogue/rules/warehouse.ts";
import { listOpenWarehouses } from "#catalogue/server/warehouses/warehouses.ts";
import { answerHours } from "#office/rules/case.ts";
import { escapeHtml } from "./content-pages.ts";

/** Days in a row with the same hours. */
type Days = { readonly from: number; to: number; readonly hours: string };

function groupDays({ openingHours }: Pick<OpeningTimes, "openingHours">): readonly Days[] {
  const groups: Days[] = [];
  for (const [day, open] of openingHours.entries()) {
    if (open === null) continue;
    const hours = `${open.opensAt}–${open.closesAt}`;
    const last = groups.at(-1);
    if (last?.to === day - 1 && last.hours === hours) last.to = day;
    else groups.push({ from: day, to: day, hours });
  }
  return groups;
}

/** The opening hours of a place, such as "Monday – Friday 09:30–18:30 (Hong Kong Time)". */
function openingText(place: OpeningTimes, language: Language): string {
  const locale = localeOf(language);
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  // The first of January 2024 was a Monday.
  const dateOf = (day: number) => new Date(Date.UTC(2024, 0, 1 + day));
  const days = groupDays(place).map(
    ({ from, to, hours }) => `${weekdays.formatRange(dateOf(from), dateOf(to))} ${hours}`,
  );
  const { timeZone } = place;
  const zone = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "longGeneric" })
    .formatToParts()
    .find(({ type }) => type === "timeZoneName");
  return translate(language, "answer-times.open", {
    days: new Intl.ListFormat(locale, { style: "narrow", type: "conjunction" }).format(days),
    timeZone: zone?.value ?? timeZone,
  });
}

function planText(language: Language, plan: PlanName): string {
  const hours = answerHours(plan);
  // Without a plan, staff answer as soon as with the smallest.
  const isSmallest = plan === planNames[0];
  const id = isSmallest ? "answer-times.smallestPlan" : "answer-times.plan";
  return translate(language, id, { plan, hours });
}

/** The list as HTML without line breaks; the hours are those of the first open hub, where there is one. */
export async function describeAnswerTimes(
  { db }: Pick<AppServices, "db">,
  language: Language,
): Promise<string> {
  const items = planNames.toReversed().map((plan) => `<li>${planText(language, plan)}</li>`);
  const hub = (await listOpenWarehouses(db)).find(({ kind }) => kind === "hub");
  const open = hub === undefined ? "" : `<p>${escapeHtml(openingText(hub, language))}</p>`;
  return `<ul>${items.join("")}</ul>${open}`;
}
