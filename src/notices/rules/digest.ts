// When the daily digest is due: in the morning of the customer.
import { addCalendarDays, localTime, momentOf } from "#platform/rules/calendar.ts";

/** TypeScript does not know the function yet. */
type LocaleWithTimeZones = Intl.Locale & { readonly getTimeZones?: () => string[] };

/** By the customer's clock. */
export const digestTime = "08:00";

/**
 * A time zone of a country; UTC where the country is not known. Where it has many it is one in the middle, so that
 * the morning is at most a few hours off.
 */
export function timeZoneOfCountry(countryCode: string | null): string {
  if (countryCode === null || !/^[A-Z]{2}$/.test(countryCode)) return "UTC";
  const locale: LocaleWithTimeZones = new Intl.Locale(`und-${countryCode}`);
  const timeZones = locale.getTimeZones?.() ?? [];
  const [first = "UTC"] = timeZones;
  if (timeZones.length <= 2) return first;
  const byOffset = timeZones.toSorted((one, other) => offsetOf(one) - offsetOf(other));
  return byOffset[Math.floor((byOffset.length - 1) / 2)] ?? first;
}

const anyMoment = new Date("2026-01-15T12:00:00Z");

function offsetOf(timeZone: string): number {
  const { day, time } = localTime(timeZone, anyMoment);
  return Date.parse(`${day}T${time}:00Z`);
}

/** The first morning after `at`. */
export function nextDigestAt(timeZone: string, at: Date): Date {
  const { day, time } = localTime(timeZone, at);
  const morning = time < digestTime ? day : addCalendarDays(day, 1);
  return new Date(momentOf(timeZone, morning, digestTime));
}
