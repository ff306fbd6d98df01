// What typed words say of transactions: an amount or a day.
import { plainText } from "#platform/rules/normalize-text.ts";

type Range = { readonly fromCents: number; readonly toCents: number };

/** From here on it is no amount of a wallet, but a number of something else. */
const maxDollars = 1_000_000;

/** The amounts that the words mean: `25.00` exactly, `25` with any cents; with or without currency and sign. Null: none. */
export function amountIn(words: string): Range | null {
  const text = plainText(words).replaceAll(/\s|USD?|[$,]/gi, "");
  const match = /^[+\-\u2212]?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text);
  if (match === null) return null;
  const [, dollars = "", cents] = match;
  if (Number(dollars) >= maxDollars) return null;
  const fromCents = Number(dollars) * 100 + Number((cents ?? "").padEnd(2, "0"));
  return { fromCents, toCents: cents === undefined ? fromCents + 99 : fromCents };
}

type CalendarDay = { readonly year: number; readonly month: number; readonly day: number };

function validDay({ year, month, day }: CalendarDay): CalendarDay | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? { year, month, day }
    : null;
}

/** The month whose name the word is or begins, in the reader's language; null: none. */
function monthOf(word: string, locale: string): number | null {
  const bare = word.replace(/\.$/, "").toLowerCase();
  if (bare.length < 3 || !/^\p{L}+$/u.test(bare)) return null;
  const name = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
  for (let month = 1; month <= 12; month += 1) {
    const whole = name.format(new Date(Date.UTC(2024, month - 1, 1))).toLowerCase();
    if (whole.startsWith(bare)) return month;
  }
  return null;
}

/**
 * The day that the words mean, such as `2031-05-14`, `14 May 2031`, `May 14` or `5月14日`; without a year the last one that is
 * not after `today`. Null: none.
 */
export function dayIn(words: string, locale: string, today: CalendarDay): CalendarDay | null {
  const text = plainText(words).trim();
  const numbers =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ??
    /^(?:(\d{4})\s*年\s*)?(\d{1,2})\s*月\s*(\d{1,2})\s*[日号號]?$/.exec(text);
  const parts = text.split(/[\s,]+/);
  const month = numbers
    ? Number(numbers[2])
    : parts.map((part) => monthOf(part, locale)).find(Boolean);
  const day = numbers ? numbers[3] : parts.find((part) => /^\d{1,2}$/.test(part));
  const year = numbers ? numbers[1] : parts.find((part) => /^\d{4}$/.test(part));
  if (!month || day === undefined || (numbers === null && parts.length > 3)) return null;
  if (year !== undefined) return validDay({ year: Number(year), month, day: Number(day) });
  const isLater = month > today.month || (month === today.month && Number(day) > today.day);
  return validDay({ year: today.year - (isLater ? 1 : 0), month, day: Number(day) });
}
