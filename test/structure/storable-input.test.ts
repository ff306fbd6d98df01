// PostgreSQL stores neither NUL nor half a character, so no field of the API may let them through.
import { expect, test } from "vitest";
import * as z from "zod";
import { operations } from "#app/contract/operations.ts";
import { isStorable } from "#platform/rules/normalize-text.ts";

/** Texts of which each field takes at least one, so that what is added to it is what is refused. */
const takenTexts = [
  "tea",
  "",
  "TEA",
  "1",
  "HK",
  "09:00",
  "2026-11",
  "mei@example.com",
  "https://example.com/tea",
  "k7f2q-9xmw4",
  "A".repeat(22),
  "A".repeat(87),
] as const;

const unstorable = { NUL: "\u0000", "half a character": "\uD83D", "the other half": "\uDE80" };

type Field = { readonly place: string; readonly schema: z.ZodType };

/** The fields of a schema that have no fields themselves. */
function fieldsOf(schema: unknown, place: string): Field[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      fieldsOf(field, `${place}.${name}`),
    );
  }
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, `${place}[]`);
  if (schema instanceof z.ZodRecord) {
    return [...fieldsOf(schema.keyType, `${place}.*`), ...fieldsOf(schema.valueType, `${place}.*`)];
  }
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodTuple) {
    const options = schema instanceof z.ZodUnion ? schema.options : schema.def.items;
    return options.flatMap((option) => fieldsOf(option, place));
  }
  const isAround =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  if (isAround) return fieldsOf(schema.unwrap(), place);
  return schema instanceof z.ZodType ? [{ place, schema }] : [];
}

const fields = operations.flatMap(({ name, inputSchema }) => fieldsOf(inputSchema, name));

/** What of the unstorable texts a field lets through. */
function letThrough({ place, schema }: Field): string[] {
  return takenTexts
    .filter((taken) => schema.safeParse(taken).success)
    .flatMap((taken) =>
      Object.entries(unstorable).flatMap(([what, text]) => {
        const half = Math.ceil(taken.length / 2);
        const inputs = [
          taken + text,
          text + taken,
          taken.slice(0, half) + text + taken.slice(half),
        ];
        return inputs.map((input) => ({ what, result: schema.safeParse(input) }));
      }),
    )
    .filter(({ result }) => {
      const value: unknown = result.success ? result.data : "";
      return typeof value === "string" && !isStorable(value);
    })
    .map(({ what }) => `${place}: ${what}`);
}

test("a field that takes what cannot be stored is reported", () => {
  const schema = z.object({ note: z.string(), day: z.iso.date(), list: z.array(z.string()) });
  const places = fieldsOf(schema, "boxes.addBox").flatMap(letThrough);
  expect([...new Set(places)].toSorted()).toEqual(
    ["boxes.addBox.list[]", "boxes.addBox.note"].flatMap((place) =>
      Object.keys(unstorable)
        .map((what) => `${place}: ${what}`)
        .toSorted(),
    ),
  );
});

test("no text of the contract lets through what cannot be stored", () => {
  expect(fields.length).toBeGreaterThan(500);
  expect([...new Set(fields.flatMap(letThrough))]).toEqual([]);
});
