import { arrivalWords, type ExpectedArrival } from "#catalogue/rules/expected-arrival.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import { translate } from "#platform/server/translate.ts";

/** When a package arrives, such as "between December 4 and 9", by the calendar in UTC, always with the year. */
export function arrivalText(arrival: ExpectedArrival, language: Language): string {
  // What is stored or sent is read on other days than today.
  const options = { locale: localeOf(language), timeZone: "UTC", now: new Date(0) };
  const { id, days } = arrivalWords(arrival, options);
  return translate(language, `labels.arrival.${id}`, days);
}
