import { OpenAPIGenerator, type OpenAPI } from "@orpc/openapi";
import { api } from "#app/contract/api.ts";
import { sharedShapes } from "#app/contract/shared-shapes.ts";
import { brandName } from "#platform/rules/brand.ts";
import { errorBody, withComponents } from "./openapi-components.ts";
import { operationsOf } from "./openapi-operations.ts";
import {
  schemaConverter,
  withoutTypesOfObjects,
  withReferencesBesideFields,
  type SharedSchemas,
  isSchema,
  schemaAddress,
  writeNullInType,
  type JsonSchema,
} from "./openapi-schemas.ts";

const about = `The API of ${brandName}, for customers and for admins (operations under tags that end with \`(admin)\`).

Signing in sets a session cookie. Every write needs the header \`Origin\` with the address of this server, and a body of
type \`application/json\` unless stated otherwise. Fields that are not described are rejected. Amounts are whole cents
(\`…Cents\`), weights whole grams (\`…Grams\`), times ISO 8601 in UTC.

An error is JSON with a stable \`code\`, a \`message\` for users, and \`details\`. Each operation lists its errors; any
request can also be answered \`method_not_allowed\`, \`foreign_origin\`, \`unsupported_media_type\`, \`too_large\`,
\`request_aborted\`, \`unknown_host\`, \`busy\` or \`unavailable\`, before it reaches its operation.`;

let document: Promise<OpenAPI.Document> | null = null;

/** The OpenAPI 3.1 document of the whole contract. */
export function openApiDocument(): Promise<OpenAPI.Document> {
  document ??= describe();
  return document;
}

/** Operations of staff are a group of their own in each area: "packages (admin)". */
function withOneTag(described: OpenAPI.Document): OpenAPI.Document {
  for (const { operation } of operationsOf(described)) {
    const [area = "other", staff] = operation.tags ?? [];
    operation.tags = [staff === undefined ? area : `${area} (${staff})`];
  }
  return described;
}

async function describe(): Promise<OpenAPI.Document> {
  const schemas: SharedSchemas = {};
  const converter = schemaConverter(schemas);
  for (const strategy of ["input", "output"] as const)
    for (const shape of sharedShapes[strategy]) converter.convert(shape, { strategy });
  const generator = new OpenAPIGenerator({ schemaConverters: [converter] });
  const described = await generator.generate(api, {
    info: { title: `${brandName} API`, version: "1.0.0", description: about },
    servers: [{ url: "/api" }],
    customErrorResponseBodySchema: (errors) => errorBody(errors.map(([code]) => code)),
  });
  const short = withoutTypesOfObjects(withoutSingleUses(withComponents(described, schemas)));
  const shared = withSharedFields(withoutRepeatedKeywords(withOneTag(short)));
  return withReferencesBesideFields(withoutSingleParameters(withParametersOfPaths(shared)));
}

function schemasOf({ components }: OpenAPI.Document): SharedSchemas {
  return (components?.schemas ?? {}) as SharedSchemas;
}

/** `document` with `schemas` as its components, by name. */
function withSchemas(document: OpenAPI.Document, schemas: SharedSchemas): OpenAPI.Document {
  const sorted = Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    ...document,
    components: {
      ...document.components,
      schemas: Object.fromEntries(sorted) as Record<string, OpenAPI.SchemaObject>,
    },
  };
}

/** Components to which something refers only once stand there instead; those that others extend keep their name. */
function withoutSingleUses(document: OpenAPI.Document): OpenAPI.Document {
  const uses = new Map<string, number>();
  const extended = new Set<string>();
  JSON.stringify(document, (key, value: unknown) => {
    if (key === "$ref") uses.set(String(value), (uses.get(String(value)) ?? 0) + 1);
    if (key === "allOf") for (const { $ref } of value as JsonSchema[]) extended.add(String($ref));
    return value;
  });
  const addressed = Object.entries(schemasOf(document)).map(
    ([name, schema]) => [`${schemaAddress}${name}`, name, schema] as const,
  );
  const isSingle = (address: string) => uses.get(address) === 1 && !extended.has(address);
  const single = new Map<string, JsonSchema>(
    addressed.map(([address, , schema]) => [address, schema]),
  );
  const kept = addressed.filter(([address]) => !isSingle(address));
  const replace = (_key: string, value: unknown): unknown => {
    if (!isSchema(value)) return value;
    const { $ref = "", anyOf, ...own } = value;
    if (isSingle($ref)) return replace("", { ...single.get($ref), ...own });
    const [first, ...others] = anyOf ?? [];
    if (!isSchema(first) || !isSingle(first.$ref ?? "")) return value;
    const option = replace("", first) as JsonSchema;
    const whole: JsonSchema = { ...own, anyOf: [option, ...others] };
    writeNullInType(whole);
    return whole;
  };
  const schemas = Object.fromEntries(kept.map(([, name, schema]) => [name, schema]));
  return JSON.parse(JSON.stringify(withSchemas(document, schemas), replace)) as OpenAPI.Document;
}

