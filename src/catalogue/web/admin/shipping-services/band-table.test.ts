import { expect, test } from "vitest";
import { bandTable } from "./band-table.ts";

const table = (...rows: readonly string[]) => rows.join("\r\n").replaceAll("|", "\t");

test.each([
  ["grams", table("500|65", "1000|95.5"), "500 65.00\n1000 95.50"],
  ["a heading", table("Up to (g)|Price", "500|65.00"), "500 65.00"],
  ["kilograms by the heading", table("Weight (kg)|SGD", "1|65", "2|95"), "1000 65.00\n2000 95.00"],
  ["kilograms in Chinese", table("公斤|收費", "1|65"), "1000 65.00"],
  ["kilograms by their decimals", table("0.5|65", "1|95"), "500 65.00\n1000 95.00"],
  ["decimal commas", table("0,5|65,00", "1|1.250,50"), "500 65.00\n1000 1250.50"],
  ["units of their own", table("500 g|65", "1 kg|95"), "500 65.00\n1000 95.00"],
  ["ranges", table("0–0.5 kg|65", "0.5–1 kg|95"), "500 65.00\n1000 95.00"],
  [
    "thousands and currencies",
    table("1,000|S$1,250.00", "2 000|€ 2'500"),
    "1000 1250.00\n2000 2500.00",
  ],
  ["empty rows", table("500|65", "|", "1000|95", ""), "500 65.00\n1000 95.00"],
])("a table with %s is read", (_what, text, bands) => {
  expect(bandTable(text)).toEqual({ bands, step: null });
});

test("the last row may have a step, as an exported one has", () => {
  const rows = ["up_to_grams|price|step_grams|step_price", "500|65.00||", "1000|95.00|500|30.00"];
  expect(bandTable(table(...rows))).toEqual({
    bands: "500 65.00\n1000 95.00",
    step: { grams: "500", price: "30.00" },
  });
  expect(bandTable(table("0.5|65|0.5|30"))?.step).toEqual({ grams: "500", price: "30.00" });
});

test("a row that is no band stays, so that it is named", () => {
  const { bands } = bandTable(table("500|65", "x|95", "1000|-5", "1500|1.2345", "0|5")) ?? {};
  expect(bands).toBe("500 65.00\nx 95\n1000 -5\n1500 1.2345\n0 5");
});

test.each(["", "500 65.00\n1000 95.00", "\t\t", table("Weight|Price"), table("US|Canada", "a|b")])(
  "%j is no table",
  (text) => {
    expect(bandTable(text)).toBeNull();
  },
);
