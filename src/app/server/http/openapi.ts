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
} from "./openapi-schemas.ts";
import {
  withoutRepeatedKeywords,
  withoutSingleParameters,
  withoutSingleUses,
  withParametersOfPaths,
  withSharedFields,
} from "./openapi-sharing.ts";

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
