// What sending packages brought in, by month and lane.

/** What a figure sums: each is charged apart. */
export const chargeParts = ["freight", "storage", "box", "extra_service"] as const;
export type ChargePart = (typeof chargeParts)[number];

/** Months begin in the warehouse's city. */
export const figuresTimeZone = "Asia/Hong_Kong";

/** The most months that are read together. */
export const figuresLimits = { months: 24, charges: 100 } as const;

/** The months from one to another (YYYY-MM), both included; 0 where the second is before the first. */
export function monthsBetween(from: string, to: string): number {
  const months = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
  return Math.max(0, months(to) - months(from) + 1);
}

/** A month of the calendar as it is written: 2026-11. */
export function isMonth(text: string): boolean {
  return /^20\d\d-(0[1-9]|1[0-2])$/.test(text);
}
