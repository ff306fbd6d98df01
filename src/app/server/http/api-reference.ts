// The OpenAPI document of the contract and the page that shows it, as oRPC and Swagger UI publish them.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { OpenAPIReferencePlugin } from "@orpc/openapi/plugins";
import { JSON_SCHEMA_REGISTRY, ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import type { AnyRouter } from "@orpc/server";
import * as z from "zod";
import { csvFile } from "#platform/contract/fields.ts";
import { sessionScheme } from "#platform/contract/procedure.ts";
import { brandName } from "#platform/rules/brand.ts";
import type { Config } from "#platform/server/config.ts";
import { securityHeaders } from "#platform/server/http/security-headers.ts";
import { productVersion } from "#platform/server/version.ts";
import { cookieName } from "#people/server/auth/signed-cookie.ts";
import { router } from "#app/server/router.ts";
import { inlineScriptHashes } from "./built-pages.ts";
import { send, sendable, type Sendable } from "./client-files.ts";

const title = `${brandName} API`;
const description = `The API of ${brandName}, for customers and for admins (operations under tags that end with \`(admin)\`).

Signing in sets a session cookie. Every write needs the header \`Origin\` with the address of this server, and a body of
type \`application/json\` unless stated otherwise. Fields that are not described are rejected. Amounts are whole cents
(\`…Cents\`), weights whole grams (\`…Grams\`), times ISO 8601 in UTC.

An error is JSON with a stable \`code\`, a \`message\` for users, and \`details\`. Each operation lists its errors; any
request can also be answered \`method_not_allowed\`, \`foreign_origin\`, \`unsupported_media_type\`, \`too_large\`,
\`request_aborted\`, \`unknown_host\`, \`busy\` or \`unavailable\`, before it reaches its operation.`;

z.object({
  code: z.string().describe("Stable; a release may add some"),
  message: z.string().describe("For users; it may change"),
  details: z.looseObject({}).describe("Such as `field`, the first one that is wrong"),
}).meta({ id: "Error" });

JSON_SCHEMA_REGISTRY.add(csvFile, { type: "string", contentMediaType: "text/csv" });

const converter = new ZodToJsonSchemaConverter({
  // What only code can check may be anything.
  unsupportedJsonSchema: {},
  interceptors: [
    // OpenAPI means by `readOnly` what only responses have; every integer of zod has the same bounds.
    ({ next }) => {
      const [isRequired, written] = next();
      delete written.readOnly;
      if (written.minimum === Number.MIN_SAFE_INTEGER) delete written.minimum;
      if (written.maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
      return [isRequired, written];
    },
  ],
});

/** The schemas with an id, which are described once. zod lists them only while it writes them. */
export function listCommonSchemas(): Record<string, { readonly schema: z.ZodType }> {
  const listed: Record<string, { readonly schema: z.ZodType }> = {};
  z.toJSONSchema(z.globalRegistry, {
    unrepresentable: "any",
    override: ({ zodSchema }) => {
      const id = z.globalRegistry.get(zodSchema)?.id;
      if (id !== undefined && zodSchema instanceof z.ZodType) listed[id] = { schema: zodSchema };
    },
  });
  return listed;
}

const documentPath = "/api/openapi.json";
const pagePath = "/api/docs";
const scriptPath = `${pagePath}/swagger-ui-bundle.js`;
const stylesPath = `${pagePath}/swagger-ui.css`;

export const apiReferencePaths = [documentPath, pagePath, scriptPath, stylesPath];

const require = createRequire(import.meta.url);
const swaggerFolder = dirname(require.resolve("swagger-ui-dist/package.json"));

function createHandler(config: Pick<Config, "isHttps">) {
  const cookie = { type: "apiKey", in: "cookie", name: cookieName(config, "session") } as const;
  const reference = new OpenAPIReferencePlugin({
    schemaConverters: [converter],
    specPath: "/openapi.json",
    docsPath: "/docs",
    docsTitle: title,
    docsProvider: "swagger",
    docsScriptUrl: scriptPath,
    docsCssUrl: stylesPath,
    // The usual validator is another host.
    docsConfig: { docExpansion: "none", filter: true, validatorUrl: null },
    specGenerateOptions: {
      info: { title, version: productVersion, description },
      servers: [{ url: "/api" }],
      components: { securitySchemes: { [sessionScheme]: cookie } },
      commonSchemas: listCommonSchemas(),
      customErrorResponseBodySchema: (errors) => ({
        $ref: "#/components/schemas/Error",
        properties: { code: { enum: errors.map(([code]) => code) } },
      }),
    },
  });
  return new OpenAPIHandler<object>(router as AnyRouter, { plugins: [reference] });
}

async function make(path: string, config: Pick<Config, "isHttps">): Promise<Sendable> {
  if (path === scriptPath || path === stylesPath) {
    const bytes = await readFile(join(swaggerFolder, basename(path)));
    const type = path === scriptPath ? "text/javascript" : "text/css";
    return sendable(bytes, `${type}; charset=utf-8`);
  }
  const request = new Request(`http://localhost${path}`);
  const { response } = await createHandler(config).handle(request, { prefix: "/api" });
  if (response === undefined) throw new Error(`oRPC does not answer ${path}.`);
  const bytes = Buffer.from(await response.arrayBuffer());
  return sendable(bytes, response.headers.get("content-type") ?? "");
}

/** The policy of the page, whose inline script has the document. */
function policyOf(page: Sendable, config: Pick<Config, "isHttps">): string | undefined {
  const hashes = inlineScriptHashes([page.bytes.toString("utf8")]);
  const headers = securityHeaders({ ...config, inlineScriptHashes: hashes });
  return headers.get("content-security-policy");
}

/** Answers requests to `apiReferencePaths`. Each answer is made when it is first asked for, in up to half a second. */
export function createApiReference(config: Pick<Config, "isHttps">) {
  const made = new Map<
    string,
    { readonly content: Sendable; readonly policy?: string | undefined }
  >();

  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    let answer = made.get(pathname);
    if (answer === undefined) {
      const content = await make(pathname, config);
      answer = { content, ...(pathname === pagePath && { policy: policyOf(content, config) }) };
      made.set(pathname, answer);
    }
    const response = await send(request, answer.content, { cacheControl: "no-cache" });
    if (answer.policy) response.headers.set("content-security-policy", answer.policy);
    return response;
  };
}
