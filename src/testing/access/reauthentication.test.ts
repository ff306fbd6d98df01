import { beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestClient } from "#testing/test-app.ts";
import { rows } from "./rows.ts";
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

async function errorOf({ api }: TestClient, name: string, role: Role): Promise<string> {
  const [area = "", verb = ""] = name.split(".");
  // The table names its operations as text, which the client's types do not follow.
  const call = (api as unknown as Record<string, Record<string, Verb>>)[area]?.[verb];
  const input = rows[area]?.[verb]?.input(fixtures, role);
  if (call === undefined || input === undefined) throw new Error(`There is no ${name}.`);
  return await call(input).then(
    () => "ok",
    (error: { code?: string }) => error.code ?? "unexpected",
  );
}

const customerOperations = [
  "auth.startTwoFactor",
  "auth.confirmTwoFactor",
  "auth.renewBackupCodes",
  "auth.endSession",
  "auth.endOtherSessions",
  "wallet.requestPayout",
];
const adminOperations = [
  "wallet.adjustWallet",
  "wallet.holdShippingFee",
  "wallet.settleHold",
  "wallet.releaseHold",
  "plans.giveComplimentaryPlan",
  "plans.adjustQuota",
  "plans.endSubscription",
  "users.updateUser",
  "users.suspendUser",
  "users.restoreUser",
  "settings.savePaymentAccess",
  "settings.removePaymentAccess",
];
const sensitive = [
  ...customerOperations.map((name) => ({ name, role: "owner" as const })),
  ...adminOperations.map((name) => ({ name, role: "admin" as const })),
];

test.each(sensitive)(
  "$name requires reauthentication, which confirming the password provides",
  async ({ name, role }) => {
    const { client } = fixtures[role];
    expect(await errorOf(client, name, role)).toBe("reauthentication_required");
    await client.api.auth.confirmPassword({ password: fixtures[role].password });
    expect(await errorOf(client, name, role)).not.toBe("reauthentication_required");
    app.clock.advance(15 * 60_000 + 1000);
  },
);
