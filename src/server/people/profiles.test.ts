// Shows reading and changing the own profile, and the list of users for staff.
import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin } from "#testing/people.ts";
import { expectRefusal } from "#testing/refusals.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const filledIn = {
  fullName: "Mei Ling Chan",
  phone: "+852 5555 0100",
  address: "1 Harbour Road",
  city: "Hong Kong",
  country: "HK",
  postalCode: "999077",
};

describe("The own profile", () => {
  test("is for who is signed in", async () => {
    const { api } = app.client();
    await expectRefusal(api.people.readProfile({}), "signed_out");
    await expectRefusal(api.people.updateProfile(filledIn), "signed_out");
  });

  test("keeps what is saved, and its email", async () => {
    const { api, email, userId } = await aCustomer(app);
    const saved = await api.people.updateProfile(filledIn);
    expect(saved).toEqual({ id: userId, email, ...filledIn });
    expect(await api.people.readProfile({})).toEqual(saved);
    expect((await api.people.readSession({}))?.person.fullName).toBe(filledIn.fullName);
  });

  test("refuses an empty name, an unknown country and fields that are not a customer's to set", async () => {
    const { api, client } = await aCustomer(app, { fullName: "Mei Chan" });
    await expectRefusal(
      api.people.updateProfile({ ...filledIn, fullName: "  " }),
      "missing_information",
    );
    await expectRefusal(
      api.people.updateProfile({ ...filledIn, country: "XX" }),
      "invalid_input",
      "Please choose a country from the list.",
    );
    for (const field of ["email", "isAdmin", "is_admin", "walletBalanceCents", "subscription"]) {
      const response = await client.fetch("/api/profile", {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...filledIn, [field]: true }),
      });
      expect(response.status).toBe(400);
    }
    expect((await api.people.readProfile({})).fullName).toBe("Mei Chan");
  });
});

describe("The list of users", () => {
  const list = { search: "", page: 1, pageSize: 20 };

  test("is for staff", async () => {
    await expectRefusal(app.client().api.people.listUsers(list), "signed_out");
    await expectRefusal((await aCustomer(app)).api.people.listUsers(list), "forbidden");
  });

  test("finds by any part of name or email, in any case, and pages", async () => {
    const admin = await anAdmin(app);
    for (const fullName of ["Zed 100%", "Zed Two", "Zed Three"]) await aCustomer(app, { fullName });
    const page = await admin.api.people.listUsers({ search: "zED", page: 1, pageSize: 2 });
    expect(page.total).toBe(3);
    expect(page.items.map(({ fullName }) => fullName)).toEqual(["Zed Three", "Zed Two"]);
    const literal = await admin.api.people.listUsers({ ...list, search: "100%" });
    expect(literal.items.map(({ fullName }) => fullName)).toEqual(["Zed 100%"]);
    const byEmail = await admin.api.people.listUsers({ ...list, search: admin.email.slice(0, 20) });
    expect(byEmail.items.map(({ email }) => email)).toEqual([admin.email]);
  });

  test("bounds its pages", async () => {
    const admin = await anAdmin(app);
    for (const wrong of [{ pageSize: 101 }, { pageSize: 0 }, { page: 0 }, { page: 1.5 }]) {
      const call = admin.api.people.listUsers({ ...list, ...wrong });
      await expect(call).rejects.toMatchObject({ code: "invalid_input" });
    }
  });
});
