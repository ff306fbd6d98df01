// Opening hours as people write them, such as 'Mon–Sat 9–19, Sun 10–14', in English and Chinese.
import { visibleText } from "#platform/rules/normalize-text.ts";
import type { OpeningHours } from "./warehouse.ts";

type DayHours = OpeningHours[number];

/** What is wrong with the text, with the part that is or the day (0 for Monday) that stands there twice. */
export type OpeningHoursProblem =
  | { readonly kind: "empty" }
  /** Two times of one day stand one after the other, as around a break. */
  | { readonly kind: "unreadable" | "order" | "break"; readonly part: string }
  | { readonly kind: "twice"; readonly day: number };

type Token =
  | { readonly kind: "days"; readonly days: readonly number[] }
  | { readonly kind: "time"; readonly minutes: number }
  | { readonly kind: "closed" | "to" | "gap" };

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;
const englishDays =
  /^(?:(mon(?:days?)?)|(tue(?:s(?:days?)?)?)|(wed(?:s|nesdays?)?)|(thu(?:rs?(?:days?)?)?)|(fri(?:days?)?)|(sat(?:urdays?)?)|(sun(?:days?)?))(?![a-z])\.?/i;
const chineseDay = /^(?:週|周|星期|礼拜|禮拜)?([一二三四五六日天])/;
const everyDay = /^(?:daily(?![a-z])|every ?day(?![a-z])|每天|每日)/i;
const time = /^(\d{1,2})(?:[:.點点時时](\d{2})分?|[點点時时])?(?!\d) ?(am|pm)?(?![a-z])/i;
const closed = /^(?:closed(?![a-z])|休息|關門|关门)/i;
const to = /^(?:[-–—−‒~〜]|to(?![a-z])|until(?![a-z])|至|到)/i;
const gap = /^(?:[\s,;:.、。&+/|]+|and(?![a-z])|及|和)/i;

function readDays(
  text: string,
): { readonly days: readonly number[]; readonly length: number } | null {
  const every = everyDay.exec(text);
  if (every !== null) return { days: weekdays, length: every[0].length };
  const english = englishDays.exec(text);
  if (english !== null) {
    const day = english.slice(1).findIndex((name) => name !== undefined);
    return { days: [day], length: english[0].length };
  }
  const chinese = chineseDay.exec(text);
  if (chinese === null) return null;
  const [name, character = ""] = chinese;
  return { days: [Math.min("一二三四五六日天".indexOf(character), 6)], length: name.length };
}

/** Minutes since midnight; null for a time that no clock shows. */
function minutesOf([, hours = "", minutes = "0", half]: RegExpExecArray): number | null {
  const hour = Number(hours);
  const minute = Number(minutes);
  if (minute > 59 || hour > (half === undefined ? 24 : 12)) return null;
  const shift =
    half === undefined ? 0 : (half.toLowerCase() === "pm" ? 12 : 0) - (hour === 12 ? 12 : 0);
  const all = (hour + shift) * 60 + minute;
  return all > 24 * 60 ? null : all;
}

/** The first word or sign of the text; null where it is none. */
function readToken(text: string): { readonly token: Token; readonly length: number } | null {
  const days = readDays(text);
  if (days !== null) return { token: { kind: "days", days: days.days }, length: days.length };
  const clock = time.exec(text);
  if (clock !== null) {
    const minutes = minutesOf(clock);
    return minutes === null ? null : { token: { kind: "time", minutes }, length: clock[0].length };
  }
  for (const [kind, pattern] of [
    ["closed", closed],
    ["to", to],
    ["gap", gap],
  ] as const) {
    const found = pattern.exec(text);
    if (found !== null) return { token: { kind }, length: found[0].length };
  }
  return null;
}

type Placed = { readonly token: Token; readonly from: number; readonly until: number };

/** All words and signs but those between them, up to the first that is none. */
function readTokens(text: string): { readonly tokens: readonly Placed[]; readonly end: number } {
  const tokens: Placed[] = [];
  let end = 0;
  while (end < text.length) {
    const read = readToken(text.slice(end));
    if (read === null) break;
    const until = end + read.length;
    if (read.token.kind !== "gap") tokens.push({ token: read.token, from: end, until });
    end = until;
  }
  return { tokens, end };
}

