import { beforeAll, expect, test } from "vitest";
import { displayCurrencies } from "#platform/rules/money.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer } from "#test/users.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

test("The display currency requires a session", async () => {
  const { users } = app.client().api;
  await expectApiError(users.updateDisplayCurrency({ displayCurrency: "HKD" }), "signed_out");
});

test("The display currency is US dollars until another is chosen, by each user alone", async () => {
  const { api } = await aCustomer(app);
  const other = await aCustomer(app);
  const current = async () => (await api.auth.readSession({}))?.person.displayCurrency;
  expect(await current()).toBe("USD");
  for (const displayCurrency of displayCurrencies) {
    expect(await api.users.updateDisplayCurrency({ displayCurrency })).toEqual({ displayCurrency });
    expect(await current()).toBe(displayCurrency);
  }
  await api.users.updateDisplayCurrency({ displayCurrency: "SGD" });
  expect((await other.api.auth.readSession({}))?.person.displayCurrency).toBe("USD");
  const { content } = await api.users.exportAccount({ part: "everything" });
  expect(JSON.parse(content)).toMatchObject({ displayCurrency: "SGD" });
});

test.each([{}, { displayCurrency: "JPY" }, { displayCurrency: "hkd" }, { displayCurrency: null }])(
  "%o is no display currency",
  async (body) => {
    const { client } = await aCustomer(app);
    const response = await client.fetch("/api/display-currency", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
  },
);

test("The display currency of a closed account is erased", async () => {
  const { api, userId, password } = await aCustomer(app);
  await api.users.updateDisplayCurrency({ displayCurrency: "GBP" });
  await api.users.closeAccount({ password });
  const { displayCurrency } = await app.services.db
    .selectFrom("profiles")
    .select("displayCurrency")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  expect(displayCurrency).toBe("USD");
});
