// Reads operations of the finished API document: what they refer to, and examples of their requests and responses.
import type { OpenAPI } from "@orpc/openapi";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { exampleOf } from "./openapi-examples.ts";
import type { JsonSchema, SharedSchemas } from "./openapi-schemas.ts";

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
