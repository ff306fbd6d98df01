// What several operations of the API document have in common is described once, below `components`.
import type { OpenAPI } from "@orpc/openapi";
import { errorCatalogue, type ErrorCode } from "#platform/contract/errors.ts";
import { errorsOfEveryOperation } from "#platform/contract/procedure.ts";
import { fieldExamples } from "#app/contract/examples.ts";
import { componentWithExamples, withExamples, operationsOf } from "./openapi-operations.ts";
import {
  extender,
  isSchema,
  schemaAddress,
  type JsonSchema,
  type SharedSchemas,
} from "./openapi-schemas.ts";

type Operation = OpenAPI.OperationObject;
type Reference = OpenAPI.ReferenceObject;
type ParameterSchema = NonNullable<OpenAPI.ParameterObject["schema"]>;
type Body = OpenAPI.RequestBodyObject | OpenAPI.ResponseObject;

const responseAddress = "#/components/responses/";

const errorSchema: JsonSchema = {
  properties: {
    code: {
      type: "string",
      description: "Stable; each operation lists its codes, and a release may add some",
    },
    message: { type: "string", description: "For users; it may change" },
    details: { type: "object", description: "Such as `field`, the first one that is wrong" },
  },
  required: ["code", "message", "details"],
};

/** The body of errors with `codes`, which `listErrors` reads. */
export function errorBody(codes: readonly string[]): JsonSchema {
  return { enum: codes };
}

function mediaSchema(media: OpenAPI.MediaTypeObject | undefined): JsonSchema {
  return (media?.schema ?? {}) as JsonSchema;
}

/** All errors have the same body, so that one response lists the codes, each with its status. */
function listErrors({ responses = {} }: Operation): void {
  const codes = Object.entries(responses).flatMap(([status, response]) => {
    if (status < "400" || !("content" in response)) return [];
    delete responses[status];
    const { enum: listed = [] } = mediaSchema(response.content?.["application/json"]);
    return listed as ErrorCode[];
  });
  const description = codes.map((code) => `\`${code}\` (${errorCatalogue[code].status})`);
  responses["default"] = { $ref: `${responseAddress}Error`, description: description.join(", ") };
}

function describeParameters(operation: Operation): void {
  const parameters = operation.parameters?.filter((parameter) => "name" in parameter) ?? [];
  delete operation.parameters;
  if (parameters.length === 0) return;
  operation.parameters = parameters.map(({ name, in: place, required = false, schema = {} }) => {
    const properties = { [name]: schema as JsonSchema };
    const known = withExamples({ properties }, operation.operationId ?? "").properties?.[name];
    // Without `style` and others that the generator writes with their usual values.
    const parameter = { name, in: place, schema: known as ParameterSchema };
    return required ? { ...parameter, required } : parameter;
  });
}

function mediaOf(body: Body | Reference | undefined) {
  return body !== undefined && "content" in body ? Object.entries(body.content ?? {}) : [];
}

/** Events of a stream without the fields that are not sent: `retry`, and `id` of those that end it. */
function withoutUnsentFields(schema: JsonSchema): JsonSchema {
  if (schema.oneOf === undefined) return schema;
  const oneOf = schema.oneOf.map((option) => {
    if (!isSchema(option)) return option;
    const { retry: _retry, id, ...sent } = option.properties ?? {};
    const isLast = isSchema(sent["event"]) && sent["event"].const !== "message";
    return { ...option, properties: isLast || id === undefined ? sent : { ...sent, id } };
  });
  return { ...schema, oneOf };
}

/** Each field has an example, from which readers compose those of requests and responses. */
function describeBodies(operation: Operation, extend: (schema: JsonSchema) => JsonSchema): void {
  const { operationId: owner = "", requestBody, responses } = operation;
  for (const [, media] of mediaOf(requestBody)) {
    const schema = mediaSchema(media);
    const isEmpty = Object.keys(schema.properties ?? {}).length === 0;
    if (schema.$ref === undefined && isEmpty) delete operation.requestBody;
    media.schema = extend(withExamples(schema, owner)) as OpenAPI.SchemaObject;
  }
  for (const [type, media] of mediaOf(responses?.["200"])) {
    const schema = withExamples(withoutUnsentFields(mediaSchema(media)), owner);
    media.schema = extend(schema) as OpenAPI.SchemaObject;
    const fileExample = fieldExamples[`${owner}.${type}`];
    if (fileExample !== undefined) media.example = fileExample;
  }
}