/** Parameters to which something refers only once stand there instead. */
function withoutSingleParameters(document: OpenAPI.Document): OpenAPI.Document {
  const text = JSON.stringify(document);
  const all = Object.entries(document.components?.parameters ?? {});
  const address = (name: string) => `#/components/parameters/${name}`;
  const isSingle = (name: string) => text.split(`"${address(name)}"`).length === 2;
  const single = new Map(
    all.flatMap(([name, part]) => (isSingle(name) ? [[address(name), part] as const] : [])),
  );
  const parameters = Object.fromEntries(all.filter(([name]) => !isSingle(name)));
  const kept = { ...document, components: { ...document.components, parameters } };
  return JSON.parse(JSON.stringify(kept), (_key, value: unknown) =>
    isSchema(value) ? (single.get(value.$ref ?? "") ?? value) : value,
  ) as OpenAPI.Document;
}

function linesOf(value: unknown): number {
  return JSON.stringify(value, null, 2).split("\n").length;
}

/** The lines of a field that refers to a component. */
const linesOfReference = 3;

/** Whether a field is nothing but a reference. */
function isReference(field: JsonSchema): boolean {
  return field.$ref !== undefined && Object.keys(field).length === 1;
}

/** Components to which nothing refers are left out. */
function withoutUnused(document: OpenAPI.Document): OpenAPI.Document {
  const used = new Set<string>();
  JSON.stringify(document, (key, value: unknown) => {
    if (key === "$ref") used.add(String(value));
    return value;
  });
  const all = Object.entries(schemasOf(document));
  return withSchemas(
    document,
    Object.fromEntries(all.filter(([name]) => used.has(`${schemaAddress}${name}`))),
  );
}

/** What stands beside a reference and is said by its component is left out. */
function withoutRepeatedKeywords(document: OpenAPI.Document): OpenAPI.Document {
  const schemas = schemasOf(document);
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    if (!isSchema(value) || !value.$ref?.startsWith(schemaAddress)) return value;
    const said = new Map(Object.entries(schemas[value.$ref.slice(schemaAddress.length)] ?? {}));
    const own = Object.entries(value).filter(
      ([keyword, one]) => JSON.stringify(said.get(keyword)) !== JSON.stringify(one),
    );
    return Object.fromEntries(own);
  }) as OpenAPI.Document;
}

/** Fields that are equal to the last word become components where that makes the document shorter. */
function withSharedFields(document: OpenAPI.Document): OpenAPI.Document {
  const shared = withoutUnused(shareFields(document));
  // Fields with such fields inside them may be equal only now.
  return linesOf(shared) < linesOf(document) ? withSharedFields(shared) : document;
}

function shareFields(document: OpenAPI.Document): OpenAPI.Document {
  const found: { readonly name: string; readonly json: string; readonly field: JsonSchema }[] = [];
  JSON.stringify(document, (key, value: unknown) => {
    if (key !== "properties" || !isSchema(value)) return value;
    for (const [name, field] of Object.entries(value)) {
      if (isSchema(field) && !isReference(field))
        found.push({ name, json: JSON.stringify(field), field });
    }
    return value;
  });
  const schemas = { ...schemasOf(document) };
  const addresses = new Map<string, string>();
  for (const [json, group] of Map.groupBy(found, (one) => one.json)) {
    const [{ name, field } = { name: "", field: {} }] = group;
    const component = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
    const lines = linesOf(field);
    const isShorter = group.length * (lines - linesOfReference) > lines;
    if (!isShorter || Object.hasOwn(schemas, component)) continue;
    schemas[component] = field;
    addresses.set(json, `${schemaAddress}${component}`);
  }
  const shared = JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key !== "properties" || !isSchema(value)) return value;
    const fields = Object.entries(value).map(([name, field]) => {
      const $ref = addresses.get(JSON.stringify(field));
      return [name, $ref === undefined ? field : { $ref }];
    });
    return Object.fromEntries(fields);
  }) as OpenAPI.Document;
  return withSchemas(shared, { ...schemas, ...schemasOf(shared) });
}

/** Parameters that all operations of a path have stand with the path. */
function withParametersOfPaths(document: OpenAPI.Document): OpenAPI.Document {
  const paths = Object.entries(document.paths ?? {}).map(([path, item = {}]) => {
    const operations = Object.values(item) as OpenAPI.OperationObject[];
    const [first, ...others] = operations.map(({ parameters = [] }) =>
      parameters.map((parameter) => JSON.stringify(parameter)),
    );
    const common = (first ?? []).filter((one) => others.every((list) => list.includes(one)));
    if (others.length === 0 || common.length === 0) return [path, item];
    const own = Object.entries(item).map(([method, value]) => {
      const { parameters = [], ...operation } = value as OpenAPI.OperationObject;
      const left = parameters.filter((parameter) => !common.includes(JSON.stringify(parameter)));
      return [method, left.length === 0 ? operation : { ...operation, parameters: left }];
    });
    const parameters = common.map((parameter) => JSON.parse(parameter) as unknown);
    return [path, { parameters, ...Object.fromEntries(own) }];
  });
  return { ...document, paths: Object.fromEntries(paths) as OpenAPI.PathsObject };
}
