import { expect, test } from "vitest";
import { packageNumberText, parsePackageNumber } from "./package-number.ts";

test("A package is named by P and its number", () => {
  expect(packageNumberText(1024)).toBe("P-1024");
});

test.each([
  ["P-1024", 1024],
  ["p1024", 1024],
  ["1024", 1024],
  [" １０２４ ", 1024],
  [" p - 1024 ", 1024],
  ["P–1024", 1024],
  ["Ｐ－１０２４", 1024],
  ["P-2147483647", 2_147_483_647],
])("%s names a package", (text, number) => {
  expect(parsePackageNumber(text)).toBe(number);
});

test.each([
  "",
  "P-",
  "0",
  "01024",
  "P-0",
  "P-01024",
  "P-10.24",
  "SP-1024",
  "P-1024A",
  "P-2147483648",
  "P-99999999999",
])("%s names none", (text) => {
  expect(parsePackageNumber(text)).toBeNull();
});
