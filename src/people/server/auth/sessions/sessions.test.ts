import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import { describeBrowser } from "./describe-browser.ts";
import { findSessionRow } from "./session-queries.ts";
import { openSession } from "./sessions.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const minute = 60_000;
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0";

async function signedInFrom(
  { email, password }: TestPerson,
  browser: { ipAddress: string; userAgent: string },
): Promise<TestClient> {
  const client = app.client({ ipAddress: browser.ipAddress });
  const response = await client.fetch("/api/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": browser.userAgent },
    body: JSON.stringify({ email, password }),
  });
  expect(response.status).toBe(200);
  return client;
}

test("A session has a token of 256 random bits of its own, and its times are those of the server's clock", async () => {
  const { userId } = await aCustomer(app);
  const origin = { ipAddress: "203.0.113.6", userAgent: firefox };
  app.clock.advance(minute);
  const tokens = [];
  for (let time = 0; time < 20; time += 1) {
    tokens.push(await openSession(app.services, userId, origin));
  }
  expect(new Set(tokens).size).toBe(20);
  for (const token of tokens) expect(Buffer.from(token, "base64url")).toHaveLength(32);
  const now = app.clock.now();
  const rows = await app.database.kysely
    .selectFrom("sessions")
    .selectAll()
    .where("token", "in", tokens)
    .execute();
  expect(rows).toHaveLength(20);
  expect(rows[0]).toMatchObject({
    ...origin,
    userId,
    createdAt: now,
    updatedAt: now,
    reauthenticatedAt: now,
    expiresAt: new Date(now.getTime() + 30 * 24 * 60 * minute),
  });
});

test("A session that begins while its account is being suspended counts for nothing", async () => {
  const [admin, { userId }] = [await anAdmin(app), await aCustomer(app)];
  const origin = { ipAddress: "203.0.113.6", userAgent: firefox };
  const find = async () => {
    const token = await openSession(app.services, userId, origin);
    return await findSessionRow(app.services, token, app.clock.now());
  };
  const before = await find();
  expect(before?.person.id).toBe(userId);
  await admin.api.users.suspendUser({ userId, reason: "Looked into" });
  expect(await find()).toBeUndefined();
});

describe("The list of sessions", () => {
  test("shows device, browser, IP address and last use, and marks the current one", async () => {
    const person = await aCustomer(app);
    app.clock.advance(minute);
    const admin = await signedInFrom(person, { ipAddress: "203.0.113.7", userAgent: firefox });
    const { items } = await admin.api.auth.listSessions({});
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({
      device: "Windows PC",
      browser: "Firefox 128",
      ipAddress: "203.0.113.7",
      isCurrent: true,
    });
    expect(items[1]).toMatchObject({ device: "Unknown device", isCurrent: false });
    app.clock.advance(minute);
    await person.api.auth.refreshSession({});
    const [newest] = (await admin.api.auth.listSessions({})).items;
    expect(newest).toMatchObject({
      isCurrent: false,
      lastActiveAt: app.clock.now().toISOString(),
    });
  });

  test("has none of another user and none that has ended", async () => {
    const person = await aCustomer(app);
    await aCustomer(app);
    await signedInFrom(person, { ipAddress: "203.0.113.8", userAgent: firefox });
    app.clock.advance(20 * 24 * 60 * minute);
    await person.api.auth.refreshSession({});
    app.clock.advance(20 * 24 * 60 * minute);
    expect((await person.api.auth.listSessions({})).items).toHaveLength(1);
    await expectApiError(app.client().api.auth.listSessions({}), "signed_out");
  });
});

test("A request that names another account than that of its session runs as signed out", async () => {
  const person = await aCustomer(app);
  const other = await aCustomer(app);
  const statusFor = async (userId: string) => {
    const headers = { "x-user-id": userId };
    return (await person.client.fetch("/api/sessions", { headers })).status;
  };
  expect(await statusFor(person.userId)).toBe(200);
  expect(await statusFor(other.userId)).toBe(401);
});

