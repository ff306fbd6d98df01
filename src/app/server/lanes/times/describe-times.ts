// The part of the page 'How long it takes' that changes: the lanes with their times.
import { countryName } from "#catalogue/rules/country-name.ts";
import { laneTimeLimits } from "#catalogue/rules/lane-time.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import { rateCarrierIds } from "#catalogue/rules/shipping-rate.ts";
import { escapeHtml, type ContentPage } from "#app/server/content-pages/content-pages.ts";
import type { AppServices } from "#platform/server/context.ts";
import { translate } from "#platform/server/translate.ts";
import { listMeasuredLanes, type NamedLaneTime } from "#catalogue/server/lanes/times/read-times.ts";

function daysText(language: Language, count: number): string {
  return count < laneTimeLimits.lastDay
    ? translate(language, "lane-times.days", { count })
    : translate(language, "lane-times.moreDays", { count: count - 1 });
}

function carrierName({ name, nameZhHant, nameZhHans }: NamedLaneTime, language: Language): string {
  if (language === "zh-Hant-HK") return nameZhHant ?? name;
  return language === "zh-Hans" ? (nameZhHans ?? name) : name;
}

function describeLane(lane: NamedLaneTime, language: Language): string {
  const locale = localeOf(language);
  const month = new Date(lane.since).toLocaleDateString(locale, {
    year: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  const route = translate(language, "lane-times.route", {
    origin: countryName(lane.origin, language),
    destination: countryName(lane.destination, language),
  });
  // Only those carriers have several services.
  const hasServices = rateCarrierIds.some((id) => id === lane.carrierCode);
  const carrier = carrierName(lane, language);
  const { service } = lane;
  const by = hasServices
    ? translate(language, "lane-times.service", { carrier, service })
    : carrier;
  const facts = [
    ["lane-times.half", daysText(language, lane.halfDays)],
    ["lane-times.most", daysText(language, lane.mostDays)],
    ["lane-times.packages", lane.parcelsCount.toLocaleString(locale)],
    ["lane-times.since", month],
  ] as const;
  const list = facts
    .map(([id, fact]) => `<div><dt>${translate(language, id)}</dt><dd>${fact}</dd></div>`)
    .join("");
  return `<li><h2>${escapeHtml(route)}</h2><p>${escapeHtml(by)}</p><dl>${list}</dl></li>`;
}

/** The lanes as HTML, or why there are none. Where they cannot be read, the page is shown without them. */
export async function describeTimes(
  services: Pick<AppServices, "db" | "now" | "log">,
  language: Language,
): Promise<ContentPage> {
  try {
    const items = await listMeasuredLanes(services);
    const count = laneTimeLimits.minParcels;
    const article =
      items.length === 0
        ? `<h2>${translate(language, "lane-times.none")}</h2><p>${translate(language, "lane-times.noneText", { count })}</p>`
        : `<ul>${items.map((lane) => describeLane(lane, language)).join("")}</ul>`;
    return { version: article, article, operator: "" };
  } catch (error) {
    services.log.error({ error }, "The measured times cannot be shown on their page");
    const article = `<p>${translate(language, "lane-times.unavailable")}</p>`;
    return { version: article, article, operator: "" };
  }
}
