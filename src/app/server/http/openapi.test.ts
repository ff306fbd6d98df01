import { Validator } from "@seriousme/openapi-schema-validator";
import { getEventIteratorSchemaDetails, isContractProcedure } from "@orpc/contract";
import * as z from "zod";
import { expect, test } from "vitest";
import { api } from "#app/contract/api.ts";
import { errorCatalogue, type ErrorCode } from "#platform/contract/errors.ts";
import { describeOperation } from "#app/contract/operations.ts";
import { openApiDocument } from "./openapi.ts";
import { operationsOf, requestExample, responseExample } from "./openapi-operations.ts";

const procedures = Object.entries(api).flatMap(([area, operations]) =>
  Object.entries(operations).map(([name, procedure]) => ({ id: `${area}.${name}`, procedure })),
);
const document = await openApiDocument();
const operations = new Map(
  operationsOf(document).map(({ operation }) => [operation.operationId, operation]),
);
/** Their responses are files, which no schema describes. */
const csvDownloads = [
  "audit.exportEntries",
  "labels.exportLabelFile",
  "manifests.exportManifest",
  "packages.exportDelivered",
  "rates.exportRates",
  "wallet.exportTransactions",
];
const downloads = [
  ...csvDownloads,
  "labels.printShippingLabel",
  "manifests.printManifest",
  "receiving.printLabel",
  "storageLocations.printLabels",
];

function operationOf(id: string) {
  const operation = operations.get(id);
  if (operation === undefined) throw new Error(`The document has no ${id}.`);
  return operation;
}

/** The validator puts what a reference names in the place of the fields beside it, and then misses these. */
function withoutFieldsBesideReferences<Part>(part: Part): Part {
  return JSON.parse(JSON.stringify(part), (_key, value: unknown) => {
    const isBoth =
      typeof value === "object" && value !== null && "$ref" in value && "properties" in value;
    if (!isBoth) return value;
    const { $ref, ...own } = value;
    return { allOf: [{ $ref }], ...own };
  }) as Part;
}

test("it is valid OpenAPI 3.1, all references included", async () => {
  const validator = new Validator();
  const copy = withoutFieldsBesideReferences(document);
  expect(await validator.validate(copy)).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g);
  for (const [, kind = "", name = ""] of references)
    expect(document.components, `${kind}/${name}`).toHaveProperty([kind, name]);
});

test("it describes each operation once, under its own name", () => {
  const ids = operationsOf(document).map(({ operation }) => String(operation.operationId));
  const named = [...procedures.map(({ id }) => id), ...downloads];
  expect(ids.toSorted()).toEqual([...new Set(named)].toSorted());
});

test("it has at most 77 lines for each operation, components included", () => {
  const lines = JSON.stringify(document, null, 2).split("\n").length;
  expect(lines / operations.size).toBeLessThanOrEqual(77);
});

test("operations of staff, and no others, have tags that end with '(admin)', and name the roles that may call them", () => {
  for (const { id, procedure } of procedures) {
    expect(isContractProcedure(procedure)).toBe(true);
    const { access, isForStaff } = describeOperation(procedure);
    const { tags = [], description = "" } = operationOf(id);
    expect(
      tags.map((tag) => tag.endsWith(" (admin)")),
      id,
    ).toEqual([isForStaff]);
    const roles = typeof access === "object" ? [...new Set([...access.roles, "manager"])] : [];
    const [, named = ""] = /For the roles ([a-z, ]+)\.$/.exec(description) ?? [];
    expect(named, id).toBe(roles.join(", "));
  }
});

test.each(procedures)("$id lists exactly the errors of its contract", ({ id, procedure }) => {
  const errors = describeOperation(procedure).errorCodes.map(
    (code) => `\`${code}\` (${errorCatalogue[code as ErrorCode].status})`,
  );
  const own = operationOf(id).responses?.["default"];
  const name = own !== undefined && "$ref" in own ? (own.$ref.split("/").at(-1) ?? "") : "";
  const shared = document.components?.responses?.[name];
  const listed = (own?.description ?? shared?.description)?.split(", ") ?? [];
  expect(listed.toSorted()).toEqual(errors.toSorted());
  expect(errors.length).toBeGreaterThan(0);
});

test.each([...operations.keys()])("%s has a description that says more than its summary", (id) => {
  const { summary = "", description = "" } = operationOf(id ?? "");
  expect(description).toMatch(/^[^a-z].{20,}\.$/s);
  expect(description).not.toContain(summary);
});

/** The files of an upload stand in the document as text. */
function withFiles(request: Record<string, unknown>) {
  const names = ["file", "signature"].filter((name) => name in request);
  const files = names.map((name) => [name, new File(["x"], "label.jpg")]);
  return { ...request, ...Object.fromEntries(files) };
}

function expectParsed(schema: unknown, example: unknown) {
  if (!(schema instanceof z.ZodType)) throw new Error("The contract has no zod schema here.");
  const result = schema.safeParse(example);
  expect(result.error?.issues ?? []).toEqual([]);
  return result.data;
}

test.each(procedures)("the example of a request of $id is valid", ({ id, procedure }) => {
  const example = requestExample(document, operationOf(id));
  const parsed = expectParsed(describeOperation(procedure).inputSchema, withFiles(example));
  expect(Object.keys(parsed as object).toSorted()).toEqual(Object.keys(example).toSorted());
});

const withSchemas = procedures.filter(({ id }) => !downloads.includes(id));

test.each(withSchemas)("the example of a response of $id is valid", ({ id, procedure }) => {
  const example = responseExample(document, operationOf(id));
  const { outputSchema } = describeOperation(procedure);
  const stream = getEventIteratorSchemaDetails(outputSchema);
  // A stream's example is one of its events.
  const value = stream === undefined ? example : (example as { data: unknown }).data;
  expect(expectParsed(stream?.yields ?? outputSchema, value)).toEqual(value);
});

test.each(csvDownloads)("%s has an example of a file", (id) => {
  expect(responseExample(document, operationOf(id))).toMatch(/^\w[\w ]+,.+\n.+,/);
});
