import type { OpenAPI } from "@orpc/openapi";
import { OpenAPIGenerator } from "@orpc/openapi";
import { JSON_SCHEMA_OUTPUT_REGISTRY, ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { api } from "#contract/api.ts";
import { csvFile } from "#contract/fields.ts";
import { brandName } from "#core/brand.ts";

const about = `The API of ${brandName}, for customers and for admins (operations tagged \`admin\`).

Signing in sets a session cookie. Every write needs the header \`Origin\` with the address of this server, and a body of
type \`application/json\` unless stated otherwise. Amounts are whole cents (\`…Cents\`), weights whole grams
(\`…Grams\`), times ISO 8601 in UTC. An error is JSON with a stable \`code\`, a \`message\` for users, and
\`details\`.`;

// The converter describes a stream as `not: {}`, which nothing matches.
JSON_SCHEMA_OUTPUT_REGISTRY.add(csvFile, {
  type: "string",
  contentMediaType: "text/csv",
  not: undefined,
});

let document: Promise<OpenAPI.Document> | null = null;

/** The OpenAPI 3.1 document of the whole contract. */
export function openApiDocument(): Promise<OpenAPI.Document> {
  document ??= describe();
  return document;
}

async function describe(): Promise<OpenAPI.Document> {
  return await new OpenAPIGenerator({
    schemaConverters: [new ZodToJsonSchemaConverter()],
  }).generate(api, {
    info: { title: `${brandName} API`, version: "1.0.0", description: about },
    servers: [{ url: "/api" }],
    customErrorResponseBodySchema: (errors) => ({
      type: "object",
      properties: {
        code: { enum: errors.map(([code]) => code) },
        message: { type: "string", examples: errors.map(([, message]) => message) },
        details: { type: "object" },
      },
      required: ["code", "message", "details"],
    }),
  });
}