describe("Ending sessions", () => {
  test("ends one at once, and rejects another user's", async () => {
    const person = await aCustomer(app);
    const other = await aCustomer(app);
    const phone = await signedInFrom(person, { ipAddress: "203.0.113.9", userAgent: firefox });
    const { items } = await person.api.auth.listSessions({});
    const sessionId = items.find(({ isCurrent }) => !isCurrent)?.id ?? "";
    await expectApiError(other.api.auth.endSession({ sessionId }), "not_found");
    expect(await phone.api.auth.readSession({})).not.toBeNull();
    expect(await person.api.auth.endSession({ sessionId })).toEqual({});
    expect(await phone.api.auth.readSession({})).toBeNull();
    await expectApiError(person.api.auth.endSession({ sessionId }), "not_found");
  });

  test("ends the current one as signing out does, without reauthentication", async () => {
    const { api, client } = await aCustomer(app);
    app.clock.advance(16 * minute);
    const [own] = (await api.auth.listSessions({})).items;
    await api.auth.endSession({ sessionId: own?.id ?? "" });
    expect(client.cookies.size).toBe(0);
    expect(await api.auth.readSession({})).toBeNull();
  });

  test("ends all others together", async () => {
    const person = await aCustomer(app);
    const browser = { ipAddress: "203.0.113.10", userAgent: firefox };
    const others = [await signedInFrom(person, browser), await signedInFrom(person, browser)];
    expect(await person.api.auth.endOtherSessions({})).toEqual({ endedCount: 2 });
    for (const { api } of others) expect(await api.auth.readSession({})).toBeNull();
    expect(await person.api.auth.readSession({})).not.toBeNull();
  });

  test("requires reauthentication, which lasts for fifteen minutes", async () => {
    const person = await aCustomer(app);
    await signedInFrom(person, { ipAddress: "203.0.113.11", userAgent: firefox });
    const { items } = await person.api.auth.listSessions({});
    const sessionId = items.find(({ isCurrent }) => !isCurrent)?.id ?? "";
    app.clock.advance(15 * minute + 1000);
    await expectApiError(person.api.auth.endSession({ sessionId }), "reauthentication_required");
    await expectApiError(person.api.auth.endOtherSessions({}), "reauthentication_required");
    const { reauthenticatedUntil } = await person.api.auth.confirmPassword({
      password: person.password,
    });
    expect(Date.parse(reauthenticatedUntil) - app.clock.now().getTime()).toBe(15 * minute);
    await person.api.auth.endSession({ sessionId });
    app.clock.advance(16 * minute);
    await expectApiError(person.api.auth.endOtherSessions({}), "reauthentication_required");
  });
});

describe("Confirming the password", () => {
  test("requires a session, rejects a wrong password, and is limited to five failures", async () => {
    const { api, password, email } = await aCustomer(app);
    const { auth } = app.client().api;
    await expectApiError(auth.confirmPassword({ password }), "signed_out");
    await expectApiError(api.auth.confirmPassword({ password: "" }), "missing_information");
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expectApiError(api.auth.confirmPassword({ password: "wrong tide" }), "wrong_password");
    }
    await expectApiError(api.auth.confirmPassword({ password }), "too_many_requests");
    await auth.signIn({ email, password });
  });

  test("does not reauthenticate another session of the same user", async () => {
    const person = await aCustomer(app);
    const phone = await signedInFrom(person, { ipAddress: "203.0.113.12", userAgent: firefox });
    app.clock.advance(16 * minute);
    await person.api.auth.confirmPassword({ password: person.password });
    await expectApiError(phone.api.auth.endOtherSessions({}), "reauthentication_required");
    await person.api.auth.endOtherSessions({});
  });
});

test.each([
  [firefox, "Windows PC", "Firefox 128"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "iPhone",
    "Safari 17",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
    "Android phone",
    "Chrome 126",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
    "Mac",
    "Edge 126",
  ],
  ["curl/8.5.0", "Unknown device", "Unknown browser"],
  ["", "Unknown device", "Unknown browser"],
])("The browser '%s' is known as %s with %s", (userAgent, device, browser) => {
  expect(describeBrowser(userAgent)).toEqual({ device, browser });
});
