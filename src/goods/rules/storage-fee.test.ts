import { describe, expect, test } from "vitest";
import { addCalendarDays, daysBetween, localTime } from "#platform/rules/calendar.ts";
import {
  dueReminder,
  storageDayCents,
  storageFee,
  type StoredSize,
  chargedUntil,
  storedDays,
  type StoredParcel,
} from "./storage-fee.ts";

const rate = { dayCents: 20, stepGrams: 5_000, volumeDivisor: 6_000, capCents: 2_000 };
const oneStep: StoredSize = { weightGrams: 1_250, sidesMm: null };

describe("days of the calendar", () => {
  test.each([
    ["2026-06-10", 30, "2026-07-10"],
    ["2026-12-20", 14, "2027-01-03"],
    ["2028-02-20", 14, "2028-03-05"],
    ["2027-02-20", 14, "2027-03-06"],
    ["2026-03-28", 2, "2026-03-30"],
    ["2026-06-10", 0, "2026-06-10"],
  ])("%s + %i is %s, and back", (from, days, to) => {
    expect(addCalendarDays(from, days)).toBe(to);
    expect(daysBetween(from, to)).toBe(days);
    expect(addCalendarDays(to, -days)).toBe(from);
  });

  test.each([
    ["Asia/Hong_Kong", "2026-06-09T15:59:59Z", "2026-06-09", "23:59"],
    ["Asia/Hong_Kong", "2026-06-09T16:00:00Z", "2026-06-10", "00:00"],
    ["Europe/Berlin", "2026-03-29T00:59:00Z", "2026-03-29", "01:59"],
    ["Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29", "03:00"],
    ["Europe/Berlin", "2026-10-25T22:59:00Z", "2026-10-25", "23:59"],
    ["Europe/Berlin", "2026-10-25T23:00:00Z", "2026-10-26", "00:00"],
    ["America/New_York", "2027-01-01T04:59:00Z", "2026-12-31", "23:59"],
  ])("a clock in %s shows at %s %s %s", (timeZone, at, day, time) => {
    expect(localTime(timeZone, new Date(at))).toEqual({ day, time });
  });

  test("that do not exist are refused", () => {
    expect(() => daysBetween("2026-02-28", "soon")).toThrow(RangeError);
  });
});

describe("what a day costs", () => {
  test.each<[string, StoredSize | null, number]>([
    ["without a measurement", null, 20],
    ["for a gram", { weightGrams: 1, sidesMm: null }, 20],
    ["for exactly a step", { weightGrams: 5_000, sidesMm: null }, 20],
    ["for a gram more", { weightGrams: 5_001, sidesMm: null }, 40],
    ["for 5 kg of volume exactly", { weightGrams: 1, sidesMm: [300, 250, 400] }, 20],
    ["for a little more volume", { weightGrams: 1, sidesMm: [301, 250, 400] }, 40],
    ["for more weight than volume", { weightGrams: 12_000, sidesMm: [300, 250, 400] }, 60],
    ["for the largest box", { weightGrams: 1, sidesMm: [3_000, 3_000, 3_000] }, 18_000],
  ])("%s", (_, size, cents) => {
    expect(storageDayCents(size, rate)).toBe(cents);
  });
});

describe("what storage has cost", () => {
  test.each([
    ["a day before the last free day", "2026-07-09", 1, 0],
    ["on the last free day", "2026-07-10", 0, 0],
    ["a day after", "2026-07-11", -1, 20],
    ["a year's end later", "2026-07-16", -6, 120],
    ["when the cap is reached", "2026-10-18", -100, 2_000],
    ["long after", "2027-07-10", -365, 2_000],
  ])("%s", (_, day, daysLeft, accruedCents) => {
    const fee = storageFee(day, "2026-07-10", oneStep, rate);
    expect(fee).toEqual({ daysLeft, accruedCents, dayCents: 20 });
  });

  test.each([
    ["over a leap day", "2028-02-28", "2028-03-01", 40],
    ["over a year's end", "2026-12-31", "2027-01-02", 40],
    ["while a clock in Europe changes", "2026-03-28", "2026-03-30", 40],
    ["without free days, on the day after", "2026-06-10", "2026-06-11", 20],
  ])("%s", (_, freeUntil, day, accruedCents) => {
    expect(storageFee(day, freeUntil, oneStep, rate).accruedCents).toBe(accruedCents);
  });

  test("is nothing where the cap is nothing", () => {
    const free = { ...rate, capCents: 0 };
    expect(storageFee("2026-08-01", "2026-07-10", oneStep, free).accruedCents).toBe(0);
  });
});

