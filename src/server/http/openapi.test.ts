import { isContractProcedure } from "@orpc/contract";
import type { OpenAPI } from "@orpc/openapi";
import { expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { describeOperation } from "#contract/operations.ts";
import { openApiDocument } from "./openapi.ts";

const methods = ["get", "post", "put", "patch", "delete"] as const;
const procedures = Object.entries(api).flatMap(([area, operations]) =>
  Object.entries(operations).map(([name, procedure]) => ({ id: `${area}.${name}`, procedure })),
);

async function operations(): Promise<OpenAPI.OperationObject[]> {
  const { paths = {} } = await openApiDocument();
  return Object.values(paths).flatMap((item) => methods.flatMap((method) => item?.[method] ?? []));
}

test("it is OpenAPI 3.1 and describes each operation once, under its own name", async () => {
  const document = await openApiDocument();
  expect(document.openapi).toMatch(/^3\.1/);
  const ids = (await operations()).map(({ operationId }) => String(operationId));
  const named = [
    ...procedures.map(({ id }) => id),
    "audit.exportEntries",
    "packages.exportDelivered",
    "wallet.exportTransactions",
  ];
  expect(ids.toSorted()).toEqual(named.toSorted());
});

test("operations of admins, and no others, are tagged 'admin'", async () => {
  const tagged = new Map((await operations()).map(({ operationId, tags }) => [operationId, tags]));
  for (const { id, procedure } of procedures) {
    expect(isContractProcedure(procedure)).toBe(true);
    expect(tagged.get(id)?.includes("admin"), id).toBe(
      describeOperation(procedure).access === "admin",
    );
  }
});

test("each operation names its error codes", async () => {
  const signIn = (await operations()).find(({ operationId }) => operationId === "auth.signIn");
  expect(JSON.stringify(signIn?.responses?.["401"])).toContain("invalid_credentials");
  expect(JSON.stringify(signIn?.responses?.["403"])).toContain("email_not_verified");
});
