import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const day = 24 * 60 * 60_000;

describe("Signing in", () => {
  test("opens a new session each time, in a cookie that scripts cannot read", async () => {
    const { email, password } = await aCustomer(app);
    const client = app.client();
    const response = await client.fetch("/api/sign-in", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: email.toUpperCase(), password }),
    });
    expect(response.status).toBe(200);
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(
      /^sampan_session=[\w-]{43}\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const first = client.cookies.get("sampan_session");
    await client.api.auth.signIn({ email, password });
    expect(client.cookies.get("sampan_session")).not.toBe(first);
  });

  test.each([
    ["a zero-width space", (email: string) => `${email}\u200B`],
    ["marks of direction", (email: string) => `\u200E${email}\u200F`],
    ["a soft hyphen", (email: string) => email.replace("@", "\u00AD@")],
    ["a byte-order mark", (email: string) => `\uFEFF${email}`],
  ])("reads an email with %s", async (_what, typed) => {
    const { email, password, userId } = await aCustomer(app);
    const client = app.client();
    await client.api.auth.signIn({ email: typed(email), password });
    expect((await client.api.auth.readSession({}))?.person.id).toBe(userId);
    // A password stays as it was typed.
    const secret = client.api.auth.signIn({ email, password: `${password}\u200B` });
    await expectApiError(secret, "invalid_credentials");
  });

  test("ends the session that the browser had, whoever's it was, and no other", async () => {
    const customer = await aCustomer(app);
    const admin = await anAdmin(app);
    const { password } = customer;
    const browser = app.client();
    const copyOfCookie = () => {
      const copy = app.client();
      copy.cookies.set("sampan_session", browser.cookies.get("sampan_session") ?? "");
      return copy.api.auth;
    };
    await browser.api.auth.signIn({ email: customer.email, password });
    const first = copyOfCookie();
    await expectApiError(
      browser.api.auth.signIn({ email: customer.email, password: "wrong tide" }),
      "invalid_credentials",
    );
    expect(await first.readSession({})).not.toBeNull();
    await browser.api.auth.signInAsAdmin({ email: admin.email, password });
    expect(await first.readSession({})).toBeNull();
    const second = copyOfCookie();
    await browser.api.auth.signIn({ email: customer.email, password });
    expect(await second.readSession({})).toBeNull();
    expect((await browser.api.auth.readSession({}))?.person.email).toBe(customer.email);
    for (const { api } of [customer, admin]) expect(await api.auth.readSession({})).not.toBeNull();
  });

  test("gives the same error for a wrong password and an unknown address", async () => {
    const { email } = await aCustomer(app);
    const { api } = app.client();
    for (const wrong of [email, "stranger@example.com", "not an address"]) {
      await expectApiError(
        api.auth.signIn({ email: wrong, password: "wrong tide" }),
        "invalid_credentials",
      );
    }
    await expectApiError(api.auth.signIn({ email: "", password: "x" }), "missing_information");
    await expectApiError(api.auth.signIn({ email, password: "" }), "missing_information");
  });

  test("stops after five failures of one account and network, exactly, also with fifty at once", async () => {
    const { email, password } = await aCustomer(app);
    const { auth } = app.client().api;
    const calls = Array.from({ length: 50 }, () => auth.signIn({ email, password: "wrong tide" }));
    const results = await Promise.allSettled(calls);
    const codes = results.map((result) =>
      result.status === "rejected" ? (result.reason as { code: string }).code : "none",
    );
    expect(codes.filter((code) => code === "invalid_credentials")).toHaveLength(5);
    expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(45);
    await expectApiError(auth.signIn({ email, password }), "too_many_requests");
    app.clock.advance(15 * 60_000 + 1000);
    await auth.signIn({ email, password });
  });

  test("stops after thirty from one address, a forged header or not", async () => {
    const client = app.client();
    for (let attempt = 0; attempt < 30; attempt += 1) {
      const call = client.api.auth.signIn({
        email: `nobody${attempt}@example.com`,
        password: "wrong tide",
      });
      await expectApiError(call, "invalid_credentials");
    }
    const response = await client.fetch("/api/sign-in", {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.9" },
      body: JSON.stringify({ email: "nobody@example.com", password: "wrong tide" }),
    });
    expect(response.status).toBe(429);
  });

  test("reads a long password to its last character", async () => {
    const { userId, email } = await aCustomer(app);
    const password = "tall ship at noon ".repeat(7).slice(0, 120) + "harbour!";
    const { kysely } = app.database;
    const passwordHash = await app.services.hashPassword(password);
    await kysely.updateTable("users").set({ passwordHash }).where("id", "=", userId).execute();
    const { auth } = app.client().api;
    for (const near of [password.slice(0, -1), password.slice(0, 72), `${password}x`]) {
      await expectApiError(auth.signIn({ email, password: near }), "invalid_credentials");
    }
    expect((await auth.signIn({ email, password })).person.email).toBe(email);
  });

  test("does not count successes as failures", async () => {
    const { email, password } = await aCustomer(app);
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const session = await app.client().api.auth.signIn({ email, password });
      expect(session.person.email).toBe(email);
    }
  });
});

