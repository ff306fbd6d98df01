import { expect, test } from "vitest";
import { languages, localeOf } from "#platform/rules/language.ts";
import { daySpans, openingHoursText, parseOpeningHours } from "./opening-hours-text.ts";
import { usualOpeningTimes, type OpeningHours } from "./warehouse.ts";

const nine = { opensAt: "09:00", closesAt: "19:00" };
const half = { opensAt: "09:30", closesAt: "18:30" };
const short = { opensAt: "10:00", closesAt: "14:00" };
const everyDay = (hours: OpeningHours[number]): OpeningHours => [
  hours,
  hours,
  hours,
  hours,
  hours,
  hours,
  hours,
];
const sixDays: OpeningHours = [nine, nine, nine, nine, nine, nine, null];
const withSaturday: OpeningHours = [half, half, half, half, half, short, null];

test.each<readonly [string, OpeningHours]>([
  ["Mon–Sat 9–19", sixDays],
  ["mon-sat 9-19", sixDays],
  ["Monday to Saturday: 09:00 to 19:00, Sunday closed", sixDays],
  ["Mon - Sat 9am - 7pm", sixDays],
  ["Mon, Tue, Wed and Thursdays, Fri & Sat 9.00–19.00", sixDays],
  ["周一至周六 9点到19点", sixDays],
  ["星期一至六 9:00–19:00；星期日休息", sixDays],
  ["一至六 ９：００－１９：００", sixDays],
  ["Mon–Fri 9:30–18:30, Sat 10–14", withSaturday],
  ["Mon–Fri 9:30–18:30\nSat 10–14", withSaturday],
  ["Sat 10–14; Mon–Fri 9:30–18:30", withSaturday],
  ["Sun–Fri 9–19", [nine, nine, nine, nine, nine, null, nine]],
  ["daily 9–19", everyDay(nine)],
  ["每日 0–24", everyDay({ opensAt: "00:00", closesAt: "24:00" })],
  ["daily 9-24", everyDay({ opensAt: "09:00", closesAt: "24:00" })],
  [
    "Wed 12pm–11:59pm",
    [null, null, { opensAt: "12:00", closesAt: "23:59" }, null, null, null, null],
  ],
  ["Sun 12am–1am", [null, null, null, null, null, null, { opensAt: "00:00", closesAt: "01:00" }]],
  ["closed", everyDay(null)],
])("%j is read", (text, hours) => {
  expect(parseOpeningHours(text)).toEqual({ hours });
});

test.each([
  ["  ", { kind: "empty" }],
  ["9–19", { kind: "unreadable", part: "9–19" }],
  ["Mon–Sat", { kind: "unreadable", part: "Mon–Sat" }],
  ["Mon–Sat 9", { kind: "unreadable", part: "Mon–Sat 9" }],
  ["Mon–Fri 9–18, Sat mornings", { kind: "unreadable", part: "Sat mornings" }],
  ["Mon–Fri 9–18, Saturn 9–12", { kind: "unreadable", part: "Saturn 9–12" }],
  ["Mon 25–26", { kind: "unreadable", part: "Mon 25–26" }],
  ["Mon 9:75–18", { kind: "unreadable", part: "Mon 9:75–18" }],
  ["Mon 13pm–15pm", { kind: "unreadable", part: "Mon 13pm–15pm" }],
  ["Mon–Fri 9–12, 13–18", { kind: "break", part: "13–18" }],
  ["Mon–Fri 9–12 and 1pm–6pm, Sat 10–14", { kind: "break", part: "1pm–6pm" }],
  ["Mon–Fri 9–12, 13", { kind: "unreadable", part: "13" }],
  ["Mon 24–24", { kind: "order", part: "Mon 24–24" }],
  ["Mon–Sat 9–7", { kind: "order", part: "Mon–Sat 9–7" }],
  ["Mon 9–9", { kind: "order", part: "Mon 9–9" }],
  ["Mon–Fri 9–18, Wed 10–12", { kind: "twice", day: 2 }],
  ["Sat, Sat 9–12", { kind: "twice", day: 5 }],
  ["closed, maybe", { kind: "unreadable", part: "closed" }],
])("%j is refused, with what is wrong", (text, problem) => {
  expect(parseOpeningHours(text)).toEqual({ problem });
});

test.each(languages)("what it writes in %s it reads again, in short and long names", (language) => {
  for (const weekday of ["short", "long"] as const) {
    const format = new Intl.DateTimeFormat(localeOf(language), { weekday, timeZone: "UTC" });
    const dayName = (day: number) => format.format(new Date(Date.UTC(2024, 0, 1 + day)));
    const closed = language === "en" ? "closed" : "休息";
    for (const hours of [
      usualOpeningTimes.openingHours,
      sixDays,
      withSaturday,
      [null, null, half, null, null, null, nine],
      everyDay({ opensAt: "00:00", closesAt: "23:59" }),
      everyDay({ opensAt: "00:00", closesAt: "24:00" }),
      everyDay(null),
    ]) {
      const text = openingHoursText(hours, { dayName, closed });
      expect([text, parseOpeningHours(text)]).toEqual([text, { hours }]);
    }
  }
});

test("days in a row with the same hours are one span", () => {
  expect(daySpans(withSaturday)).toEqual([
    { first: 0, last: 4, hours: half },
    { first: 5, last: 5, hours: short },
    { first: 6, last: 6, hours: null },
  ]);
});
