// Shows the own sessions, ending them, and the proof that some changes ask for.
import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, type TestPerson } from "#testing/people.ts";
import { expectRefusal } from "#testing/refusals.ts";
import { testApp, type TestApp, type TestClient } from "#testing/test-app.ts";
import { describeBrowser } from "./sessions/describe-browser.ts";

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

describe("The list of sessions", () => {
  test("names device, browser, address and last use, the own one marked", async () => {
    const person = await aCustomer(app);
    app.clock.advance(minute);
    const office = await signedInFrom(person, { ipAddress: "203.0.113.7", userAgent: firefox });
    const { items } = await office.api.people.listSessions({});
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({
      device: "Windows PC",
      browser: "Firefox 128",
      ipAddress: "203.0.113.7",
      isCurrent: true,
    });
    expect(items[1]).toMatchObject({ device: "Unknown device", isCurrent: false });
    app.clock.advance(minute);
    await person.api.people.renewSession({});
    const [newest] = (await office.api.people.listSessions({})).items;
    expect(newest).toMatchObject({
      isCurrent: false,
      lastActiveAt: app.clock.now().toISOString(),
    });
  });

  test("holds nobody else's, and none that has ended", async () => {
    const person = await aCustomer(app);
    await aCustomer(app);
    await signedInFrom(person, { ipAddress: "203.0.113.8", userAgent: firefox });
    app.clock.advance(20 * 24 * 60 * minute);
    await person.api.people.renewSession({});
    app.clock.advance(20 * 24 * 60 * minute);
    expect((await person.api.people.listSessions({})).items).toHaveLength(1);
    await expectRefusal(app.client().api.people.listSessions({}), "signed_out");
  });
});

describe("Ending sessions", () => {
  test("ends one at once, and another person's not at all", async () => {
    const person = await aCustomer(app);
    const other = await aCustomer(app);
    const phone = await signedInFrom(person, { ipAddress: "203.0.113.9", userAgent: firefox });
    const { items } = await person.api.people.listSessions({});
    const sessionId = items.find(({ isCurrent }) => !isCurrent)?.id ?? "";
    await expectRefusal(other.api.people.endSession({ sessionId }), "not_found");
    expect(await phone.api.people.readSession({})).not.toBeNull();
    expect(await person.api.people.endSession({ sessionId })).toEqual({});
    expect(await phone.api.people.readSession({})).toBeNull();
    await expectRefusal(person.api.people.endSession({ sessionId }), "not_found");
  });

  test("ends the one that asks as signing out does, without proof", async () => {
    const { api, client } = await aCustomer(app);
    app.clock.advance(16 * minute);
    const [own] = (await api.people.listSessions({})).items;
    await api.people.endSession({ sessionId: own?.id ?? "" });
    expect(client.cookies.size).toBe(0);
    expect(await api.people.readSession({})).toBeNull();
  });

  test("ends all others together", async () => {
    const person = await aCustomer(app);
    const browser = { ipAddress: "203.0.113.10", userAgent: firefox };
    const others = [await signedInFrom(person, browser), await signedInFrom(person, browser)];
    expect(await person.api.people.endOtherSessions({})).toEqual({ endedCount: 2 });
    for (const { api } of others) expect(await api.people.readSession({})).toBeNull();
    expect(await person.api.people.readSession({})).not.toBeNull();
  });

  test("needs fresh proof, which the password gives for fifteen minutes", async () => {
    const person = await aCustomer(app);
    await signedInFrom(person, { ipAddress: "203.0.113.11", userAgent: firefox });
    const { items } = await person.api.people.listSessions({});
    const sessionId = items.find(({ isCurrent }) => !isCurrent)?.id ?? "";
    app.clock.advance(15 * minute + 1000);
    await expectRefusal(person.api.people.endSession({ sessionId }), "fresh_proof_required");
    await expectRefusal(person.api.people.endOtherSessions({}), "fresh_proof_required");
    const { provedUntil } = await person.api.people.confirmPassword({
      password: person.password,
    });
    expect(Date.parse(provedUntil) - app.clock.now().getTime()).toBe(15 * minute);
    await person.api.people.endSession({ sessionId });
    app.clock.advance(16 * minute);
    await expectRefusal(person.api.people.endOtherSessions({}), "fresh_proof_required");
  });
});

describe("Giving the password again", () => {
  test("is for who is signed in, refuses a wrong one, and stops guessing after five", async () => {
    const { api, password, email } = await aCustomer(app);
    const { people } = app.client().api;
    await expectRefusal(people.confirmPassword({ password }), "signed_out");
    await expectRefusal(api.people.confirmPassword({ password: "" }), "missing_information");
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expectRefusal(api.people.confirmPassword({ password: "wrong tide" }), "wrong_password");
    }
    await expectRefusal(api.people.confirmPassword({ password }), "too_many_requests");
    await expectRefusal(people.signIn({ email, password }), "too_many_requests");
  });

  test("is no proof for another session of the same person", async () => {
    const person = await aCustomer(app);
    const phone = await signedInFrom(person, { ipAddress: "203.0.113.12", userAgent: firefox });
    app.clock.advance(16 * minute);
    await person.api.people.confirmPassword({ password: person.password });
    await expectRefusal(phone.api.people.endOtherSessions({}), "fresh_proof_required");
    await person.api.people.endOtherSessions({});
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
