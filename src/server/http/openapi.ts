// Describes the whole API as an OpenAPI document, derived from the contract.
import type { OpenAPI } from "@orpc/openapi";
import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { api } from "#contract/api.ts";
import { brandName } from "#core/brand.ts";

const about = `What can be asked of ${brandName}, for customers and for its office (operations tagged \`admin\`).

Whoever is signed in is known by a session cookie, which signing in sets. Every write carries the header
\`Origin\` with the address of this server, and its body as \`application/json\` unless told otherwise. Amounts
are whole cents (\`…Cents\`), weights whole grams (\`…Grams\`), times ISO 8601 in UTC. A refusal is JSON with a
stable \`code\`, the \`message\` shown to people, and \`details\`.`;

let document: Promise<OpenAPI.Document> | null = null;

/** The document, OpenAPI 3.1, the same at every call. Its one server is the path `/api`. */
export function openApiDocument(): Promise<OpenAPI.Document> {
  document ??= new OpenAPIGenerator({
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
  return document;
}
