import { expect, test } from "vitest";
import { fillSnippet, unknownSnippetFields } from "./case-snippet.ts";

test("a text is filled in as it stands, and names no field that there is not", () => {
  const values = { name: "$& {number}", number: "P-1024", date: "June 1" };
  expect(fillSnippet("{number} for {name}: {date}, {date}", values)).toBe(
    "P-1024 for $& {number}: June 1, June 1",
  );
  expect(unknownSnippetFields("{name} and {nmae}, {} {number}")).toEqual(["nmae", ""]);
});
