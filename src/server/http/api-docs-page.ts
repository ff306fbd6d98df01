import type { OpenAPI } from "@orpc/openapi";
import { openApiDocument } from "./openapi.ts";

const methods = ["get", "post", "put", "patch", "delete"] as const;

type Operation = {
  readonly method: string;
  readonly path: string;
  readonly described: OpenAPI.OperationObject;
};

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function operationsOf(document: OpenAPI.Document): readonly Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const described = item?.[method];
      return described === undefined ? [] : [{ method: method.toUpperCase(), path, described }];
    }),
  );
}

function isAdmin({ described }: Operation): boolean {
  return described.tags?.includes("admin") === true;
}

function areaOf({ described }: Operation): string {
  return described.tags?.find((tag) => tag !== "admin") ?? "other";
}

function schemaBlock(title: string, content: unknown): string {
  const json = escape(JSON.stringify(content, null, 2));
  return `<h4>${escape(title)}</h4><pre tabindex="0"><code>${json}</code></pre>`;
}

function bodyBlock(described: OpenAPI.OperationObject): string {
  if (described.requestBody === undefined || !("content" in described.requestBody)) return "";
  const [type, media] = Object.entries(described.requestBody.content).at(-1) ?? [];
  return type === undefined ? "" : schemaBlock(`Body, ${type}`, media?.schema ?? {});
}

function parametersBlock(described: OpenAPI.OperationObject): string {
  const parameters = (described.parameters ?? []).filter((parameter) => "name" in parameter);
  if (parameters.length === 0) return "";
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${escape(place)}</td><td>${required === true ? "required" : "optional"}</td><td><code>${escape(JSON.stringify(schema ?? {}))}</code></td></tr>`,
  );
  return `<h4>Parameters</h4><div class="scroll" tabindex="0"><table><thead><tr><th>Name</th><th>In</th><th></th><th>Schema</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function responsesBlock(described: OpenAPI.OperationObject): string {
  return Object.entries(described.responses ?? {})
    .map(([status, response]) => {
      const media = "content" in response ? response.content?.["application/json"] : undefined;
      const schema = media?.schema ?? {};
      const codes = errorCodes(schema);
      if (codes === null) return schemaBlock(`Response ${status}`, schema);
      const listed = codes.map((code) => `<code>${escape(code)}</code>`).join(", ");
      return `<h4>Error ${escape(status)}</h4><p>${listed}</p>`;
    })
    .join("");
}

function errorCodes(schema: unknown): readonly string[] | null {
  const code = (schema as { properties?: { code?: { enum?: unknown } } }).properties?.code;
  return Array.isArray(code?.enum) ? code.enum.map(String) : null;
}

function operationBlock(operation: Operation): string {
  const { method, path, described } = operation;
  const badge = isAdmin(operation) ? '<span class="admin">admin</span>' : "";
  return `<details id="${escape(described.operationId ?? path)}">
<summary><b class="${method}">${method}</b> <code>/api${escape(path)}</code> <span>${escape(described.summary ?? "")}</span> ${badge}</summary>
<p>Operation <code>${escape(described.operationId ?? "")}</code></p>
${parametersBlock(described)}${bodyBlock(described)}${responsesBlock(described)}
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
p { white-space: pre-line; } a { color: inherit; }
details { background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: .75rem 1rem; }
summary { cursor: pointer; overflow-wrap: anywhere; } summary span { color: var(--quiet); }
summary b { display: inline-block; min-width: 4rem; }
.admin { color: var(--accent); font-size: .8rem; border: 1px solid; border-radius: 1rem; padding: 0 .5rem; }
pre { max-height: 24rem; overflow: auto; background: var(--ground); padding: .75rem; border-radius: .5rem; font-size: .8rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .85rem; }
td, th { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top; }
`;

/** The OpenAPI document as one HTML page without scripts or external files. */
export async function apiDocsPage(): Promise<string> {
  const document = await openApiDocument();
  const areas = Map.groupBy(operationsOf(document), areaOf);
  const sections = [...areas].map(
    ([area, operations]) =>
      `<section><h2>${escape(area)}</h2>${operations.map(operationBlock).join("")}</section>`,
  );
  const { title, description = "" } = document.info;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title><style>${style}</style></head>
<body><header><h1>${escape(title)}</h1><p>${escape(description)}</p>
<p><a href="/api/openapi.json">OpenAPI document</a></p></header><main>${sections.join("")}</main></body></html>`;
}
