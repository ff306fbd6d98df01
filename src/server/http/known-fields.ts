// Takes from what an operation answers the fields that its contract names, and nothing else.
import type { AnySchema } from "@orpc/contract";
import * as z from "zod";

/** Gives back a value with its known fields alone; throws where its shape is another one. */
type Take = (value: unknown) => unknown;

function fail(expected: string): never {
  throw new Error(`An answer does not fit its contract: ${expected} was expected.`);
}

function single(value: unknown): unknown {
  if (typeof value === "object" ? value !== null : value === undefined) fail("a single value");
  return value;
}

function listOf(take: Take): Take {
  return (value) => {
    if (!Array.isArray(value)) fail("a list");
    const taken = value.map(take);
    return taken.every((item, index) => item === value[index]) ? value : taken;
  };
}

/** Whether `take` gives back each of `given`'s fields as it is. */
function isAsKnown(
  given: Readonly<Record<string, unknown>>,
  fields: readonly (readonly [name: string, take: Take])[],
): boolean {
  for (const field of fields) {
    const value = given[field[0]];
    if (field[1](value) !== value) return false;
  }
  return true;
}

function recordOf(shape: Readonly<Record<string, Take>>): Take {
  const fields = Object.entries(shape);
  return (value) => {
    if (typeof value !== "object" || value === null) fail("a record");
    const given = value as Record<string, unknown>;
    // Nearly every answer is as it should be; to copy it would keep the collector of garbage busy.
    if (Object.keys(given).length === fields.length && isAsKnown(given, fields)) return given;
    const known: Record<string, unknown> = {};
    for (const [name, take] of fields) {
      const taken = take(given[name]);
      if (taken !== undefined) known[name] = taken;
    }
    return known;
  };
}

/** Takes by the whole schema where it knows of more than records, lists and single values; then null. */
function takeOf(schema: z.core.$ZodType): Take | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "string":
    case "number":
    case "boolean":
    case "enum":
    case "literal":
      return single;
    case "nullable": {
      const take = takeOf(def.innerType);
      return take && ((value) => (value === null ? null : take(value)));
    }
    case "optional": {
      const take = takeOf(def.innerType);
      return take && ((value) => (value === undefined ? undefined : take(value)));
    }
    case "array": {
      const take = takeOf(def.element);
      return take && listOf(take);
    }
    case "object": {
      const shape: Record<string, Take> = {};
      for (const [name, field] of Object.entries(def.shape)) {
        const take = takeOf(field);
        if (take === null) return null;
        shape[name] = take;
      }
      const takesOthers = def.catchall !== undefined && def.catchall._zod.def.type !== "never";
      return takesOthers ? null : recordOf(shape);
    }
    default:
      return null;
  }
}

const takes = new WeakMap<AnySchema, Take | null>();

function takeFor(schema: AnySchema): Take | null {
  let take = takes.get(schema);
  if (take === undefined) {
    take = schema instanceof z.core.$ZodType ? takeOf(schema) : null;
    takes.set(schema, take);
  }
  return take;
}

/** Whether answers of this schema are made of what JSON knows: records, lists and single values. */
export function isPlain(schema: AnySchema | undefined): boolean {
  return schema !== undefined && takeFor(schema) !== null;
}

/**
 * What of `answer` may leave the server: the fields of its schema, in the shape that the schema gives them. Of a plain
 * answer texts and numbers are not judged again, which would take longer than all the rest of reading a list; the
 * tests' client holds every answer against the whole schema. Rejects where the shape is another one.
 */
export async function knownFields(
  schema: AnySchema | undefined,
  answer: unknown,
): Promise<unknown> {
  if (schema === undefined) return answer;
  const take = takeFor(schema);
  if (take !== null) return take(answer);
  const judged = await schema["~standard"].validate(answer);
  if (judged.issues === undefined) return judged.value;
  throw new Error("An answer does not fit its contract.", { cause: judged.issues });
}
