import { beforeAll, describe, expect, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer } from "#test/users.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

describe("reporting an error", () => {
  const report = {
    errorMessage: "Cannot read total",
    source: "wallet",
    context: '{"page":"/dashboard"}',
  };

  test("requires a session", async () => {
    await expectApiError(app.client().api.errorReports.reportError(report), "signed_out");
  });

  test.each([
    ["no message", { source: "wallet" }],
    ["no source", { errorMessage: "x" }],
    ["another user's id", { ...report, userId: crypto.randomUUID() }],
    ["a stack that is too long", { ...report, errorStack: "x".repeat(8001) }],
  ])("rejects %s and stores nothing", async (_, input) => {
    const customer = await aCustomer(app);
    const call = customer.api.errorReports.reportError(input as typeof report);
    await expectApiError(call, "invalid_input");
    expect(await reportsOf(customer.userId)).toEqual([]);
  });

  test("stores it with the account that sent it", async () => {
    const customer = await aCustomer(app);
    await customer.api.errorReports.reportError(report);
    expect(await reportsOf(customer.userId)).toMatchObject([
      {
        errorMessage: "Cannot read total",
        errorStack: null,
        source: "wallet",
        context: report.context,
      },
    ]);
  });

  test("takes 60 an hour and no more", async () => {
    const customer = await aCustomer(app);
    const calls = Array.from({ length: 61 }, () => customer.api.errorReports.reportError(report));
    const rejected = (await Promise.allSettled(calls)).filter(
      ({ status }) => status === "rejected",
    );
    expect(rejected).toMatchObject([{ reason: { code: "too_many_requests" } }]);
    expect(await reportsOf(customer.userId)).toHaveLength(60);
  });
});

async function reportsOf(userId: string) {
  const { kysely } = app.database;
  return await kysely.selectFrom("errorLogs").selectAll().where("userId", "=", userId).execute();
}