describe("A session", () => {
  test("needs a cookie signed with the server's secret: a token from the database does not sign in", async () => {
    const { userId } = await aCustomer(app);
    const { token } = await app.database.kysely
      .selectFrom("sessions")
      .select("token")
      .where("userId", "=", userId)
      .executeTakeFirstOrThrow();
    for (const forged of [token, `${token}.`, `${token}.${"A".repeat(43)}`, `${token}.${token}`]) {
      const thief = app.client();
      thief.cookies.set("sampan_session", forged);
      expect(await thief.api.auth.readSession({})).toBeNull();
    }
  });

  test("ends by signing out, for every copy of its cookie", async () => {
    const { client, api } = await aCustomer(app);
    const copy = app.client();
    copy.cookies.set("sampan_session", client.cookies.get("sampan_session") ?? "");
    expect(await copy.api.auth.readSession({})).not.toBeNull();
    expect(await api.auth.signOut({})).toEqual({});
    expect(client.cookies.size).toBe(0);
    expect(await copy.api.auth.readSession({})).toBeNull();
    expect(await copy.api.auth.signOut({})).toEqual({});
    await expectApiError(copy.api.auth.refreshSession({}), "signed_out");
  });

  test("ends after thirty days without use, and refreshing it counts as use", async () => {
    const { api } = await aCustomer(app);
    app.clock.advance(29 * day);
    const renewed = await api.auth.refreshSession({});
    expect(Date.parse(renewed.expiresAt) - app.clock.now().getTime()).toBe(10 * 60_000);
    app.clock.advance(29 * day);
    expect(await api.auth.readSession({})).not.toBeNull();
    app.clock.advance(2 * day);
    expect(await api.auth.readSession({})).toBeNull();
  });

  test("has another cookie name and the Secure attribute over https", async () => {
    const secure = await testApp({ settings: { PUBLIC_URL: "https://localhost" } });
    try {
      const { email, password } = await aCustomer(secure);
      const response = await secure.client().fetch("/api/sign-in", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password }),
      });
      const [cookie = ""] = response.headers.getSetCookie();
      expect(cookie).toMatch(
        /^__Host-sampan_session=.+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    } finally {
      await secure.close();
    }
  });
});

describe("Signing in as an admin", () => {
  test("works only for admins, and gives every other pair the same error", async () => {
    const admin = await anAdmin(app);
    const customer = await aCustomer(app);
    const client = app.client();
    const { email, password } = admin;
    const session = await client.api.auth.signInAsAdmin({ email, password });
    expect(session.person.isAdmin).toBe(true);
    for (const wrong of [
      { email, password: "wrong tide" },
      { email: customer.email, password: customer.password },
      { email: "stranger@example.com", password },
    ]) {
      const visitor = app.client();
      await expectApiError(visitor.api.auth.signInAsAdmin(wrong), "invalid_admin_credentials");
      expect(visitor.cookies.size).toBe(0);
    }
    await expectApiError(
      client.api.auth.signInAsAdmin({ email: "", password }),
      "missing_information",
    );
  });

  test("gives no access from the next request on after the role was lost", async () => {
    const admin = await anAdmin(app);
    const list = { search: "", page: 1, pageSize: 20 };
    await admin.api.users.listUsers(list);
    await app.database.kysely
      .updateTable("profiles")
      .set({ isAdmin: false })
      .where("id", "=", admin.userId)
      .execute();
    await expectApiError(admin.api.users.listUsers(list), "forbidden");
  });
});
