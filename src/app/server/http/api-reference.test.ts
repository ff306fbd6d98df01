import { Validator } from "@seriousme/openapi-schema-validator";
import type { OpenAPI } from "@orpc/openapi";
import * as z from "zod";
import { expect, test } from "vitest";
import { errorCatalogue, type ErrorCode } from "#platform/contract/errors.ts";
import { operations, type Operation } from "#app/contract/operations.ts";
import { createApiReference, listCommonSchemas } from "./api-reference.ts";
import { inlineScriptHashes } from "./built-pages.ts";

const answer = createApiReference({ isHttps: true });
const get = (path: string) => answer(new Request(`https://sampan.example${path}`));
const document = (await (await get("/api/openapi.json")).json()) as OpenAPI.Document;
const described = new Map(
  Object.values(document.paths ?? {})
    .flatMap((item) => Object.values(item ?? {}) as OpenAPI.OperationObject[])
    .map((operation) => [operation.operationId, operation]),
);

function operationOf(name: string): OpenAPI.OperationObject {
  const operation = described.get(name);
  if (operation === undefined) throw new Error(`The document has no ${name}.`);
  return operation;
}

function typesOf(body: OpenAPI.OperationObject["requestBody"]): string[] {
  return body !== undefined && "content" in body ? Object.keys(body.content) : [];
}

test("it is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

test("it describes each operation once, and each component because something refers to it", () => {
  const text = JSON.stringify(document);
  const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id = ""]) => id);
  expect(ids.toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
  const references = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name = ""]) => name,
  );
  const components = Object.keys(document.components?.schemas ?? {});
  expect(components.toSorted()).toEqual([...new Set(references)].toSorted());
});

/** What the document says of an operation, in the form of `statedOf`. */
function describedOf({ name }: Operation) {
  const { description = "", responses = {}, security, summary = "", tags } = operationOf(name);
  const listed = Object.entries(responses).flatMap(([status, response]) => {
    const codes = /"code":\{"enum":\[([^\]]+)\]/.exec(JSON.stringify(response))?.[1] ?? "";
    return codes
      .split(",")
      .flatMap((code) => (code === "" ? [] : `${status} ${code.slice(1, -1)}`));
  });
  const [, roles = ""] = /For the roles ([a-z, ]+)\.$/.exec(description) ?? [];
  const isSentence = /^[^a-z].{20,}\.$/s.test(description) && !description.includes(summary);
  return { name, errors: listed.toSorted(), tags, security, roles, isSentence };
}

/** What the contract says of an operation. */
function statedOf({ name, access, isForStaff, errorCodes }: Operation) {
  const errors = errorCodes.map((code) => `${errorCatalogue[code as ErrorCode].status} ${code}`);
  const [area = ""] = name.split(".");
  const roles = typeof access === "object" ? [...new Set([...access.roles, "manager"])] : [];
  return {
    name,
    errors: errors.toSorted(),
    tags: [isForStaff ? `${area} (admin)` : area],
    security: access === "public" ? undefined : [{ session: [] }],
    roles: roles.join(", "),
    isSentence: true,
  };
}

test("each operation lists its errors, and who may call it", () => {
  expect(operations.map(describedOf)).toEqual(operations.map(statedOf));
});

test("an upload is a form, and a download has its own type", () => {
  const uploads = operations.filter(({ name }) =>
    typesOf(operationOf(name).requestBody).includes("multipart/form-data"),
  );
  const withFile = operations.filter(({ takesFile }) => takesFile);
  expect(uploads).toEqual(withFile);
  for (const { name } of uploads)
    expect(typesOf(operationOf(name).requestBody)).toEqual(["multipart/form-data"]);
  const downloads = Map.groupBy(operations, ({ name }) => {
    const response = operationOf(name).responses?.["200"];
    return response !== undefined && "content" in response
      ? Object.keys(response.content ?? {}).join(" ")
      : "";
  });
  const names = [...downloads].map(([types, list]) => [types, list.map(({ name }) => name)]);
  const { "application/json": _json, ...files } = Object.fromEntries(names);
  expect(files).toMatchInlineSnapshot(`
    {
      "application/pdf": [
        "packing.printBoxSlip",
        "labels.printShippingLabels",
        "labels.printShippingLabel",
        "labels.printCustomsPapers",
        "manifests.printManifest",
      ],
      "application/pdf application/zpl": [
        "receiving.printLabel",
        "storageLocations.printLabels",
      ],
      "text/csv": [
        "users.exportUsers",
        "wallet.exportHolds",
        "wallet.exportTransactions",
        "wallet.exportPayoutRequests",
        "packages.exportDelivered",
        "packages.exportShipments",
        "inboundParcels.exportStock",
        "labels.exportAdvanceData",
        "labels.exportLabelFile",
        "manifests.exportManifest",
        "freightFigures.exportFreightFigures",
        "goodsRules.exportGoodsRules",
        "rates.exportRates",
        "payments.exportPayments",
        "audit.exportEntries",
      ],
      "text/event-stream": [
        "changeStream.subscribeToChanges",
      ],
    }
  `);
});

test("what code must not change may still be sent", () => {
  expect(JSON.stringify(document)).not.toContain("readOnly");
});

test("the examples of components are valid", () => {
  const stated = Object.values(listCommonSchemas()).flatMap(({ schema }) => {
    const { examples = [] } = z.globalRegistry.get(schema) ?? {};
    return (examples as unknown[]).map((example) => z.safeParse(schema, example).error?.issues);
  });
  expect(new Set(stated)).toEqual(new Set([undefined]));
});

test("the page loads nothing from elsewhere and runs its own script alone", async () => {
  const response = await get("/api/docs");
  const html = await response.text();
  const loaded = [...html.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, path = ""]) => path);
  expect(loaded).toEqual(["/api/docs/swagger-ui.css", "/api/docs/swagger-ui-bundle.js"]);
  const types = loaded.map(async (path) => (await get(path)).headers.get("content-type"));
  expect(await Promise.all(types)).toEqual([
    "text/css; charset=utf-8",
    "text/javascript; charset=utf-8",
  ]);
  const hashes = inlineScriptHashes([html]).map((hash) => `'${hash}'`);
  expect(hashes).toHaveLength(1);
  expect(response.headers.get("content-security-policy")).toContain(
    `script-src 'self' ${hashes.join(" ")}; `,
  );
});
