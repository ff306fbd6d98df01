import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import { signedCookie } from "./signed-cookie.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const day = 24 * 60 * 60_000;
const name = "sampan_devices";
const wrong = "wrong tide";

async function signInWith(client: TestClient, { email, password }: TestPerson): Promise<void> {
  await client.api.auth.signIn({ email, password });
}

/** Whether the account knows this device: it may still sign in there while others are refused. */
async function isKnown(client: TestClient, { email, password }: TestPerson): Promise<boolean> {
  const attemptedAt = app.clock.now();
  const bucket = `failedSignInsPerHour:${email}`;
  const rows = Array.from({ length: 200 }, () => ({ bucket, attemptedAt }));
  await app.database.kysely.insertInto("attempts").values(rows).execute();
  const outcome = await client.api.auth.signIn({ email, password }).then(
    () => "known",
    (error: { code: string }) => error.code,
  );
  await app.database.kysely.deleteFrom("attempts").where("bucket", "=", bucket).execute();
  expect(["known", "too_many_requests"]).toContain(outcome);
  return outcome === "known";
}

/** Another browser with this one's cookie, or with `value` in its place. */
function copyOf(client: TestClient, value = client.cookies.get(name) ?? ""): TestClient {
  const copy = app.client();
  copy.cookies.set(name, value);
  return copy;
}

async function resetToken(email: string): Promise<string> {
  await app.client().api.auth.requestPasswordReset({ email });
  const { text } = await app.latestEmail(email);
  return /#token=([\w-]+)/.exec(text)?.[1] ?? "";
}

