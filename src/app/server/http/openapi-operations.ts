// Reads operations of the finished API document: what they refer to, and examples of their requests and responses.
import type { OpenAPI } from "@orpc/openapi";
import type { ErrorCode } from "#platform/contract/errors.ts";
import {
  type JsonSchema,
  type SharedSchemas,
  isSchema,
  resolveSchema,
  schemaAddress,
} from "./openapi-schemas.ts";
import { fieldExamples } from "#app/contract/examples.ts";

const methods = ["get", "post", "put", "patch", "delete"] as const;

/** Every operation of the document, with its path and method. */
export function operationsOf({ paths = {} }: OpenAPI.Document) {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item?.[method];
      if (operation === undefined) return [];
      const ofPath = item?.parameters;
      if (ofPath === undefined) return [{ path, method, operation }];
      const parameters = [...ofPath, ...(operation.parameters ?? [])];
      return [{ path, method, operation: { ...operation, parameters } }];
    }),
  );
}

/** `part`, or the component that it refers to. */
function resolve<Part extends object>(
  part: Part | OpenAPI.ReferenceObject,
  components: Record<string, Part | OpenAPI.ReferenceObject> = {},
): Part | undefined {
  if (!("$ref" in part)) return part;
  const component = components[part.$ref.replace(/^.*\//, "")];
  return component === undefined || "$ref" in component ? undefined : component;
}

export function parametersOf(
  { components }: OpenAPI.Document,
  { parameters = [] }: OpenAPI.OperationObject,
): OpenAPI.ParameterObject[] {
  return parameters.flatMap((parameter) => resolve(parameter, components?.parameters) ?? []);
}

type Media = OpenAPI.MediaTypeObject & { readonly type: string };

function mediaOf(content: Record<string, OpenAPI.MediaTypeObject> = {}): Media | null {
  const [first] = Object.entries(content);
  return first === undefined ? null : { ...first[1], type: first[0] };
}

/** The body of the operation's request; null if it has none. */
export function requestOf(
  { components }: OpenAPI.Document,
  { requestBody }: OpenAPI.OperationObject,
): Media | null {
  if (requestBody === undefined) return null;
  return mediaOf(resolve(requestBody, components?.requestBodies)?.content);
}

/** The body of the operation's successful response. */
export function responseOf(
  { components }: OpenAPI.Document,
  { responses = {} }: OpenAPI.OperationObject,
): Media | null {
  const response = responses["200"];
  return response === undefined ? null : mediaOf(resolve(response, components?.responses)?.content);
}

/** The codes of the errors that the operation lists, with its own response or with one that others share. */
export function errorsOf(
  { components }: OpenAPI.Document,
  { responses = {} }: OpenAPI.OperationObject,
): ErrorCode[] {
  const own = responses["default"];
  const name = own !== undefined && "$ref" in own ? own.$ref.replace(/^.*\//, "") : "";
  const description = own?.description ?? components?.responses?.[name]?.description;
  const listed = description?.matchAll(/`(\w+)`/g) ?? [];
  return [...listed].map(([, code]) => code as ErrorCode);
}

function mediaExample(document: OpenAPI.Document, media: Media | null): unknown {
  const shared = (document.components?.schemas ?? {}) as SharedSchemas;
  return media?.example ?? exampleOf((media?.schema ?? {}) as JsonSchema, shared);
}

/** An example of the operation's parameters and body together. */
export function requestExample(
  document: OpenAPI.Document,
  operation: OpenAPI.OperationObject,
): Record<string, unknown> {
  const shared = (document.components?.schemas ?? {}) as SharedSchemas;
  const parameters = parametersOf(document, operation).flatMap(({ name, schema = {} }) => {
    const example = exampleOf(schema as JsonSchema, shared);
    return example === undefined ? [] : [[name, example]];
  });
  const body = mediaExample(document, requestOf(document, operation));
  return Object.assign(Object.fromEntries(parameters), body);
}

/** An example of the operation's successful response. */
export function responseExample(
  document: OpenAPI.Document,
  operation: OpenAPI.OperationObject,
): unknown {
  return mediaExample(document, responseOf(document, operation));
}

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
function exampleOf(schema: JsonSchema, shared: SharedSchemas): unknown {
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