type Use<Part> = {
  readonly part: Part;
  readonly name: string;
  readonly refer: (reference: Reference) => void;
};

/** A reference is one line shorter than a list, which has four. */
const fewestUsesOfErrors = 5;

/** Replaces what is used several times by references to the returned components. The first shape of a name gets it. */
function share<Part>(
  address: string,
  uses: readonly Use<Part>[],
  fewestUses = 2,
): Record<string, Part> {
  const components: Record<string, Part> = {};
  for (const group of Map.groupBy(uses, ({ part }) => JSON.stringify(part)).values()) {
    const [first] = group;
    if (first === undefined || group.length < fewestUses || Object.hasOwn(components, first.name))
      continue;
    components[first.name] = first.part;
    for (const { refer } of group) refer({ $ref: `${address}${first.name}` });
  }
  return components;
}

function parameterUses({ parameters = [] }: Operation) {
  return parameters.flatMap((part, index) => {
    const refer = (reference: Reference) => parameters.splice(index, 1, reference);
    return "name" in part ? [{ part, name: part.name, refer }] : [];
  });
}

function requestUses(operation: Operation) {
  const { requestBody: part } = operation;
  if (part === undefined || !("content" in part)) return [];
  const { properties = {} } = mediaSchema(part.content["application/json"]);
  const refer = (reference: Reference) => (operation.requestBody = reference);
  return [{ part, name: Object.keys(properties).join("-"), refer }];
}

function responseUses({ responses = {} }: Operation) {
  const part = responses["200"];
  if (part === undefined || !("content" in part)) return [];
  const [type = "", media] = mediaOf(part)[0] ?? [];
  const { $ref } = mediaSchema(media);
  const refer = (reference: Reference) => (responses["200"] = reference);
  if ($ref !== undefined) return [{ part, name: $ref.slice(schemaAddress.length), refer }];
  const isFile = type !== "application/json";
  return isFile ? [{ part, name: type.replaceAll("/", "-"), refer }] : [];
}

/** Lists of errors by the codes that they add to those of every operation. */
function errorUses({ responses = {} }: Operation) {
  const part = responses["default"];
  if (part === undefined) return [];
  const codes = [...(part.description ?? "").matchAll(/`(\w+)`/g)].map(([, code = ""]) => code);
  const added = codes.filter((code) => !errorsOfEveryOperation.some((one) => one === code));
  const refer = (reference: Reference) => (responses["default"] = reference);
  return [
    {
      part,
      name: ["Error", ...(added.length === 0 ? ["of-every-operation"] : added)].join("-"),
      refer,
    },
  ];
}

function byName<Part>(parts: readonly (readonly [name: string, part: Part])[]) {
  return Object.fromEntries(parts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The document with the examples and errors of its operations, and with components. */
export function withComponents(
  document: OpenAPI.Document,
  converted: SharedSchemas,
): OpenAPI.Document {
  const shared: SharedSchemas = Object.fromEntries(
    Object.entries(converted).map(([name, schema]) => [name, componentWithExamples(schema, name)]),
  );
  const extend = extender(shared);
  const operations = operationsOf(document).map(({ operation }) => operation);
  for (const operation of operations) {
    listErrors(operation);
    describeParameters(operation);
    describeBodies(operation, extend);
  }
  const schemas = Object.entries(shared).map(([name, schema]) => [name, extend(schema)] as const);
  const responses: NonNullable<OpenAPI.ComponentsObject["responses"]> = {
    ...share(responseAddress, operations.flatMap(responseUses)),
    ...share(responseAddress, operations.flatMap(errorUses), fewestUsesOfErrors),
  };
  const error = { schema: { $ref: `${schemaAddress}Error` } };
  const anyError = { description: "An error", content: { "application/json": error } };
  const requestBodies = share("#/components/requestBodies/", operations.flatMap(requestUses));
  const parameters = share("#/components/parameters/", operations.flatMap(parameterUses));
  return {
    ...document,
    components: {
      schemas: byName([...schemas, ["Error", errorSchema]]) as Record<string, OpenAPI.SchemaObject>,
      responses: byName(Object.entries({ ...responses, Error: anyError })),
      requestBodies: byName(Object.entries(requestBodies)),
      parameters: byName(Object.entries(parameters)),
    },
  };
}
