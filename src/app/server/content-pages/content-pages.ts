// The pages of plain text that an operator can replace: terms, privacy, help, contact.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { micromark } from "micromark";
import { languagePrefixes, type Language, localeOf } from "#platform/rules/language.ts";
import { translate } from "#platform/server/translate.ts";
import type { Config } from "#platform/server/config.ts";
import type { Log } from "#platform/server/log.ts";
import { countryName } from "#catalogue/rules/country-name.ts";
import { laneTimeLimits } from "#catalogue/rules/lane-time.ts";
import { rateCarrierIds } from "#catalogue/rules/shipping-rate.ts";
import type { AppServices } from "#platform/server/context.ts";
import { listMeasuredLanes, type NamedLaneTime } from "#catalogue/server/lanes/times/read-times.ts";

const names = ["terms", "privacy", "help", "contact"] as const;
type Name = (typeof names)[number];
type Place = { readonly language: Language; readonly name: Name };

/** What a page's document contains in place of its text and of the operator's details. */
export const contentPlaceholders = { article: "%ARTICLE%", operator: "%OPERATOR%" } as const;

/** HTML without line breaks; `version` changes with the text. */
export type ContentPage = {
  readonly version: string;
  readonly article: string;
  readonly operator: string;
};

const largestBytes = 200_000;

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Line breaks are written as a reference, which keeps those of code blocks. */
function onOneLine(html: string): string {
  return html.trim().replaceAll("\n", "&#10;");
}

/** A heading whose text ends with `{#name}` can be linked to by that name. */
function withAnchors(html: string): string {
  return html.replaceAll(/<(h[23])>(.*?) \{#([a-z-]+)\}<\/\1>/g, '<$1 id="$3">$2</$1>');
}

type Operator = Pick<Config, "operatorName" | "operatorAddress" | "supportEmail">;

function describeOperator(
  language: Language,
  { operatorName, operatorAddress, supportEmail }: Operator,
): string {
  const lines = [operatorName, ...(operatorAddress?.split(/\s*;\s*/) ?? [])].filter(
    (line) => line !== null,
  );
  const email = supportEmail === null ? null : escapeHtml(supportEmail);
  // The settings say to admins that nothing is published.
  if (lines.length === 0 && email === null) return "";
  const parts = [
    lines.length === 0 ? "" : `<p>${lines.map(escapeHtml).join("<br>")}</p>`,
    email === null
      ? ""
      : `<p>${translate(language, "operator.email", { address: `<a href="mailto:${email}">${email}</a>` })}</p>`,
  ];
  return `<h2>${translate(language, "operator.heading")}</h2>${parts.join("")}`;
}

/** The text that comes with the product; that of the contact page differs where there is no address to write to. */
function readDefault({ language, name }: Place, { supportEmail }: Operator): string {
  const file = name === "contact" && supportEmail === null ? "contact-without-email" : name;
  return readFileSync(join(import.meta.dirname, language, `${file}.md`), "utf8");
}

/**
 * Reads the pages `/terms`, `/privacy`, `/help` and `/contact`: CommonMark without raw HTML, from `pages/NAME.md` in
 * `DATA_DIR` (in Chinese `pages/zh-hk/NAME.md` and `pages/zh-cn/NAME.md`) where the operator has put such a file, otherwise
 * the text that comes with the product in that language. A changed file is
 * served from the next request on; one over 200 KB or unreadable is logged, and the product's text is served.
 */
export function createContentPages(config: Operator & Pick<Config, "dataDir">, log: Log) {
  const rendered = new Map<string, ContentPage>();

  function render(place: Place, version: string, read: () => string): ContentPage {
    const key = `${place.language} ${place.name}`;
    const known = rendered.get(key);
    if (known?.version === version) return known;
    const article = onOneLine(withAnchors(micromark(read())));
    const page = {
      version,
      article,
      operator: onOneLine(describeOperator(place.language, config)),
    };
    rendered.set(key, page);
    return page;
  }

  function readOwn(place: Place): ContentPage | null {
    const { language, name } = place;
    const file = join(config.dataDir, "pages", languagePrefixes[language], `${name}.md`);
    const facts = statSync(file, { throwIfNoEntry: false });
    if (facts === undefined) return null;
    try {
      if (facts.size > largestBytes) throw new Error(`It is larger than ${largestBytes} bytes.`);
      const decoder = new TextDecoder("utf-8", { fatal: true });
      return render(place, `${facts.mtimeMs} ${facts.size}`, () =>
        decoder.decode(readFileSync(file)),
      );
    } catch (error) {
      log.error({ error, file }, "The operator's page cannot be used");
      return null;
    }
  }

  return {
    /** The page whose English address is `path` in `language`; undefined where it is none of the four. */
    find(language: Language, path: string): ContentPage | undefined {
      const name = names.find((candidate) => path === `/${candidate}`);
      if (name === undefined) return undefined;
      const place = { language, name };
      return readOwn(place) ?? render(place, "default", () => readDefault(place, config));
    },
  };
}

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
