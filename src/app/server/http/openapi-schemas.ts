// The JSON schemas of the API document, made by zod from the contract's schemas. Those with an id are components.
import type { ConditionalSchemaConverter, JSONSchema } from "@orpc/openapi";
import * as z from "zod";
import { sharedShapes } from "#app/contract/shared-shapes.ts";

export type JsonSchema = Exclude<JSONSchema, boolean> & { example?: unknown };
/** The components, by name. */
export type SharedSchemas = Record<string, JsonSchema>;

export const schemaAddress = "#/components/schemas/";

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type ZodJsonSchema = z.core.JSONSchema.BaseSchema;

/** Leaves out what says nothing to a reader, or what the document's description says once for all. */
function simplify(schema: ZodJsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format !== undefined) delete schema.pattern;
  delete schema.additionalProperties;
  delete schema.propertyNames;
  // OpenAPI means what only responses have; zod, what code must not change.
  delete schema.readOnly;
  const [item, ...others] = schema.prefixItems ?? [];
  if (item !== undefined && others.every((one) => JSON.stringify(one) === JSON.stringify(item))) {
    delete schema.prefixItems;
    schema.items = item;
  }
  // The values of an enumeration say what their type is.
  if (schema.enum !== undefined) delete schema.type;
  const written: unknown = schema;
  if (isSchema(written)) writeNullInType(written);
}

/** Writes `anyOf` a value and null as one type, or as one enumeration. */
export function writeNullInType(schema: JsonSchema): void {
  const [value, other] = schema.anyOf ?? [];
  if (!isSchema(other) || other.type !== "null" || !isSchema(value)) return;
  if (value.enum === undefined && typeof value.type !== "string") return;
  delete schema.anyOf;
  Object.assign(schema, { ...value, ...schema });
  if (value.enum !== undefined) schema.enum = [...value.enum, null];
  else Object.assign(schema, { type: [value.type, "null"] });
}

/** Components of days and of values that may be null, of which nothing else is said. */
const plainTypes = new Map([
  ['{"type":"string","format":"date"}', "Day"],
  ['{"type":["string","null"]}', "NullableText"],
  ['{"type":["integer","null"]}', "NullableInteger"],
]);

/** `schema` itself, or a reference to a component where it is a day, or a text, integer or component that may be null. */
function referToPlain(schema: JsonSchema, shared: SharedSchemas): JsonSchema {
  const { description, ...undescribed } = schema;
  const { anyOf: [value, other] = [] } = schema;
  const about = description === undefined ? {} : { description };
  const plain = plainTypes.get(JSON.stringify(undescribed));
  if (plain !== undefined) {
    shared[plain] = undescribed;
    return { $ref: `${schemaAddress}${plain}`, ...about };
  }
  const isNullable = isSchema(other) && other.type === "null";
  if (!isNullable || !isSchema(value) || value.$ref === undefined) return schema;
  const name = `Nullable${value.$ref.slice(schemaAddress.length)}`;
  shared[name] = { anyOf: [value, other] };
  return { $ref: `${schemaAddress}${name}`, ...about };
}

/** Converts schemas of zod, and adds those with an id to `shared`. */
export function schemaConverter(shared: SharedSchemas): ConditionalSchemaConverter {
  const refer = (key: string, value: unknown): unknown => {
    if (key === "$ref") return String(value).replace("#/$defs/", schemaAddress);
    return isSchema(value) ? referToPlain(value, shared) : value;
  };
  return {
    condition: (schema) => schema instanceof z.ZodType,
    convert(schema, { strategy }) {
      if (!(schema instanceof z.ZodType)) return [false, {}];
      // Inside an object, a schema with an id becomes a reference, and one that may be left out is not required.
      const converted = z.toJSONSchema(z.object({ schema }), {
        io: strategy,
        unrepresentable: "any",
        override: ({ jsonSchema }) => simplify(jsonSchema),
      });
      const { properties, required, $defs }: JsonSchema = JSON.parse(
        JSON.stringify(converted),
        refer,
      );
      Object.assign(shared, $defs);
      const own = properties?.["schema"];
      return [required?.includes("schema") === true, isSchema(own) ? own : {}];
    },
  };
}

function fieldsOf({ properties = {} }: JsonSchema): Map<string, string> {
  const withoutExample = (key: string, value: unknown) => (key === "example" ? undefined : value);
  return new Map(
    Object.entries(properties).map(([name, field]) => [
      name,
      JSON.stringify(field, withoutExample),
    ]),
  );
}

