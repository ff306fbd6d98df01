// Shows what the platform tells of itself, and that browsers' errors are kept for staff, within bounds.
import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer } from "#testing/users.ts";
import { expectApiError } from "#testing/api-errors.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { SUPPORT_EMAIL: "help@sampan.example" } });
  return () => app.close();
});

test("anybody reads what the platform runs on", async () => {
  expect(await app.client().api.settings.readPublicSettings({})).toEqual({
    isSandbox: true,
    hasSandboxMailbox: true,
    supportEmail: "help@sampan.example",
    isInMaintenance: false,
    isRegistrationOpen: true,
  });
});

describe("reporting an error", () => {
  const report = { errorMessage: "boat leaks", source: "wallet", context: '{"page":"/dashboard"}' };

  test("is for signed-in people", async () => {
    await expectApiError(app.client().api.errorReports.reportError(report), "signed_out");
  });

  test.each([
    ["no message", { source: "wallet" }],
    ["no source", { errorMessage: "x" }],
    ["somebody else's name on it", { ...report, userId: crypto.randomUUID() }],
    ["far too much", { ...report, errorStack: "x".repeat(8001) }],
  ])("refuses %s and keeps nothing", async (_, wrong) => {
    const customer = await aCustomer(app);
    const call = customer.api.errorReports.reportError(wrong as typeof report);
    await expectApiError(call, "invalid_input");
    expect(await reportsOf(customer.userId)).toEqual([]);
  });

  test("keeps it under the account that sent it", async () => {
    const customer = await aCustomer(app);
    await customer.api.errorReports.reportError(report);
    expect(await reportsOf(customer.userId)).toMatchObject([
      { errorMessage: "boat leaks", errorStack: null, source: "wallet", context: report.context },
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
