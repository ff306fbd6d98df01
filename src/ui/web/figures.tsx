/** Money, weights, dates and counts formatted in the reader's locale, in digits of one width. */
import { localeOf, preferredLanguage } from "#platform/rules/language.ts";
import { documentLanguage, t } from "#ui/web/i18n/messages.tsx";
import { formatCents, type Currency } from "#platform/rules/money.ts";
import { formatKilograms } from "#platform/rules/weight.ts";

/**
 * The locale of numbers and dates: the browser's where its language is that of the document, as in en-GB, and otherwise
 * the document's.
 */
export function readerLocale(): string {
  const language = documentLanguage();
  const own = typeof navigator === "undefined" ? "en-US" : navigator.language;
  if (preferredLanguage(own) === language) return own;
  return localeOf(language);
}

/**
 * An amount as text, such as `$1,234.50`.
 * @param amountCents whole cents, negative allowed.
 */
export function moneyText(amountCents: number, currency: Currency = "USD"): string {
  return formatCents(amountCents, currency, readerLocale());
}

/** The sign of US dollars before an input, as `moneyText` writes it. */
export function dollarSign(): string {
  return moneyText(0).replaceAll(/[\d.,\s]/g, "");
}

/** An amount of money. `signed` adds a plus to positive amounts. */
export function Money(props: { amountCents: number; currency?: Currency; signed?: boolean }) {
  const sign = props.signed && props.amountCents > 0 ? "+" : "";
  return <span className="figures">{sign + moneyText(props.amountCents, props.currency)}</span>;
}

/**
 * A weight as text, such as `0.35 kg`; `TBD` when it is unknown.
 * @param weightGrams whole grams.
 */
export function weightText(weightGrams: number | null): string {
  if (weightGrams === null) return t("common.weightUnknown");
  return formatKilograms(weightGrams, readerLocale());
}

/** A weight in kilograms. */
export function Weight(props: { weightGrams: number | null }) {
  return <span className="figures">{weightText(props.weightGrams)}</span>;
}

type TimeFormat = Pick<Intl.DateTimeFormatOptions, "dateStyle" | "timeStyle" | "timeZone">;

/** "p.m." without dots, since the last would stand beside the full stop of a sentence. */
function withoutDots(text: string): string {
  return text.replace(/\b([ap])\.\s?m\./i, "$1m");
}

/** Hours and minutes of a moment. */
export function clockText(moment: Date, format: TimeFormat = {}): string {
  const text = moment.toLocaleString(readerLocale(), { timeStyle: "short", ...format });
  return withoutDots(text);
}

/**
 * A date as text in the reader's time zone.
 * @param at ISO 8601 in UTC.
 * @param withTime adds hours and minutes.
 */
export function momentText(at: string, withTime = false): string {
  const moment = new Date(at);
  return withTime
    ? clockText(moment, { dateStyle: "medium" })
    : moment.toLocaleDateString(readerLocale(), { dateStyle: "medium" });
}

/** A moment that somebody waits for, with weekday, date, time and the reader's time zone. */
export function zonedMomentText(at: string): string {
  return withoutDots(
    new Date(at).toLocaleString(readerLocale(), {
      weekday: "long",
      day: "numeric",
      month: "long",
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
    }),
  );
}

/** A calendar day (YYYY-MM-DD) in the reader's locale, independent of the time zone. */
export function dayText(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(readerLocale(), {
    dateStyle: "medium",
    timeZone: "UTC",
  });
}

/** A date and time; a dash for null. */
export function Moment(props: { at: string | null | undefined; withTime?: boolean }) {
  if (!props.at) return <span>–</span>;
  return (
    <time dateTime={props.at} className="figures">
      {momentText(props.at, props.withTime)}
    </time>
  );
}

/** A number, such as packages left. */
export function Count(props: { value: number }) {
  return <span className="figures">{props.value.toLocaleString(readerLocale())}</span>;
}

/** A code, such as a tracking number, in a monospaced font. */
export function Code(props: { children: string }) {
  return <span className="code-text">{props.children}</span>;
}

/** A text that may be missing; a dash stands in its place. */
export function optionalText(text: string | null | undefined): string {
  return text || "–";
}