/** From one day to another, also over the weekend. */
function daysBetween(first: number, last: number): number[] {
  const count = ((last - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => (first + index) % 7);
}

type Group = {
  readonly days: readonly number[];
  readonly hours: DayHours;
  /** Where in the tokens the next group begins. */
  readonly next: number;
};

function readDayList(tokens: readonly Placed[], start: number): { days: number[]; next: number } {
  const days: number[] = [];
  let next = start;
  for (;;) {
    const first = tokens[next]?.token;
    if (first?.kind !== "days") return { days, next };
    const last = tokens[next + 1]?.token.kind === "to" ? tokens[next + 2]?.token : undefined;
    if (last?.kind === "days") {
      days.push(...daysBetween(first.days[0] ?? 0, last.days.at(-1) ?? 0));
      next += 3;
    } else {
      days.push(...first.days);
      next += 1;
    }
  }
}

function clockText(minutes: number): string {
  const part = (value: number) => String(value).padStart(2, "0");
  return `${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
}

/** Days with their hours, from the token at `start` on; null where it is no such group. */
function readGroup(tokens: readonly Placed[], start: number): Group | "order" | null {
  const { days, next } = readDayList(tokens, start);
  const [from, between, until] = tokens.slice(next, next + 3).map(({ token }) => token);
  if (days.length === 0) return null;
  if (from?.kind === "closed") return { days, hours: null, next: next + 1 };
  if (from?.kind !== "time" || between?.kind !== "to" || until?.kind !== "time") return null;
  if (until.minutes <= from.minutes) return "order";
  const hours = { opensAt: clockText(from.minutes), closesAt: clockText(until.minutes) };
  return { days, hours, next: next + 3 };
}

/** Whether a time span stands at `start` without days. */
function isSpanWithoutDays(tokens: readonly Placed[], start: number): boolean {
  const kinds = tokens.slice(start, start + 3).map(({ token }) => token.kind);
  return start > 0 && kinds.join(" ") === "time to time";
}

const shownPart = 40;

/** What somebody wrote from `from` on, up to the end of that group. */
function partOf(text: string, from: number): string {
  const rest = text.slice(from).trim();
  const [part = ""] = rest.split(/\s*[;\n]|,\s+(?=\D)/);
  return part.slice(0, shownPart);
}

/** The opening hours in a text; days that it does not name are closed. */
export function parseOpeningHours(
  typed: string,
): { readonly hours: OpeningHours } | { readonly problem: OpeningHoursProblem } {
  const text = visibleText(typed).normalize("NFKC").trim();
  if (text === "") return { problem: { kind: "empty" } };
  const { tokens, end } = readTokens(text);
  const hours = new Map<number, DayHours>();
  const isWhollyClosed = tokens.length === 1 && tokens[0]?.token.kind === "closed";
  if (isWhollyClosed && end === text.length) return { hours: weekdays.map(() => null) };
  let next = 0;
  while (next < tokens.length) {
    const group = readGroup(tokens, next);
    const from = tokens[next]?.from ?? 0;
    if (group === null) {
      const kind = isSpanWithoutDays(tokens, next) ? "break" : "unreadable";
      return { problem: { kind, part: partOf(text, from) } };
    }
    if (group === "order") return { problem: { kind: "order", part: partOf(text, from) } };
    const twice = group.days.find(
      (day, index) => hours.has(day) || group.days.indexOf(day) < index,
    );
    if (twice !== undefined) return { problem: { kind: "twice", day: twice } };
    for (const day of group.days) hours.set(day, group.hours);
    next = group.next;
  }
  if (end < text.length || hours.size === 0) {
    return { problem: { kind: "unreadable", part: partOf(text, end) } };
  }
  return { hours: weekdays.map((day) => hours.get(day) ?? null) };
}

/** Days in a row that have the same hours, from Monday on. */
export type DaySpan = { readonly first: number; readonly last: number; readonly hours: DayHours };

export function daySpans(hours: OpeningHours): DaySpan[] {
  const isSame = (one: DayHours, other: DayHours) =>
    one?.opensAt === other?.opensAt && one?.closesAt === other?.closesAt;
  const spans: DaySpan[] = [];
  for (const [day, ofDay] of hours.entries()) {
    const last = spans.at(-1);
    if (last !== undefined && isSame(last.hours, ofDay))
      spans[spans.length - 1] = { ...last, last: day };
    else spans.push({ first: day, last: day, hours: ofDay });
  }
  return spans;
}

const shortTime = (text: string) => text.replace(/^0/, "").replace(/:00$/, "");

/** Opening hours as `parseOpeningHours` reads them; `words` are those of the reader's language. */
export function openingHoursText(
  hours: OpeningHours,
  words: { readonly dayName: (day: number) => string; readonly closed: string },
): string {
  const { dayName } = words;
  const parts = daySpans(hours).flatMap(({ first, last, hours: ofDays }) => {
    if (ofDays === null) return [];
    const days = first === last ? dayName(first) : `${dayName(first)}–${dayName(last)}`;
    return [`${days} ${shortTime(ofDays.opensAt)}–${shortTime(ofDays.closesAt)}`];
  });
  return parts.length === 0 ? words.closed : parts.join(", ");
}