const groupsOfFields = new Set(
  Object.values(sharedShapes).flatMap((shapes) => shapes.map((shape) => shape.meta()?.id)),
);

/**
 * Describes schemas as additions to the components with the most of their fields, which have no other ones. Only a group of
 * fields may have fewer than three: others would share one or two by chance.
 */
export function extender(shared: SharedSchemas): (schema: JsonSchema) => JsonSchema {
  const bases = Object.entries(shared)
    .map(([name, part]) => ({ name, required: part.required ?? [], fields: fieldsOf(part) }))
    .filter(({ name, fields }) => fields.size >= 3 || groupsOfFields.has(name))
    .toSorted((a, b) => b.fields.size - a.fields.size);
  const components = new Set(Object.values(shared));
  const own = (schema: JsonSchema): JsonSchema => {
    const left = fieldsOf(schema);
    // Two components with the same fields must not refer to each other.
    const most = components.has(schema) ? left.size - 1 : left.size;
    const chosen: Base[] = [];
    for (const base of bases) {
      const isPart =
        base.fields.size <= most &&
        [...base.fields].every(([name, json]) => left.get(name) === json) &&
        base.required.every((name) => schema.required?.includes(name));
      if (!isPart) continue;
      chosen.push(base);
      for (const name of base.fields.keys()) left.delete(name);
    }
    return chosen.length === 0 ? schema : extend(schema, chosen);
  };
  const inside = (schema: JsonSchema): JsonSchema => {
    const { items, properties } = schema;
    const known = { ...schema };
    if (isSchema(items)) known.items = own(inside(items));
    if (properties !== undefined)
      known.properties = Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [
          name,
          isSchema(field) ? own(inside(field)) : field,
        ]),
      );
    return known;
  };
  return (schema) => inside(own(schema));
}

type Base = {
  readonly name: string;
  readonly required: readonly string[];
  readonly fields: ReadonlyMap<string, string>;
};

function extend(schema: JsonSchema, bases: readonly Base[]): JsonSchema {
  const references = bases.map(({ name }) => ({ $ref: `${schemaAddress}${name}` }));
  const { properties = {}, required = [], ...others } = schema;
  const added = Object.entries(properties).filter(
    ([name]) => !bases.some(({ fields }) => fields.has(name)),
  );
  const [only] = references;
  if (added.length === 0 && references.length === 1 && only !== undefined) return only;
  const addedRequired = required.filter(
    (name) => !bases.some((base) => base.required.includes(name)),
  );
  return {
    ...others,
    allOf: references,
    ...(added.length === 0 ? {} : { properties: Object.fromEntries(added) }),
    ...(addedRequired.length === 0 ? {} : { required: addedRequired }),
  };
}

/** `schema` with what it refers to at its first level. */
export function resolveSchema(schema: JsonSchema, shared: SharedSchemas): JsonSchema {
  const { $ref, allOf = [], ...own } = schema;
  const component = shared[$ref?.slice(schemaAddress.length) ?? ""];
  const said = component === undefined ? {} : resolveSchema(component, shared);
  const others = allOf.flatMap((base) => (isSchema(base) ? [resolveSchema(base, shared)] : []));
  const bases = [said, ...others].filter((base) => base.properties !== undefined);
  if (bases.length === 0 || ($ref !== undefined && own.properties === undefined)) {
    return { ...said, ...own };
  }
  const properties = Object.assign({}, ...bases.map((base) => base.properties), own.properties);
  const required = [...bases, own].flatMap((part) => part.required ?? []);
  return { ...said, ...own, type: "object", properties, required };
}

/** Additions to one component, which refer to it beside their own fields. */
export function withReferencesBesideFields<Document>(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    if (!isSchema(value)) return value;
    const { allOf: [only, ...others] = [], ...own } = value;
    return isSchema(only) && others.length === 0 ? { ...only, ...own } : value;
  }) as Document;
}

/** The document without the type of objects that list their fields, which say so; the generator needs it until then. */
export function withoutTypesOfObjects<Document>(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    if (isSchema(value) && value.type === "object" && (value.properties ?? value.allOf)) {
      const { type: _said, ...others } = value;
      return others;
    }
    return value;
  }) as Document;
}
