import { beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { SUPPORT_EMAIL: "help@sampan.example" } });
  return () => app.close();
});

test("anyone can read the public settings", async () => {
  expect(await app.client().api.settings.readPublicSettings({})).toEqual({
    isSandbox: true,
    hasSandboxMailbox: true,
    supportEmail: "help@sampan.example",
    isInMaintenance: false,
    isRegistrationOpen: true,
    hasWarehouse: false,
  });
});
