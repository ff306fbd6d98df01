import { describe, expect, test } from "vitest";
import { memberCodeOf } from "#people/rules/member-code.ts";
import { readLine, type DeskLine } from "./parse-input.ts";

const open = { isOpen: true, hasChoices: false };
const idle = { isOpen: false, hasChoices: false };
const code = memberCodeOf("S7K32Q");
const dashed = `${code.slice(0, 4)}-${code.slice(4)}`;
const weight = (weightGrams: number): DeskLine => ({ kind: "weight", weightGrams, commands: [] });
const sides = (...sidesMm: [number, number, number]): DeskLine => ({
  kind: "sides",
  sidesMm,
  commands: [],
});
const scan = (text: string): DeskLine => ({ kind: "scan", scan: text });

describe("a line while a parcel is open", () => {
  test.each<[string, DeskLine]>([
    ["", { kind: "empty" }],
    ["   ", { kind: "empty" }],
    ["1.25", weight(1250)],
    ["1,25", weight(1250)],
    [".25", weight(250)],
    ["１．２５", weight(1250)],
    ["30", weight(30_000)],
    ["1.25 kg", weight(1250)],
    ["850g", weight(850)],
    ["100", weight(100_000)],
    ["100.001", { kind: "weight_out_of_range" }],
    ["0", { kind: "weight_out_of_range" }],
    ["0.0004", scan("0.0004")],
    ["-1", { kind: "weight_out_of_range" }],
    ["1250", { kind: "weight_out_of_range" }],
    ["40 30 25", sides(400, 300, 250)],
    ["40x30x25", sides(400, 300, 250)],
    ["40 × 30.5 × 25 cm", sides(400, 305, 250)],
    ["300 300 300", sides(3000, 3000, 3000)],
    ["301 30 25", { kind: "sides_out_of_range" }],
    ["40 0 25", { kind: "sides_out_of_range" }],
    ["40 30 -25", { kind: "sides_out_of_range" }],
    [dashed, { kind: "member_code", text: dashed }],
    [code.toLowerCase(), { kind: "member_code", text: code.toLowerCase() }],
    ["S7K3-2Q0", { kind: "member_code", text: "S7K3-2Q0" }],
    ["S7K32Q0", scan("S7K32Q0")],
    ["SHELF:A-03-2", { kind: "storage_location", code: "A-03-2" }],
    ["shelf: a-03-2", { kind: "storage_location", code: "A-03-2" }],
    ["A-03-2", { kind: "storage_location", code: "A-03-2" }],
    ["b-4", { kind: "storage_location", code: "B-4" }],
    ["u", { kind: "undo" }],
    ["UA123456785CN", scan("UA123456785CN")],
    ["SHELF:", { kind: "storage_location", code: null }],
    ["SF1234567890123", scan("SF1234567890123")],
    ["773112345678", scan("773112345678")],
    ["bd", { kind: "commands", commands: ["b", "d"] }],
    ["B1.25", { kind: "weight", weightGrams: 1250, commands: ["b"] }],
    ["D40 30 25", { kind: "sides", sidesMm: [400, 300, 250], commands: ["d"] }],
    ["DB1234567890", scan("DB1234567890")],
    ["BG-4711", scan("BG-4711")],
    ["?", { kind: "no_label" }],
    ["N box wet：右下角", { kind: "note", note: "box wet：右下角", commands: [] }],
    ["bdN box wet：右下角", { kind: "note", note: "box wet：右下角", commands: ["b", "d"] }],
    ["bn123456789", { kind: "scan", scan: "bn123456789" }],
    ["n", { kind: "note", note: "", commands: [] }],
    ["N123456789", scan("N123456789")],
  ])("%j", (text, line) => {
    expect(readLine(text, open)).toEqual(line);
  });
});

describe("a line while none is open", () => {
  test.each<[string, DeskLine]>([
    ["SF1234567890123", scan("SF1234567890123")],
    [dashed, scan(dashed)],
    ["B", scan("B")],
    ["1.25", weight(1250)],
    ["SHELF:A-03-2", { kind: "storage_location", code: "A-03-2" }],
    ["https://sampan.example/a/B7K2M9PX", scan("https://sampan.example/a/B7K2M9PX")],
  ])("%j", (text, line) => {
    expect(readLine(text, idle)).toEqual(line);
  });
});

test.each<[string, DeskLine]>([
  ["2", { kind: "choice", number: 2 }],
  ["0", { kind: "choice", number: 0 }],
  ["1.5", weight(1500)],
  ["12", weight(12_000)],
])("%j while there is something to choose", (text, line) => {
  expect(readLine(text, { isOpen: true, hasChoices: true })).toEqual(line);
});