describe("A device", () => {
  test("is known to an account by a cookie of 400 days, which scripts and other sites cannot read", async () => {
    const { email, password } = await aCustomer(app);
    const signIn = async (at: TestApp, given: Pick<TestPerson, "email" | "password">) => {
      const response = await at.client().fetch("/api/sign-in", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: given.email, password: given.password }),
      });
      return response.headers.getSetCookie().find((cookie) => cookie.includes(name));
    };
    expect(await signIn(app, { email, password })).toMatch(
      /^sampan_devices=[\w-]+\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await signIn(app, { email, password: wrong })).toBeUndefined();
    const secure = await testApp({ settings: { PUBLIC_URL: "https://localhost" } });
    try {
      expect(await signIn(secure, await aCustomer(secure))).toMatch(
        /^__Host-sampan_devices=[\w-]+\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    } finally {
      await secure.close();
    }
  });

  test("stays known after signing out, for 400 days from the last sign-in", async () => {
    const person = await aCustomer(app);
    const client = app.client();
    expect(await isKnown(client, person)).toBe(false);
    await signInWith(client, person);
    await client.api.auth.signOut({});
    app.clock.advance(399 * day);
    const kept = copyOf(client);
    expect(await isKnown(copyOf(client), person)).toBe(true);
    app.clock.advance(day + 1000);
    // A browser that keeps a cookie for longer than it was told to.
    expect(await isKnown(kept, person)).toBe(false);
  });

  test("is known to five accounts, of which the one used longest ago falls out", async () => {
    const people: TestPerson[] = [];
    for (let number = 0; number < 6; number += 1) people.push(await aCustomer(app));
    const client = app.client();
    const [first, second, ...others] = people;
    if (first === undefined || second === undefined) throw new Error("There are six.");
    for (const person of people.slice(0, 5)) await signInWith(client, person);
    for (const person of people.slice(0, 5)) {
      expect(await isKnown(copyOf(client), person)).toBe(true);
    }
    await signInWith(client, first);
    await signInWith(client, people[5] ?? first);
    expect(await isKnown(copyOf(client), second)).toBe(false);
    for (const person of [first, ...others]) {
      expect(await isKnown(copyOf(client), person)).toBe(true);
    }
  });

  test("has an id of its own for each account, which stays, and says of none which it is", async () => {
    const [one, other] = [await aCustomer(app), await aCustomer(app)];
    const client = app.client();
    const entries = () => {
      const [value = ""] = (client.cookies.get(name) ?? "").split(".");
      return Buffer.from(value, "base64url").toString();
    };
    const ids = () => [...entries().matchAll(/"id":"([\w-]{16})"/g)].map(([, id]) => id);
    for (const person of [one, other]) await signInWith(client, person);
    const [first, second] = ids();
    expect(first).not.toBe(second);
    await signInWith(client, one);
    expect(ids()).toEqual([second, first]);
    for (const { userId, email } of [one, other]) {
      expect(entries()).not.toContain(userId);
      expect(entries()).not.toContain(email);
    }
    const elsewhere = app.client();
    await signInWith(elsewhere, one);
    expect(elsewhere.cookies.get(name)).not.toContain(first);
  });

  test("is known to no account by a cookie that was forged, altered or taken from another purpose", async () => {
    const [owner, thief] = [await aCustomer(app), await aCustomer(app)];
    const client = app.client();
    await signInWith(client, owner);
    const [value = "", signature = ""] = (client.cookies.get(name) ?? "").split(".");
    const own = app.client();
    await signInWith(own, thief);
    const [ownValue = "", ownSignature = ""] = (own.cookies.get(name) ?? "").split(".");
    const text = Buffer.from(ownValue, "base64url").toString();
    const changed = Buffer.from(text.replace('"account":"', '"account":"A')).toString("base64url");
    const other = { isHttps: false, secret: "another secret of tests, 32 characters or more" };
    const moved = signedCookie(app.config, "challenge", value, 60).replace(/^\w+=|;.*$/g, "");
    const foreign = signedCookie(other, "devices", value, 60).replace(/^\w+=|;.*$/g, "");
    const forgeries = [
      `${value}.${ownSignature}`,
      `${ownValue}.${signature}`,
      `${changed}.${ownSignature}`,
      `${value}.${"A".repeat(43)}`,
      `${value}.`,
      value,
      "not a cookie of ours",
      moved,
      foreign,
      own.cookies.get(name) ?? "",
    ];
    for (const forged of forgeries) {
      expect([forged, await isKnown(copyOf(client, forged), owner)]).toEqual([forged, false]);
    }
    expect(await isKnown(copyOf(client), owner)).toBe(true);
  });

  test("is known no more once the password changes, and to other accounts as before", async () => {
    const [person, other] = [await aCustomer(app), await aCustomer(app)];
    const client = app.client();
    for (const one of [person, other]) await signInWith(client, one);
    const stale = copyOf(client);
    const phone = app.client();
    // The same one again: what counts is that it was chosen anew.
    const { password } = person;
    await phone.api.auth.resetPassword({ token: await resetToken(person.email), password });
    expect(await isKnown(copyOf(client), person)).toBe(false);
    expect(await isKnown(copyOf(client), other)).toBe(true);
    expect(await isKnown(copyOf(phone), person)).toBe(true);
    // The account takes one place of the five, not two.
    await signInWith(stale, person);
    const [value = ""] = (stale.cookies.get(name) ?? "").split(".");
    expect(JSON.parse(Buffer.from(value, "base64url").toString())).toHaveLength(2);
  });

  test("is not made known by a wrong password, a suspended account or an address that is not verified", async () => {
    const person = await aCustomer(app);
    const { email, password, userId } = person;
    const client = app.client();
    await expectApiError(client.api.auth.signIn({ email, password: wrong }), "invalid_credentials");
    const { kysely } = app.database;
    await kysely
      .updateTable("users")
      .set({ emailVerified: false })
      .where("id", "=", userId)
      .execute();
    await expectApiError(client.api.auth.signIn({ email, password }), "email_not_verified");
    await kysely
      .updateTable("users")
      .set({ emailVerified: true })
      .where("id", "=", userId)
      .execute();
    const admin = await anAdmin(app);
    await admin.api.users.suspendUser({ userId, reason: "Asked to" });
    await expectApiError(client.api.auth.signIn({ email, password }), "account_suspended");
    expect(client.cookies.has(name)).toBe(false);
  });
});
