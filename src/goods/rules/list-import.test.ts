import { expect, test } from "vitest";
import { parseGoodsList } from "./list-import.ts";

const words = "term,language,hs_code,description_en,flags,source,source_day";

test("A list of words is read with its columns in any order, and every wrong row is named", () => {
  const right = parseGoodsList(
    "words",
    `${words}\nteapot,en,6911.10,Porcelain teapots,,WCO,2026-11-01\n`,
  );
  expect(right.errors).toEqual([]);
  expect(right.rows).toEqual([
    {
      term: "teapot",
      language: "en",
      hsCode: "691110",
      descriptionEn: "Porcelain teapots",
      flags: [],
      source: "WCO",
      sourceDay: "2026-11-01",
    },
  ]);
  const wrong = parseGoodsList(
    "words",
    [
      words,
      "cup,fr,691110,Cups,,WCO,2026-11-01",
      "cup,en,981110,Cups,,WCO,2026-11-01",
      "cup,en,691110,Cups,heavy,WCO,2026-11-01",
      "mug,en,691110,Mugs,,WCO,2026-02-30",
      "pot,en,691110,Pots,,WCO,2026-02-20",
      "pot,en,691110,Pots,,WCO,2026-02-20",
    ].join("\n"),
  );
  expect(wrong.rows).toEqual([]);
  expect(wrong.errors.map(({ line, kind, value }) => `${line} ${kind} ${value}`)).toEqual([
    "2 invalid_cell language: fr",
    "3 invalid_cell hs_code: 981110",
    "4 invalid_cell flags: heavy",
    "5 invalid_cell source_day: 2026-02-30",
    "7 repeated en pot",
  ]);
});

test("A file without the columns, without rows or with an open quote is refused as a whole", () => {
  const kinds = ["term,language", `${words}\n`, `${words}\n"a`].map(
    (text) => parseGoodsList("words", text).errors[0]?.kind,
  );
  expect(kinds).toEqual(["no_rows", "no_rows", "quote_not_closed"]);
  expect(parseGoodsList("hs_codes", "code\n610910").errors).toEqual([
    { line: 1, kind: "wrong_header", value: "description, edition, source" },
  ]);
});
