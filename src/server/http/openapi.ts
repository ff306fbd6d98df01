import { OpenAPIGenerator, type OpenAPI } from "@orpc/openapi";
import { api } from "#contract/api.ts";
import { errorCatalogue, type ErrorCode } from "#contract/errors.ts";
import { brandName } from "#core/brand.ts";
import { errorBody, withComponents } from "./openapi-components.ts";
import { schemaConverter, type SharedSchemas } from "./openapi-schemas.ts";

const about = `The API of ${brandName}, for customers and for admins (operations tagged \`admin\`).

Signing in sets a session cookie. Every write needs the header \`Origin\` with the address of this server, and a body of
type \`application/json\` unless stated otherwise. Fields that are not described are rejected. Amounts are whole cents
(\`…Cents\`), weights whole grams (\`…Grams\`), times ISO 8601 in UTC.

An error is JSON with a stable \`code\`, a \`message\` for users, and \`details\`. Each operation lists its errors; any
request can also be answered \`method_not_allowed\`, \`foreign_origin\`, \`unsupported_media_type\`, \`too_large\`,
\`request_aborted\`, \`unknown_host\`, \`busy\` or \`unavailable\`, before it reaches its operation.`;

/** Path of the CSV of delivered packages, below `/api`. */
export const deliveredCsvPath = "/admin/shipments/delivered-shipments.csv";
/** Path of the CSV of the audit log, below `/api`. */
export const auditCsvPath = "/admin/audit/audit-log.csv";
/** Path of the CSV of a customer's wallet history, below `/api`. */
export const transactionsCsvPath = "/wallet/transactions.csv";

function errorResponse(code: ErrorCode): OpenAPI.ResponseObject {
  const schema = errorBody([code]) as OpenAPI.SchemaObject;
  return { description: "", content: { "application/json": { schema } } };
}

function csvDownload(described: {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: string[];
  readonly errors: readonly ("invalid_input" | "signed_out" | "forbidden")[];
}): OpenAPI.OperationObject {
  const { errors, ...operation } = described;
  return {
    ...operation,
    parameters: [
      {
        name: "timeZone",
        in: "query",
        description: "Time zone of the dates, such as Asia/Singapore",
        schema: { type: "string", default: "UTC" },
      },
      {
        name: "locale",
        in: "query",
        description: "Format of dates and numbers, such as en-GB",
        schema: { type: "string", default: "en-US" },
      },
    ],
    responses: {
      200: { description: "OK", content: { "text/csv": { schema: { type: "string" } } } },
      ...Object.fromEntries(
        errors.map((code) => [errorCatalogue[code].status, errorResponse(code)]),
      ),
    },
  };
}

const downloads = {
  [deliveredCsvPath]: {
    get: csvDownload({
      operationId: "packages.exportDelivered",
      summary: "Download all delivered packages as CSV",
      description:
        "Sends all delivered packages of all customers, with weights and dates in the given locale and time zone. Two downloads of an account run at once.",
      tags: ["admin", "packages"],
      errors: ["invalid_input", "signed_out", "forbidden"],
    }),
  },
  [auditCsvPath]: {
    get: csvDownload({
      operationId: "audit.exportEntries",
      summary: "Download the audit log as CSV; takes the filters of its list",
      description:
        "Sends all entries that match the filters, which are those of audit.listEntries. Two downloads of an account run at once.",
      tags: ["admin", "audit"],
      errors: ["invalid_input", "signed_out", "forbidden"],
    }),
  },
  [transactionsCsvPath]: {
    get: csvDownload({
      operationId: "wallet.exportTransactions",
      summary: "Download your wallet history as CSV",
      description:
        "Sends all transactions of the signed-in user, with amounts in dollars and times in the given time zone. Two downloads of an account run at once.",
      tags: ["wallet"],
      errors: ["invalid_input", "signed_out"],
    }),
  },
};

let document: Promise<OpenAPI.Document> | null = null;

/** The OpenAPI 3.1 document of the whole contract. */
export function openApiDocument(): Promise<OpenAPI.Document> {
  document ??= describe();
  return document;
}

async function describe(): Promise<OpenAPI.Document> {
  const schemas: SharedSchemas = {};
  const generator = new OpenAPIGenerator({ schemaConverters: [schemaConverter(schemas)] });
  const described = await generator.generate(api, {
    info: { title: `${brandName} API`, version: "1.0.0", description: about },
    servers: [{ url: "/api" }],
    customErrorResponseBodySchema: (errors) => errorBody(errors.map(([code]) => code)),
  });
  Object.assign((described.paths ??= {}), downloads);
  return withComponents(described, schemas);
}
