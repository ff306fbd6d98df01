import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { enteredProfile } from "#test/profiles.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const filledIn = enteredProfile({
  fullName: "Mei Ling Chan",
  phone: "+852 5555 0100",
  address: "1 Harbour Road",
  addressLine2: "Flat 12B",
  city: "Hong Kong",
  state: "Kowloon",
  country: "HK",
  postalCode: "999077",
});

describe("The own profile", () => {
  test("requires a session", async () => {
    const { api } = app.client();
    await expectApiError(api.users.readProfile({}), "signed_out");
    await expectApiError(api.users.updateProfile(filledIn), "signed_out");
  });

  test("stores what is saved, and keeps its email", async () => {
    const { api, email, userId } = await aCustomer(app);
    const saved = await api.users.updateProfile(filledIn);
    expect(saved).toEqual({ id: userId, email, ...filledIn });
    expect(await api.users.readProfile({})).toEqual(saved);
    expect((await api.auth.readSession({}))?.person.fullName).toBe(filledIn.fullName);
  });

  test("has a name in Latin letters while the full name needs one", async () => {
    const { api } = await aCustomer(app);
    const chen = { ...filledIn, fullName: "陈伟" };
    expect((await api.users.updateProfile(chen)).latinName).toBeNull();
    const named = { ...chen, latinName: "Chen Wei" };
    expect((await api.users.updateProfile(named)).latinName).toBe("Chen Wei");
    expect((await api.users.readProfile({})).latinName).toBe("Chen Wei");
    for (const latinName of ["陈伟", "Chen 🛶"]) {
      await expectApiError(api.users.updateProfile({ ...named, latinName }), "invalid_input");
    }
    expect((await api.users.updateProfile({ ...named, latinName: " " })).latinName).toBeNull();
    const renamed = { ...named, fullName: "Anna Chen" };
    expect((await api.users.updateProfile(renamed)).latinName).toBeNull();
  });

  test("has composed letters, phone and postal code in usual width, and each field on one line", async () => {
    const { api } = await aCustomer(app);
    const saved = await api.users.updateProfile({
      ...filledIn,
      fullName: "Ame\u0301lie\n\u202Eнна",
      phone: "\u202A＋８５２　５５５５\u202C",
      address: "1450 Kapiʻolani Boulevard,　№ 5\u200B",
      city: "Łódź\uFE0F",
      postalCode: "９９９０７７",
    });
    expect(saved).toMatchObject({
      fullName: "Am\u00E9lie нна",
      phone: "+852 5555",
      address: "1450 Kapiʻolani Boulevard,　№ 5",
      city: "Łódź",
      postalCode: "999077",
    });
  });

  test.each([
    ["fullName", "Emma 🙂", "🙂"],
    ["latinName", "陈伟", "陈"],
    ["address", "中环 德辅道1号", "中"],
    ["addressLine2", "Flat 5 🌺", "🌺"],
    ["city", "Москва", "М"],
    ["phone", "☎ 5555", "☎"],
  ])("refuses a %s that labels cannot print: %s", async (field, text, character) => {
    const { client } = await aCustomer(app);
    const fields = { ...filledIn, [field]: text };
    const response = await client.fetch("/api/profile", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fields),
    });
    const message = `Labels cannot print “${character}”. Please write this in Latin letters.`;
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: "invalid_input", details: { issues: [{ path: [field], message }] } },
    ]);
  });

  test("rejects an empty name, an unknown country and fields that a customer may not set", async () => {
    const { api, client } = await aCustomer(app, { fullName: "Mei Chan" });
    await expectApiError(
      api.users.updateProfile({ ...filledIn, fullName: "  " }),
      "missing_information",
    );
    await expectApiError(
      api.users.updateProfile({ ...filledIn, country: "XX" }),
      "invalid_input",
      "Please choose a country from the list.",
    );
    for (const field of ["email", "isAdmin", "isAdmin", "walletBalanceCents", "subscription"]) {
      const response = await client.fetch("/api/profile", {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...filledIn, [field]: true }),
      });
      expect(response.status).toBe(400);
    }
    expect((await api.users.readProfile({})).fullName).toBe("Mei Chan");
  });
});
