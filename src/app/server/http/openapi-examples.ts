// The examples of the API document: each field has one, from which those of whole values are composed.
import { fieldExamples } from "#app/contract/examples.ts";
import {
  isSchema,
  resolveSchema,
  schemaAddress,
  type JsonSchema,
  type SharedSchemas,
} from "./openapi-schemas.ts";

const plainTypes: readonly unknown[] = ["string", "integer", "number"];

/** Whether the values are texts or numbers of which nothing but an example shows what they look like. */
function isPlain({ $ref, type, enum: values, default: preset }: JsonSchema): boolean {
  if ($ref !== undefined) return $ref === `${schemaAddress}NullableText`;
  if (values !== undefined || preset !== undefined) return false;
  return [type].flat().some((name) => plainTypes.includes(name));
}

function fieldWithExample(schema: JsonSchema, owner: string, field: string): JsonSchema {
  const own = `${owner}.${field}`;
  const key = Object.hasOwn(fieldExamples, own) || !isPlain(schema) ? own : field;
  const isKnown = Object.hasOwn(fieldExamples, key);
  return { ...withExamples(schema, owner), ...(isKnown ? { example: fieldExamples[key] } : {}) };
}

/** `schema` with the examples of its fields; `owner` is the component or operation that has them. */
export function withExamples(schema: JsonSchema, owner: string): JsonSchema {
  const { properties, items, oneOf } = schema;
  const known: JsonSchema = { ...schema };
  if (isSchema(items)) known.items = withExamples(items, owner);
  if (oneOf !== undefined)
    known.oneOf = oneOf.map((option) => (isSchema(option) ? withExamples(option, owner) : option));
  if (properties !== undefined)
    known.properties = Object.fromEntries(
      Object.entries(properties).map(([field, property]) => [
        field,
        isSchema(property) ? fieldWithExample(property, owner, field) : property,
      ]),
    );
  return known;
}

/** The component with its example, if it is a plain value, or those of its fields. */
export function componentWithExamples(schema: JsonSchema, name: string): JsonSchema {
  const isKnown = Object.hasOwn(fieldExamples, name);
  return { ...withExamples(schema, name), ...(isKnown ? { example: fieldExamples[name] } : {}) };
}

function isNullable({ type, anyOf = [], enum: values = [] }: JsonSchema): boolean {
  const options = anyOf.map((option) => (isSchema(option) ? option.type : undefined));
  return [type, ...options].flat().includes("null") || values.includes(null);
}

/** An example of the values of `schema`, composed from the examples in it; undefined if it has none. */
export function exampleOf(schema: JsonSchema, shared: SharedSchemas): unknown {
  const resolved = resolveSchema(schema, shared);
  const { items, properties, type } = resolved;
  const given = [resolved.example, resolved.default, resolved.const];
  const first = given.find((value) => value !== undefined);
  if (first !== undefined) return first;
  if (isNullable(resolved)) return null;
  if (resolved.enum !== undefined) return resolved.enum[0];
  const option = (resolved.anyOf ?? resolved.oneOf)?.find(isSchema);
  if (option !== undefined) return exampleOf(option, shared);
  if (type === "boolean") return false;
  if (type === "integer") return resolved.minimum ?? 1;
  if (type === "array") {
    if (!isSchema(items)) return [];
    // A list of objects and nulls shows what the objects are.
    const item = items.properties === undefined ? items : { ...items, type: "object" as const };
    return Array.from({ length: resolved.minItems ?? 1 }, () => exampleOf(item, shared));
  }
  if (type !== "object" && properties === undefined) return undefined;
  const fields = Object.entries(properties ?? {}).flatMap(([field, property]) => {
    const example = isSchema(property) ? exampleOf(property, shared) : undefined;
    return example === undefined ? [] : [[field, example]];
  });
  return Object.fromEntries(fields);
}
