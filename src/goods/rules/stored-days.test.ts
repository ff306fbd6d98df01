import { expect, test } from "vitest";
import { chargedUntil, storedDays, type StoredParcel } from "./stored-days.ts";

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
