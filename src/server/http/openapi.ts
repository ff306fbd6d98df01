// Describes the whole API as an OpenAPI document, derived from the contract.
import type { OpenAPI } from "@orpc/openapi";
import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { api } from "#contract/api.ts";
import { errorCatalogue, type ErrorCode } from "#contract/errors.ts";
import { brandName } from "#core/brand.ts";

const about = `What can be asked of ${brandName}, for customers and for its office (operations tagged \`admin\`).

Whoever is signed in is known by a session cookie, which signing in sets. Every write carries the header
\`Origin\` with the address of this server, and its body as \`application/json\` unless told otherwise. Amounts
are whole cents (\`…Cents\`), weights whole grams (\`…Grams\`), times ISO 8601 in UTC. A refusal is JSON with a
stable \`code\`, the \`message\` shown to people, and \`details\`.`;

/** Where staff download the delivered shipments, below `/api`. */
export const deliveredCsvPath = "/admin/shipments/delivered-shipments.csv";
/** Where staff download the audit log, below `/api`. */
export const auditCsvPath = "/admin/audit/audit-log.csv";
/** Where customers download their own history, below `/api`. */
export const transactionsCsvPath = "/wallet/transactions.csv";

function rejected(code: ErrorCode): OpenAPI.ResponseObject {
  const { message } = errorCatalogue[code];
  const schema: OpenAPI.SchemaObject = {
    type: "object",
    properties: {
      code: { enum: [code] },
      message: { type: "string", examples: [message] },
      details: { type: "object" },
    },
    required: ["code", "message", "details"],
  };
  return { description: message, content: { "application/json": { schema } } };
}

/** An operation that answers with a file which is written while it is sent. */
function csvDownload(described: {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: string[];
  readonly refuses: readonly ("invalid_input" | "signed_out" | "forbidden")[];
}): OpenAPI.OperationObject {
  const { refuses, ...about } = described;
  return {
    ...about,
    parameters: [
      {
        name: "timeZone",
        in: "query",
        description: "In which dates are written, such as Asia/Singapore",
        schema: { type: "string", default: "UTC" },
      },
      {
        name: "locale",
        in: "query",
        description: "In which dates and numbers are written, such as en-GB",
        schema: { type: "string", default: "en-US" },
      },
    ],
    responses: {
      200: { description: "OK", content: { "text/csv": { schema: { type: "string" } } } },
      ...Object.fromEntries(refuses.map((code) => [errorCatalogue[code].status, rejected(code)])),
    },
  };
}

const downloads = {
  [deliveredCsvPath]: {
    get: csvDownload({
      operationId: "packages.exportDelivered",
      summary: "Download all delivered packages as a file for spreadsheets",
      tags: ["admin", "packages"],
      refuses: ["invalid_input", "signed_out", "forbidden"],
    }),
  },
  [auditCsvPath]: {
    get: csvDownload({
      operationId: "audit.exportEntries",
      summary: "Download the audit log as a file for spreadsheets; takes the filters of its list",
      tags: ["admin", "audit"],
      refuses: ["invalid_input", "signed_out", "forbidden"],
    }),
  },
  [transactionsCsvPath]: {
    get: csvDownload({
      operationId: "wallet.exportTransactions",
      summary: "Download the own history as a file for spreadsheets",
      tags: ["wallet"],
      refuses: ["invalid_input", "signed_out"],
    }),
  },
};

let document: Promise<OpenAPI.Document> | null = null;

/** The document, OpenAPI 3.1, the same at every call. Its one server is the path `/api`. */
export function openApiDocument(): Promise<OpenAPI.Document> {
  document ??= describe();
  return document;
}

async function describe(): Promise<OpenAPI.Document> {
  const described = await new OpenAPIGenerator({
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
  Object.assign((described.paths ??= {}), downloads);
  return described;
}
