import type { AnySchema } from "@orpc/contract";
import * as z from "zod";

/** Returns a value with its known fields only. Throws when its shape differs. */
type Take = (value: unknown) => unknown;

function fail(expected: string): never {
  throw new Error(`An output does not match its contract: ${expected} was expected.`);
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

/** Whether `take` returns each field unchanged. */
function hasOnlyKnownFields(
  value: Readonly<Record<string, unknown>>,
  fields: readonly (readonly [name: string, take: Take])[],
): boolean {
  for (const field of fields) {
    const content = value[field[0]];
    if (field[1](content) !== content) return false;
  }
  return true;
}

function recordOf(shape: Readonly<Record<string, Take>>): Take {
  const fields = Object.entries(shape);
  return (value) => {
    if (typeof value !== "object" || value === null) fail("a record");
    const record = value as Record<string, unknown>;
    // Most outputs have no other fields; copying them all would cost garbage collection.
    if (Object.keys(record).length === fields.length && hasOnlyKnownFields(record, fields))
      return record;
    const known: Record<string, unknown> = {};
    for (const [name, take] of fields) {
      const taken = take(record[name]);
      if (taken !== undefined) known[name] = taken;
    }
    return known;
  };
}

/** null for a schema of more than records, lists and single values, which then validates itself. */
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

/** Whether the schema consists of what JSON has: records, lists and single values. */
export function isPlain(schema: AnySchema | undefined): boolean {
  return schema !== undefined && takeFor(schema) !== null;
}

/**
 * The fields of an operation's `output` that its schema names. Texts and numbers of a plain schema are not validated again,
 * which would take longer than reading a list; the tests' client validates every output in full. Throws when the shape
 * differs.
 */
export async function knownFields(
  schema: AnySchema | undefined,
  output: unknown,
): Promise<unknown> {
  if (schema === undefined) return output;
  const take = takeFor(schema);
  if (take !== null) return take(output);
  const validated = await schema["~standard"].validate(output);
  if (validated.issues === undefined) return validated.value;
  throw new Error("An output does not match its contract.", { cause: validated.issues });
}
