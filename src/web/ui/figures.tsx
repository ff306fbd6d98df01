/** Money, weight and time as a person reads them: in their own locale, in digits of one width. */
import { formatCents, type Currency } from "#core/money.ts";
import { formatKilograms } from "#core/weight.ts";

/** The locale of the reader; English of the United States where pages are drawn ahead of time. */
export function readerLocale(): string {
  return typeof navigator === "undefined" ? "en-US" : navigator.language;
}

/**
 * An amount as text, such as `$1,234.50`.
 * @param amountCents whole cents, negative allowed.
 */
export function moneyText(amountCents: number, currency: Currency = "USD"): string {
  return formatCents(amountCents, currency, readerLocale());
}

/** An amount of money. `signed` puts a plus before what comes in. */
export function Money(props: { amountCents: number; currency?: Currency; signed?: boolean }) {
  const sign = props.signed && props.amountCents > 0 ? "+" : "";
  return (
    <span className="figures">
      {sign}
      {moneyText(props.amountCents, props.currency)}
    </span>
  );
}

/**
 * A weight as text, such as `0.35 kg`; `TBD` when it is not known yet.
 * @param weightGrams whole grams.
 */
export function weightText(weightGrams: number | null): string {
  return formatKilograms(weightGrams, readerLocale());
}

/** A weight in kilograms. */
export function Weight(props: { weightGrams: number | null }) {
  return <span className="figures">{weightText(props.weightGrams)}</span>;
}

/**
 * A moment as text in the reader's time zone.
 * @param at ISO 8601 in UTC.
 * @param withTime adds hours and minutes.
 */
export function momentText(at: string, withTime = false): string {
  const moment = new Date(at);
  return withTime
    ? moment.toLocaleString(readerLocale(), { dateStyle: "medium", timeStyle: "short" })
    : moment.toLocaleDateString(readerLocale(), { dateStyle: "medium" });
}

/** A moment; a dash when there is none. */
export function Moment(props: { at: string | null | undefined; withTime?: boolean }) {
  if (!props.at) return <span>–</span>;
  return (
    <time dateTime={props.at} className="figures">
      {momentText(props.at, props.withTime)}
    </time>
  );
}

/** A number of things to count or compare, such as packages left. */
export function Count(props: { value: number }) {
  return <span className="figures">{props.value.toLocaleString(readerLocale())}</span>;
}

/** A code to read letter by letter, such as a tracking number. */
export function Code(props: { children: string }) {
  return <span className="code-text">{props.children}</span>;
}
