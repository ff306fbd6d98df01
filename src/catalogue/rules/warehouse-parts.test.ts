import { expect, test } from "vitest";
import { keepWarehouseParts } from "./warehouse.ts";

const page =
  "<p>Always</p>%WITH_WAREHOUSE%<p>Parcels</p>%END_WAREHOUSE%%WITHOUT_WAREHOUSE%<p>Legs</p>%END_WAREHOUSE%" +
  "<p>%WITH_WAREHOUSE%</p>&#10;<h3>Storage</h3>&#10;<p>%END_WAREHOUSE%</p><ul><li>One</li>" +
  "<li>%WITH_WAREHOUSE%Two%END_WAREHOUSE%</li></ul><p>End%WITH_WAREHOUSE%, with parcels%END_WAREHOUSE%.</p>";

test("with a warehouse its parts stay, and the marks go", () => {
  expect(keepWarehouseParts(page, true)).toBe(
    "<p>Always</p><p>Parcels</p>&#10;<h3>Storage</h3>&#10;<ul><li>One</li><li>Two</li></ul><p>End, with parcels.</p>",
  );
});

test("without a warehouse nothing of it stays", () => {
  expect(keepWarehouseParts(page, false)).toBe(
    "<p>Always</p><p>Legs</p><ul><li>One</li></ul><p>End.</p>",
  );
});

test("a part of a paragraph leaves the paragraph as it is, and none where nothing of it stays", () => {
  const text =
    "<p>%WITH_WAREHOUSE%Address · %END_WAREHOUSE%Costs</p><p>%WITHOUT_WAREHOUSE%Legs%END_WAREHOUSE%</p>";
  expect(keepWarehouseParts(text, true)).toBe("<p>Address · Costs</p>");
  expect(keepWarehouseParts(text, false)).toBe("<p>Costs</p><p>Legs</p>");
});
