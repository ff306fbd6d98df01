import { beforeAll, expect, test } from "vitest";
import { operations, type Operation } from "#app/contract/operations.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import { rowOf } from "./rows.ts";
import { failuresOf } from "./failures-of.ts";
import { createFixtures, type Role, type Fixtures } from "./fixtures.ts";

let app: TestApp;
let fixtures: Fixtures;
beforeAll(async () => {
  app = await testApp();
  fixtures = await createFixtures(app);
  app.clock.advance(15 * 60_000 + 1000);
  return () => app.close();
});

type Verb = (input: object) => Promise<unknown>;

async function errorOf({ api }: TestClient, operation: Operation, role: Role): Promise<string> {
  const { name, area, verb } = operation;
  // The table names its operations as text, which the client's types do not follow.
  const call = (api as unknown as Record<string, Record<string, Verb>>)[area]?.[verb];
  if (call === undefined) throw new Error(`There is no ${name}.`);
  return await call(rowOf(operation).input(fixtures, role)).then(
    () => "ok",
    (error: { code?: string }) => error.code ?? "unexpected",
  );
}

const sensitive = operations.filter(({ reauthentication }) => reauthentication);

test("is required by every operation that moves money, or changes who gets in or what a user has", () => {
  expect(sensitive.map(({ name }) => name).toSorted()).toEqual([
    "auth.confirmTwoFactor",
    "auth.endOtherSessions",
    "auth.renewBackupCodes",
    "auth.startTwoFactor",
    "cases.confirmGrant",
    "cases.grantCase",
    "plans.adjustQuota",
    "plans.endSubscription",
    "plans.giveComplimentaryPlan",
    "plans.refundPlanPayment",
    "settings.removePaymentAccess",
    "settings.removeTrackingKey",
    "settings.savePaymentAccess",
    "settings.saveTrackingKey",
    "users.endStaffRole",
    "users.grantStaffRole",
    "users.inviteStaff",
    "users.resendStaffInvitation",
    "users.restoreUser",
    "users.suspendUser",
    "users.updateUser",
    "wallet.adjustWallet",
    "wallet.holdShippingFee",
    "wallet.releaseHold",
    "wallet.requestPayout",
    "wallet.settleHold",
    "wallet.settlePayoutRequest",
    "wallet.startPayout",
  ]);
});

test("each requires reauthentication, which confirming the password provides", async () => {
  const failures = await failuresOf(sensitive, async (operation) => {
    const role = operation.isForStaff ? "admin" : "owner";
    const { client, password } = fixtures[role];
    expect(await errorOf(client, operation, role)).toBe("reauthentication_required");
    await client.api.auth.confirmPassword({ password });
    expect(await errorOf(client, operation, role)).not.toBe("reauthentication_required");
    app.clock.advance(15 * 60_000 + 1000);
  });
  expect(failures).toEqual([]);
});

test("ending another session requires it, and signing out does not", async () => {
  const { client } = fixtures.owner;
  const { sessionId } = fixtures;
  const current = (await client.api.auth.listSessions({})).items.find(({ isCurrent }) => isCurrent);
  await expectApiError(client.api.auth.endSession({ sessionId }), "reauthentication_required");
  await client.api.auth.endSession({ sessionId: current?.id ?? "" });
  await expectApiError(client.api.auth.listSessions({}), "signed_out");
});
