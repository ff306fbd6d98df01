import type { OpenAPI } from "@orpc/openapi";
import { expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import { openApiDocument } from "./openapi.ts";

const methods = ["get", "post", "put", "patch", "delete"] as const;
async function described(): Promise<OpenAPI.OperationObject[]> {
  const { paths = {} } = await openApiDocument();
  return Object.values(paths).flatMap((item) => methods.flatMap((method) => item?.[method] ?? []));
}

test("it is OpenAPI 3.1 and describes each operation once, under its own name", async () => {
  const document = await openApiDocument();
  expect(document.openapi).toMatch(/^3\.1/);
  const ids = (await described()).map(({ operationId }) => String(operationId));
  expect(ids.toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
});

test("a CSV download is of its type, and its errors are JSON", async () => {
  const downloads = operations.flatMap(({ name, path }) => (path.endsWith(".csv") ? [name] : []));
  const isCsv = ({ responses }: OpenAPI.OperationObject) =>
    JSON.stringify(responses).includes("text/csv");
  const found = (await described()).filter(isCsv);
  expect(found.map(({ operationId }) => String(operationId)).toSorted()).toEqual(
    downloads.toSorted(),
  );
  for (const { responses = {} } of found) {
    expect(responses["200"]).toEqual({
      description: "OK",
      content: { "text/csv": { schema: { type: "string", contentMediaType: "text/csv" } } },
    });
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["400", "401", "429", "503"]));
  }
});

test("operations of admins, and no others, are tagged 'admin'", async () => {
  const tagged = new Map((await described()).map(({ operationId, tags }) => [operationId, tags]));
  for (const { name, access } of operations) {
    expect(tagged.get(name)?.includes("admin"), name).toBe(access === "admin");
  }
});

test("each operation names its error codes", async () => {
  const signIn = (await described()).find(({ operationId }) => operationId === "auth.signIn");
  expect(JSON.stringify(signIn?.responses?.["401"])).toContain("invalid_credentials");
  expect(JSON.stringify(signIn?.responses?.["403"])).toContain("email_not_verified");
});
