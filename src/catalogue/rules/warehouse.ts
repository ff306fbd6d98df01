// The warehouses that receive parcels, and their address in the shape of a shop's address form.
import type { Language } from "#platform/rules/language.ts";
import { addCalendarDays, localTime, momentOf } from "#platform/rules/calendar.ts";

/** A hub packs and sends packages; an intake only receives parcels for a hub. */
export const warehouseKinds = ["hub", "intake"] as const;

/** Kind of a warehouse. */
export type WarehouseKind = (typeof warehouseKinds)[number];

/** The fields of an address that differ by language; the first three are chosen from lists at most shops. */
export const addressFields = ["province", "city", "district", "street"] as const;

/** A warehouse's address in every language. */
export type WarehouseAddress = Readonly<
  Record<Language, Readonly<Record<(typeof addressFields)[number], string>>>
>;

/** Opening and closing time in the warehouse's time zone, such as 09:00, of each weekday from Monday on; null: closed. */
export type OpeningHours = readonly ({
  readonly opensAt: string;
  readonly closesAt: string;
} | null)[];

/** How many warehouses there can be. */
export const maxWarehouses = 20;

/** When a place is open. */
export type OpeningTimes = {
  readonly openingHours: OpeningHours;
  /** Days of the calendar. */
  readonly closedDays: readonly string[];
  readonly timeZone: string;
};

/** How far opening hours are counted; a place that is closed for longer has none. */
const mostDays = 60;
const minuteMilliseconds = 60_000;

/** From when to when a place is open on a day; null: closed. */
function openOn(
  { openingHours, closedDays, timeZone }: OpeningTimes,
  day: string,
): { readonly from: number; readonly to: number } | null {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const hours = openingHours[weekday] ?? null;
  if (hours === null || closedDays.includes(day)) return null;
  const from = momentOf(timeZone, day, hours.opensAt);
  return { from, to: momentOf(timeZone, day, hours.closesAt) };
}

/** The latest moment since which the place was open for `hours` hours until `until`; null where it was not in 60 days. */
export function beforeOpenHours(place: OpeningTimes, until: Date, hours: number): Date | null {
  let left = hours * 60 * minuteMilliseconds;
  let { day } = localTime(place.timeZone, until);
  for (let days = 0; days <= mostDays; days += 1) {
    const open = openOn(place, day);
    if (open !== null) {
      const to = Math.min(open.to, until.getTime());
      const length = Math.max(0, to - open.from);
      if (length >= left) return new Date(to - left);
      left -= length;
    }
    day = addCalendarDays(day, -1);
  }
  return null;
}

/**
 * The earliest moment until which the place is open for `hours` hours from `since` on; null where it is not within 60 days.
 */
export function afterOpenHours(place: OpeningTimes, since: Date, hours: number): Date | null {
  let left = hours * 60 * minuteMilliseconds;
  let { day } = localTime(place.timeZone, since);
  for (let days = 0; days <= mostDays; days += 1) {
    const open = openOn(place, day);
    if (open !== null) {
      const from = Math.max(open.from, since.getTime());
      const length = Math.max(0, open.to - from);
      if (length >= left) return new Date(from + left);
      left -= length;
    }
    day = addCalendarDays(day, 1);
  }
  return null;
}

const usualHours = { opensAt: "09:30", closesAt: "18:30" };

/** When offices in Hong Kong are usually open: what a new warehouse starts with, and what counts where there is none. */
export const usualOpeningTimes: OpeningTimes = {
  openingHours: [usualHours, usualHours, usualHours, usualHours, usualHours, null, null],
  closedDays: [],
  timeZone: "Asia/Hong_Kong",
};

export const warehouseMarks = {
  with: "%WITH_WAREHOUSE%",
  without: "%WITHOUT_WAREHOUSE%",
  end: "%END_WAREHOUSE%",
} as const;

/** A mark may be a paragraph of its own, as in the pages of text. */
const marked =
  /(?:<p>%(WITH|WITHOUT)_WAREHOUSE%<\/p>|%(WITH|WITHOUT)_WAREHOUSE%)([^]*?)(?:<p>%END_WAREHOUSE%<\/p>|%END_WAREHOUSE%)/g;

/** `html` with the parts that hold, without the others, the marks, and paragraphs and items of lists that are empty then. */
export function keepWarehouseParts(html: string, hasWarehouse: boolean): string {
  const kept = hasWarehouse ? "WITH" : "WITHOUT";
  return html
    .replaceAll(
      marked,
      (_, ofParagraph: string | undefined, ofText: string | undefined, part: string) =>
        (ofParagraph ?? ofText) === kept ? part : "",
    )
    .replaceAll(/<(li|p)><\/\1>/g, "");
}