test.each([
  [8, null],
  [7, 7],
  [4, 7],
  [3, 3],
  [2, 3],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-13, 1],
  [-14, -14],
  [-27, -14],
  [-28, -28],
  [-365, -364],
])("with %i days left the reminder that is due is %s", (daysLeft, reminder) => {
  expect(dueReminder(daysLeft)).toBe(reminder);
});

const shelvedRate = { dayCents: 20, stepGrams: 5000, volumeDivisor: 6000, capCents: 2000 };
const size = { weightGrams: 700, sidesMm: [150, 100, 60] };
const parcel = (id: string, freeUntil: string, more: Partial<StoredParcel> = {}): StoredParcel => ({
  id,
  trackingNumber: null,
  chargedCents: 0,
  freeUntil,
  size,
  rate: shelvedRate,
  ...more,
});
const parcels = [parcel("a", "2026-06-10"), parcel("b", "2026-06-14")];

const figures = (...input: Parameters<typeof storedDays>) =>
  storedDays(...input).map(({ inboundParcelId, days, dayCents }) => [
    inboundParcelId,
    days,
    dayCents,
  ]);

test("each parcel has its own clock, and a free one is no line", () => {
  expect(figures(parcels, "2026-06-12")).toEqual([["a", 2, 20]]);
  expect(figures(parcels, "2026-06-16")).toEqual([
    ["a", 6, 20],
    ["b", 2, 20],
  ]);
});

test("a shelved box is one piece from the day it was packed, by the clock that ends first", () => {
  const box = { since: "2026-06-12", size: { weightGrams: 5001, sidesMm: [200, 150, 100] } };
  expect(figures(parcels, "2026-06-20", box)).toEqual([
    ["a", 2, 20],
    ["a", 8, 40],
  ]);
  const early = { ...box, since: "2026-06-01" };
  expect(figures(parcels, "2026-06-13", early)).toEqual([["a", 3, 40]]);
  expect(figures(parcels, "2026-06-09", early)).toEqual([]);
});

const costs = (...input: Parameters<typeof storedDays>) =>
  storedDays(...input).map(({ days, dayCents, capCents }) => Math.min(capCents, days * dayCents));

test("G48: a parcel costs its cap once: the box in which it was shelved has what it left", () => {
  const size = { weightGrams: 5001, sidesMm: [200, 150, 100] };
  const shelved = { since: "2026-09-01", size };
  expect(costs([parcel("a", "2026-06-10")], "2027-06-10", shelved)).toEqual([1660, 340]);
  const late = { since: "2027-01-01", size };
  expect(costs([parcel("a", "2026-06-10")], "2027-06-10", late)).toEqual([2000]);
});

test("G48: pieces that arrived under one number have one cap, less what was charged for others before", () => {
  const piece = (id: string, chargedCents = 0) =>
    parcel(id, "2026-06-10", { trackingNumber: "SF1", chargedCents });
  expect(costs([piece("a"), piece("b")], "2026-06-20")).toEqual([200, 200]);
  expect(costs([piece("a"), piece("b")], "2026-08-30")).toEqual([1620, 380]);
  expect(costs([piece("a"), piece("b"), parcel("c", "2026-06-10")], "2027-06-10")).toEqual([
    2000, 2000,
  ]);
  expect(costs([piece("a", 1900), piece("b", 1900)], "2027-06-10")).toEqual([100]);
  expect(costs([piece("a", 2500)], "2027-06-10")).toEqual([]);
});

test("G48: the clock of a request stops on the promised day, or when it was packed later", () => {
  const promisedOn = "2026-06-12";
  expect(chargedUntil("2026-06-11", { promisedOn, packedOn: null })).toBe("2026-06-11");
  expect(chargedUntil("2026-06-15", { promisedOn, packedOn: null })).toBe("2026-06-12");
  expect(chargedUntil("2026-06-15", { promisedOn, packedOn: "2026-06-11" })).toBe("2026-06-12");
  expect(chargedUntil("2026-06-17", { promisedOn, packedOn: "2026-06-15" })).toBe("2026-06-15");
});
