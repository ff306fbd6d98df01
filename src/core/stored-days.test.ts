import { expect, test } from "vitest";
import { storedDays, type StoredParcel } from "./stored-days.ts";

const rate = { dayCents: 20, stepGrams: 5000, volumeDivisor: 6000, capCents: 2000 };
const size = { weightGrams: 700, sidesMm: [150, 100, 60] };
const parcel = (id: string, freeUntil: string): StoredParcel => ({ id, freeUntil, size, rate });
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
