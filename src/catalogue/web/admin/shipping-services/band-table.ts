// Weights and prices that a spreadsheet copied, as the form of a service has them.
import { rateLimits } from "#catalogue/rules/service-price.ts";
import { decimalText, parseAmountCents } from "#platform/rules/money.ts";
import { visibleText } from "#platform/rules/normalize-text.ts";
import { parseWeightGrams } from "#platform/rules/weight.ts";

export type BandTable = {
  /** A line for each row; one that is no band stays as it was, so that the form names it. */
  readonly bands: string;
  /** What the last row has behind its price; null where it has nothing there. */
  readonly step: { readonly grams: string; readonly price: string } | null;
};

/** With what parts its thousands and decimals: "0.5–1 kg" is up to 1, "SGD 1,250.00" is an amount. */
const lastNumber = /(\d[\d.,'\s]*)\D*$/;

/** The last number of a cell with a decimal point alone; empty where there is none. */
function numberIn(cell: string): string {
  const [, found = ""] = lastNumber.exec(cell) ?? [];
  const text = found.replaceAll(/['\s]/g, "").replace(/[.,]+$/, "");
  const isDecimalComma =
    text.lastIndexOf(",") > text.lastIndexOf(".") && !/^\d{1,3}(?:,\d{3})+$/.test(text);
  return isDecimalComma ? text.replaceAll(".", "").replace(",", ".") : text.replaceAll(",", "");
}

const kilograms = /kg|公斤|千克/i;

/** A weight in whole grams; null where it is none. Without a unit of its own it has that of the table. */
function gramsIn(cell: string, isInKilograms: boolean): number | null {
  const number = numberIn(cell);
  if (kilograms.test(cell) || (isInKilograms && !/[g克]$/i.test(cell))) {
    const reading = parseWeightGrams(number);
    return reading.ok ? reading.weightGrams : null;
  }
  const grams = /^\d{1,7}$/.test(number) ? Number(number) : 0;
  return grams >= 1 && grams <= rateLimits.bandGrams ? grams : null;
}

function priceIn(cell: string): string | null {
  const reading = /[-−]\s*\d/.test(cell) ? null : parseAmountCents(numberIn(cell));
  return reading?.ok ? decimalText(reading.amountCents) : null;
}

type Cells = readonly string[];

function bandLine([weight = "", price = ""]: Cells, isInKilograms: boolean): string | null {
  const [grams, amount] = [gramsIn(weight, isInKilograms), priceIn(price)];
  return grams === null || amount === null ? null : `${grams} ${amount}`;
}

function stepIn([, , weight = "", price = ""]: Cells, isInKilograms: boolean): BandTable["step"] {
  const [grams, amount] = [gramsIn(weight, isInKilograms), priceIn(price)];
  return grams === null || amount === null ? null : { grams: String(grams), price: amount };
}

/**
 * The rows of a table whose columns are the weight, the price and, where it goes on, the step and its price, as an export has
 * them. A heading is skipped. Weights are in grams, or in kilograms where the heading or a weight says so, or a weight has
 * decimals. null where the text is no such table.
 */
export function bandTable(text: string): BandTable | null {
  if (!text.includes("\t")) return null;
  const rows = text
    .split(/\r\n|\n|\r/)
    .map((line) => line.split("\t").map((cell) => visibleText(cell).trim()))
    .filter((cells) => cells.some((cell) => cell !== ""));
  const [heading = ""] = rows[0] ?? [];
  const bands = /\d/.test(heading) ? rows : rows.slice(1);
  const isInKilograms =
    kilograms.test(heading) ||
    bands.some(([weight = ""]) => kilograms.test(weight) || numberIn(weight).includes("."));
  const lines = bands.map((cells) => bandLine(cells, isInKilograms));
  if (lines.every((line) => line === null)) return null;
  return {
    bands: lines.map((line, place) => line ?? (bands[place] ?? []).join(" ").trim()).join("\n"),
    step: stepIn(bands.at(-1) ?? [], isInKilograms),
  };
}
