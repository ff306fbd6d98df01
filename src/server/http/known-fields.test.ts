import { expect, test } from "vitest";
import * as z from "zod";
import { isPlain, knownFields } from "./known-fields.ts";

const leg = z.object({ id: z.uuid(), notes: z.string().nullable() });
const plain = z.object({
  name: z.string(),
  count: z.int().optional(),
  kind: z.enum(["one", "two"]),
  legs: z.array(leg).nullable(),
});

test("returns the known fields at every depth, and no others", async () => {
  const answer = {
    name: "Mei",
    kind: "one",
    passwordHash: "secret",
    legs: [{ id: "1", notes: null, userId: "secret" }],
  };
  expect(isPlain(plain)).toBe(true);
  expect(await knownFields(plain, answer)).toEqual({
    name: "Mei",
    kind: "one",
    legs: [{ id: "1", notes: null }],
  });
});

test.each([
  ["a record for a single value", { name: { secret: 1 }, kind: "one", legs: null }],
  ["a list for a single value", { name: ["secret"], kind: "one", legs: null }],
  ["nothing for a single value", { kind: "one", legs: null }],
  ["a single value for a list", { name: "Mei", kind: "one", legs: "secret" }],
  ["null for a record", { name: "Mei", kind: "one", legs: [null] }],
])("rejects %s", async (_what, answer) => {
  await expect(knownFields(plain, answer)).rejects.toThrow("does not match its contract");
});

test("validates with the schema where it has more than records, lists and single values", async () => {
  const schema = z.object({ at: z.union([z.strictObject({ a: z.string() }), z.null()]) });
  expect(isPlain(schema)).toBe(false);
  expect(await knownFields(schema, { at: null, secret: 1 })).toEqual({ at: null });
  await expect(knownFields(schema, { at: 3 })).rejects.toThrow("does not match its contract");
});
