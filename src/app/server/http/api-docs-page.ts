import type { OpenAPI } from "@orpc/openapi";
import { errorCatalogue } from "#platform/contract/errors.ts";
import { openApiDocument } from "./openapi.ts";
import {
  errorsOf,
  operationsOf,
  parametersOf,
  requestExample,
  requestOf,
  responseExample,
  responseOf,
} from "./openapi-operations.ts";
import { isSchema, resolveSchema, type JsonSchema, type SharedSchemas } from "./openapi-schemas.ts";

type Operation = ReturnType<typeof operationsOf>[number];

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Text of the document, in which code stands between backticks. */
function prose(text: string): string {
  return escape(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

/** The group of an operation: its area, for operations of staff with "(admin)". */
function areaOf({ operation }: Operation): string {
  return operation.tags?.[0] ?? "other";
}

/** The type of a field in a few words, such as "string (uuid) or null". */
function typeOf(schema: JsonSchema, shared: SharedSchemas): string {
  const resolved = resolveSchema(schema, shared);
  const { anyOf, const: only, enum: values, format, items, properties } = resolved;
  if (only !== undefined) return String(only);
  if (values !== undefined) return values.map(String).join(" | ");
  if (anyOf !== undefined)
    return anyOf.map((option) => (isSchema(option) ? typeOf(option, shared) : "")).join(" or ");
  const type = resolved.type ?? (properties === undefined ? "any" : "object");
  if (type === "array" && isSchema(items)) return `list of ${typeOf(items, shared)}`;
  const names: readonly string[] = Array.isArray(type) ? type : [type];
  return names
    .map((name) => (name === "string" && format ? `${name} (${format})` : name))
    .join(" or ");
}

function limitsOf({ default: preset, maximum, maxLength, minimum }: JsonSchema): string[] {
  return [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(preset === undefined ? [] : [`default \`${JSON.stringify(preset)}\``]),
  ];
}

function fieldRow(name: string, schema: JsonSchema, isRequired: boolean, shared: SharedSchemas) {
  const resolved = resolveSchema(schema, shared);
  const about = [...limitsOf(resolved), ...(resolved.description ? [resolved.description] : [])];
  const type = `${typeOf(schema, shared)}${isRequired ? "" : ", optional"}`;
  return `<tr><td><code>${escape(name)}</code></td><td>${escape(type)}</td><td>${prose(about.join("; "))}</td></tr>`;
}

/** A row for each field, and below it those of the object or list of objects that it is. */
function fieldRows(schema: JsonSchema, shared: SharedSchemas, prefix = ""): string[] {
  const { anyOf, items, oneOf, properties = {}, required } = resolveSchema(schema, shared);
  if (isSchema(items)) return fieldRows(items, shared, `${prefix.slice(0, -1)}[].`);
  const [option] = (anyOf ?? oneOf ?? []).filter(isSchema);
  if (option !== undefined) return fieldRows(option, shared, prefix);
  return Object.entries(properties).flatMap(([name, field]) =>
    isSchema(field)
      ? [
          fieldRow(`${prefix}${name}`, field, required?.includes(name) === true, shared),
          ...fieldRows(field, shared, `${prefix}${name}.`),
        ]
      : [],
  );
}

function table(titles: readonly string[], rows: readonly string[]): string {
  const heads = titles.map((title) => `<th>${title}</th>`).join("");
  return `<div class="scroll" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

const fieldTitles = ["Field", "Type", "About"];

function exampleBlock(title: string, example: unknown): string {
  const text = typeof example === "string" ? example : JSON.stringify(example, null, 2);
  return `<h4>${escape(title)}</h4><pre tabindex="0"><code>${escape(text)}</code></pre>`;
}

function requestBlock(document: OpenAPI.Document, operation: OpenAPI.OperationObject): string {
  const shared = (document.components?.schemas ?? {}) as SharedSchemas;
  const parameters = parametersOf(document, operation).map((parameter) =>
    fieldRow(
      `${parameter.name} (${parameter.in})`,
      parameter.schema as JsonSchema,
      parameter.required === true,
      shared,
    ),
  );
  const body = requestOf(document, operation);
  const fields = body === null ? [] : fieldRows(body.schema as JsonSchema, shared);
  const type = body === null || body.type === "application/json" ? "" : `, ${body.type}`;
  if (parameters.length + fields.length === 0) return "<h4>Request</h4><p>Takes nothing.</p>";
  return `<h4>Request${escape(type)}</h4>${table(fieldTitles, [...parameters, ...fields])}${exampleBlock("Example of a request", requestExample(document, operation))}`;
}

function responseBlock(document: OpenAPI.Document, operation: OpenAPI.OperationObject): string {
  const shared = (document.components?.schemas ?? {}) as SharedSchemas;
  const body = responseOf(document, operation);
  const fields = fieldRows((body?.schema ?? {}) as JsonSchema, shared);
  const type = body === null || body.type === "application/json" ? "" : `, ${body.type}`;
  const described = fields.length === 0 ? "" : table(fieldTitles, fields);
  return `<h4>Response${escape(type)}</h4>${described}${exampleBlock("Example of a response", responseExample(document, operation))}`;
}

function errorsBlock(document: OpenAPI.Document, operation: OpenAPI.OperationObject): string {
  const rows = errorsOf(document, operation).map(
    (code) =>
      `<tr><td><code>${code}</code></td><td>${errorCatalogue[code].status}</td><td>${escape(errorCatalogue[code].message)}</td></tr>`,
  );
  return `<h4>Errors</h4>${table(["Code", "Status", "Message"], rows)}`;
}

function operationBlock(document: OpenAPI.Document, listed: Operation): string {
  const { method, path, operation } = listed;
  return `<details id="${escape(operation.operationId ?? path)}">
<summary><b>${method.toUpperCase()}</b> <code>/api${escape(path)}</code> <span>${escape(operation.summary ?? "")}</span></summary>
<p>${prose(operation.description ?? "")}</p>
<p>Operation <code>${escape(operation.operationId ?? "")}</code></p>
${requestBlock(document, operation)}${responseBlock(document, operation)}${errorsBlock(document, operation)}
</details>`;
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#0f2a3d, #e3edf3); --quiet: light-dark(#4c6373, #9db3c1);
  --sheet: light-dark(#fff, #10222f); --ground: light-dark(#f3f6f8, #0a1d2b); --line: light-dark(#d5dfe6, #24404f);
  --accent: light-dark(#b3361f, #ff9a80); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 60rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; }
h1 { margin: 0; } h2 { margin: 2.5rem 0 .75rem; text-transform: capitalize; } h4 { margin: 1rem 0 .25rem; }
p { overflow-wrap: anywhere; } a { color: inherit; }
details { background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: .75rem 1rem; }
summary { cursor: pointer; overflow-wrap: anywhere; } summary span { color: var(--quiet); }
summary b { display: inline-block; min-width: 4rem; }
pre { max-height: 24rem; overflow: auto; background: var(--ground); padding: .75rem; border-radius: .5rem; font-size: .8rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .85rem; }
td, th { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top; }
`;

let page: Promise<string> | null = null;

/** The OpenAPI document as one HTML page without scripts or external files. */
export function apiDocsPage(): Promise<string> {
  page ??= writePage();
  return page;
}

async function writePage(): Promise<string> {
  const document = await openApiDocument();
  const areas = Map.groupBy(operationsOf(document), areaOf);
  const sections = [...areas].map(
    ([area, operations]) =>
      `<section><h2>${escape(area)}</h2>${operations.map((listed) => operationBlock(document, listed)).join("")}</section>`,
  );
  const { title, description = "" } = document.info;
  const about = description.split("\n\n").map((text) => `<p>${prose(text)}</p>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title><style>${style}</style></head>
<body><header><h1>${escape(title)}</h1>${about.join("")}
<p><a href="/api/openapi.json">OpenAPI document</a></p></header><main>${sections.join("")}</main></body></html>`;
}
