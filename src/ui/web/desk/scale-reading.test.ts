import { describe, expect, test } from "vitest";
import { readScaleLine, readScaleReport, type ScaleReading } from "./scale-reading.ts";

const report = (...bytes: readonly number[]) => new DataView(Uint8Array.from(bytes).buffer);
const grams = (weightGrams: number): ScaleReading => ({ kind: "stable", weightGrams });

describe("a report of a USB scale", () => {
  test.each<[string, DataView, ScaleReading]>([
    ["1,250 g", report(4, 2, 0, 0xe2, 0x04), grams(1250)],
    ["12.5 kg in tenths", report(4, 3, 0xff, 125, 0), grams(12_500)],
    ["1.250 kg in thousandths", report(4, 3, 0xfd, 0xe2, 0x04), grams(1250)],
    ["20 kg in tens", report(4, 3, 1, 2, 0), grams(20_000)],
    ["35.3 oz", report(4, 11, 0xff, 0x61, 0x01), grams(1001)],
    ["2.2 lb", report(4, 12, 0xff, 22, 0), grams(998)],
    ["65,535 g, both bytes full", report(4, 2, 0, 0xff, 0xff), grams(65_535)],
    ["stable at 0 g", report(4, 2, 0, 0, 0), { kind: "zero" }],
    ["zero", report(2, 2, 0, 0, 0), { kind: "zero" }],
    ["in motion", report(3, 2, 0, 0xe2, 0x04), { kind: "unstable" }],
    ["under zero", report(5, 2, 0, 5, 0), { kind: "negative" }],
    ["over its limit", report(6, 2, 0, 0, 0), { kind: "over" }],
    ["a fault", report(1, 2, 0, 0, 0), { kind: "unavailable" }],
    ["to be calibrated", report(7, 2, 0, 0xe2, 0x04), { kind: "unavailable" }],
    ["a unit that is no weight of ours", report(4, 8, 0, 1, 0), { kind: "unavailable" }],
    ["too few bytes", report(4, 2, 0), { kind: "unavailable" }],
  ])("%s", (_, data, reading) => {
    expect(readScaleReport(data)).toEqual(reading);
  });
});

describe("a line of a serial scale", () => {
  test.each<[string, ScaleReading | null]>([
    ["ST,GS,+  1.250kg", grams(1250)],
    ["ST,GS,+  1.250kg\r", grams(1250)],
    ["ST,NT,+0012.34 kg", grams(12_340)],
    ["ST,GS,    850 g", grams(850)],
    ["st,gs,+2.2lb", grams(998)],
    ["ST,GS,+35.3oz", grams(1001)],
    ["ST,+1.250kg", grams(1250)],
    ["ST,GS,+  0.000kg", { kind: "zero" }],
    ["ST,GS,-  0.000kg", { kind: "zero" }],
    ["ST,GS,-  0.020kg", { kind: "negative" }],
    ["US,GS,+  1.180kg", { kind: "unstable" }],
    ["OL", { kind: "over" }],
    ["OL,GS,+99999.9kg", { kind: "over" }],
    ["S S      1.250 kg", grams(1250)],
    ["S S 1.250 kg", grams(1250)],
    ["S S     -0.020 kg", { kind: "negative" }],
    ["S S      0.000 kg", { kind: "zero" }],
    ["S D      1.180 kg", { kind: "unstable" }],
    ["S I", { kind: "unavailable" }],
    ["S +", { kind: "over" }],
    ["S -", { kind: "negative" }],
    ["wn01.250kg", grams(1250)],
    ["ww001.250kg", grams(1250)],
    ["wn-0.020kg", { kind: "negative" }],
    ["1.250 kg", grams(1250)],
    ["1,250 kg", grams(1250)],
    ["+   1.250 kg", grams(1250)],
    ["G  1.250 kg", grams(1250)],
    ["N     +    1.250 kg", grams(1250)],
    ["  1.250 kg  NET", grams(1250)],
    ["  1.180 kg  ?", { kind: "unstable" }],
    ["850 g", grams(850)],
    ["2.2 lb", grams(998)],
    ["S S", null],
    ["1.250", null],
    ["wt00.250kg", null],
    ["1.250 kg 1.250 kg", null],
    ["GS,+  1.250kg", null],
    ["ST,GS,+  1.2", null],
    ["ST,GS", null],
    ["hello", null],
    ["", null],
  ])("%j", (line, reading) => {
    expect(readScaleLine(line)).toEqual(reading);
  });
});
