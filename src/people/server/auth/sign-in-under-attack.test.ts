import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import { isLongRun } from "#test/long-run.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const minute = 60_000;
const hour = 60 * minute;
const wrong = "wrong tide";

/** The owner's browser, in which they signed in once and signed out again. */
async function aKnownDevice({ email, password }: TestPerson): Promise<TestClient> {
  const client = app.client();
  await client.api.auth.signIn({ email, password });
  await client.api.auth.signOut({});
  return client;
}

/** Guesses the password `each` times from each of these many new networks; returns how often each answer came. */
async function attack(email: string, networks: number, each = 5): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let number = 0; number < networks; number += 1) {
    const { auth } = app.client().api;
    for (let guess = 0; guess < each; guess += 1) {
      const code = await auth.signIn({ email, password: wrong }).then(
        () => "signed in",
        (error: { code: string }) => error.code,
      );
      counts[code] = (counts[code] ?? 0) + 1;
    }
  }
  return counts;
}

async function chooseNewPassword(client: TestClient, email: string): Promise<string> {
  await client.api.auth.requestPasswordReset({ email });
  const { text } = await app.latestEmail(email);
  const password = "a new tide comes in";
  const token = /#token=([\w-]+)/.exec(text)?.[1] ?? "";
  await client.api.auth.resetPassword({ token, password });
  return password;
}

/** Counts this many wrong passwords of an account, as if they had been typed on unknown devices `ago` milliseconds ago. */
async function insertGuesses(email: string, count: number, ago: number): Promise<void> {
  const attemptedAt = new Date(app.clock.now().getTime() - ago);
  const buckets = [`failedSignInsPerHour:${email}`, `failedSignInsPerDay:${email}`];
  const rows = Array.from({ length: count }, () =>
    buckets.map((bucket) => ({ bucket, attemptedAt })),
  );
  await app.database.kysely.insertInto("attempts").values(rows.flat()).execute();
}

describe("An account whose password is guessed", () => {
  test("B4: from twenty addresses is open to its owner, on a known device and on a new one", async () => {
    const owner = await aCustomer(app);
    const { email, password } = owner;
    const known = await aKnownDevice(owner);
    expect(await attack(email, 20)).toEqual({ invalid_credentials: 100 });
    expect(await attack(email, 1, 7)).toEqual({ invalid_credentials: 5, too_many_requests: 2 });
    await known.api.auth.signIn({ email, password });
    await app.client().api.auth.signIn({ email, password });
  });

  test("two hundred times in an hour refuses new devices until a reset, and no known one", async () => {
    const owner = await aCustomer(app);
    const { email, password } = owner;
    const known = await aKnownDevice(owner);
    expect(await attack(email, 40)).toEqual({ invalid_credentials: 200 });
    expect(await attack(email, 2)).toEqual({ too_many_requests: 10 });
    const phone = app.client();
    await expectApiError(phone.api.auth.signIn({ email, password }), "too_many_requests");
    await known.api.auth.signIn({ email, password });

    const chosen = await chooseNewPassword(phone, email);
    await phone.api.auth.signIn({ email, password: chosen });
    await app.client().api.auth.signIn({ email, password: chosen });
    await insertGuesses(email, 200, 0);
    await phone.api.auth.signIn({ email, password: chosen });
    // The password that it was known with is another's now.
    await expectApiError(known.api.auth.signIn({ email, password: chosen }), "too_many_requests");
  }, 60_000);

  test("is guessed exactly two hundred times, also from fifty networks at once", async () => {
    const { email } = await aCustomer(app);
    await insertGuesses(email, 195, minute);
    const calls = Array.from({ length: 50 }, () =>
      app.client().api.auth.signIn({ email, password: wrong }),
    );
    const results = await Promise.allSettled(calls);
    const codes = results.map((result) =>
      result.status === "rejected" ? (result.reason as { code: string }).code : "none",
    );
    expect(codes.filter((code) => code === "invalid_credentials")).toHaveLength(5);
    expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(45);
  });

  test("a thousand times in a day refuses new devices, though fewer within the hour", async () => {
    const { email, password } = await aCustomer(app);
    await insertGuesses(email, 999, 23 * hour);
    expect(await attack(email, 1, 2)).toEqual({ invalid_credentials: 1, too_many_requests: 1 });
    await expectApiError(app.client().api.auth.signIn({ email, password }), "too_many_requests");
    app.clock.advance(hour + 1000);
    await app.client().api.auth.signIn({ email, password });
  });

  test("B4: refuses a known device only what was typed there, and the others nothing of it", async () => {
    const owner = await aCustomer(app);
    const { email, password } = owner;
    const known = await aKnownDevice(owner);
    for (let time = 0; time < 5; time += 1) {
      const guess = known.api.auth.signIn({ email, password: wrong });
      await expectApiError(guess, "invalid_credentials");
    }
    await expectApiError(known.api.auth.signIn({ email, password }), "too_many_requests");
    await app.client().api.auth.signIn({ email, password });
    app.clock.advance(15 * minute + 1000);
    await known.api.auth.signIn({ email, password });
  });

  test("counts what was refused nowhere, so that it is over when its time is", async () => {
    const { email, password } = await aCustomer(app);
    const network = app.client();
    await insertGuesses(email, 200, 50 * minute);
    for (let time = 0; time < 8; time += 1) {
      const early = network.api.auth.signIn({ email, password });
      await expectApiError(early, "too_many_requests");
    }
    app.clock.advance(10 * minute + 1000);
    await network.api.auth.signIn({ email, password });
  });

  test("is closed to guesses and open to its owner at the admin login as well", async () => {
    const admin = await anAdmin(app);
    const { email, password } = admin;
    const known = await aKnownDevice(admin);
    expect(await attack(email, 1)).toEqual({ invalid_credentials: 5 });
    await insertGuesses(email, 194, minute);
    const guesser = app.client().api.auth;
    const last = guesser.signInAsAdmin({ email, password: wrong });
    await expectApiError(last, "invalid_admin_credentials");
    await expectApiError(guesser.signInAsAdmin({ email, password }), "too_many_requests");
    await known.api.auth.signInAsAdmin({ email, password });
  });
});

describe("One network", () => {
  test("guesses twenty times an hour at an account, an IPv6 /64 as one", async () => {
    const { email } = await aCustomer(app);
    let checked = 0;
    for (let quarter = 0; quarter < 4; quarter += 1) {
      for (let guess = 0; guess < 8; guess += 1) {
        const { auth } = app.client({ ipAddress: `2001:db8:5:6:${guess + 1}::1` }).api;
        const answer = await auth
          .signIn({ email, password: wrong })
          .catch((error: { code: string }) => error.code);
        if (answer === "invalid_credentials") checked += 1;
      }
      app.clock.advance(15 * minute);
    }
    expect(checked).toBe(20);
  });

  test.runIf(isLongRun)("guesses 360 times an hour in all", async () => {
    const { auth } = app.client({ ipAddress: "203.0.113.41" }).api;
    let checked = 0;
    for (let round = 0; round < 12; round += 1) {
      for (let guess = 0; guess < 33; guess += 1) {
        const answer = await auth
          .signIn({ email: `nobody-${round}-${guess}@example.com`, password: wrong })
          .catch((error: { code: string }) => error.code);
        if (answer === "invalid_credentials") checked += 1;
      }
      app.clock.advance(5 * minute);
    }
    expect(checked).toBe(360);
  });

  test("that is at its limit refuses others there, but no device that an account knows", async () => {
    const ipAddress = "203.0.113.42";
    const { email, password } = await aCustomer(app);
    const known = app.client({ ipAddress });
    await known.api.auth.signIn({ email, password });
    const neighbour = app.client({ ipAddress }).api.auth;
    for (let guess = 0; guess < 29; guess += 1) {
      const call = neighbour.signIn({ email: `nobody${guess}@example.com`, password: wrong });
      await expectApiError(call, "invalid_credentials");
    }
    await expectApiError(neighbour.signIn({ email, password }), "too_many_requests");
    await known.api.auth.signIn({ email, password });
  });
});

test("Right passwords are limited for each network and known device of an account alone", async () => {
  const { email, password } = await aCustomer(app);
  const ipAddress = "203.0.113.43";
  const signInAnew = () => app.client({ ipAddress }).api.auth.signIn({ email, password });
  for (let time = 0; time < 30; time += 1) {
    await signInAnew();
    if (time % 10 === 9) app.clock.advance(2 * minute);
  }
  await expectApiError(signInAnew(), "too_many_requests");
  const elsewhere = app.client();
  await elsewhere.api.auth.signIn({ email, password });
  for (let time = 0; time < 30; time += 1) await elsewhere.api.auth.signIn({ email, password });
  await expectApiError(elsewhere.api.auth.signIn({ email, password }), "too_many_requests");
  await app.client().api.auth.signIn({ email, password });
});

describe("An address without an account", () => {
  test("is answered as one with an account: status, words, Retry-After, and when that ends", async () => {
    const holder = await aCustomer(app);
    const stranger = `stranger-of-${holder.email}`;
    const answersOf = async (email: string, path: string): Promise<unknown[]> => {
      const answers: unknown[] = [];
      const send = async (client: TestClient) => {
        const response = await client.fetch(path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email, password: wrong }),
        });
        const { code, message, details } = (await response.json()) as Record<string, unknown>;
        const retryAfter = response.headers.get("retry-after");
        const cookies = response.headers.getSetCookie();
        answers.push([
          response.status,
          retryAfter,
          cookies,
          code,
          message,
          Object.keys(details ?? {}),
        ]);
      };
      const one = app.client();
      for (let guess = 0; guess < 7; guess += 1) await send(one);
      await insertGuesses(email, 194, 30 * minute);
      const other = app.client();
      for (let guess = 0; guess < 3; guess += 1) await send(other);
      return answers;
    };
    app.clock.set(app.clock.now());
    for (const path of ["/api/sign-in", "/api/admin-sign-in"]) {
      const known = await answersOf(holder.email, path);
      expect(await answersOf(stranger, path)).toEqual(known);
      const texts = JSON.stringify(known);
      expect(known.map((answer) => (answer as [number])[0])).toEqual([
        401, 401, 401, 401, 401, 429, 429, 401, 429, 429,
      ]);
      expect(texts).toContain('[429,"900"');
      expect(texts).toContain('[429,"1800"');
      app.clock.advance(24 * hour);
    }
  });
});

describe("Password checks of an open session", () => {
  test("are limited on their own: neither they nor failed sign-ins close the other", async () => {
    const { api, email, password, userId } = await aCustomer(app);
    await insertGuesses(email, 200, minute);
    await api.auth.confirmPassword({ password });
    for (let time = 0; time < 5; time += 1) {
      await expectApiError(api.auth.confirmPassword({ password: wrong }), "wrong_password");
    }
    await expectApiError(api.auth.confirmPassword({ password }), "too_many_requests");
    await expectApiError(api.users.closeAccount({ password }), "too_many_requests");

    const other = await aCustomer(app);
    for (let time = 0; time < 5; time += 1) {
      const check = other.api.auth.confirmPassword({ password: wrong });
      await expectApiError(check, "wrong_password");
    }
    const second = app.client();
    await second.api.auth.signIn({ email: other.email, password: other.password });
    // Another session of the same account is not closed by the first one.
    await second.api.auth.confirmPassword({ password: other.password });

    const chosen = await chooseNewPassword(app.client(), email);
    const counted = await app.database.kysely.selectFrom("attempts").select("bucket").execute();
    const failed = counted.filter(({ bucket }) => bucket.startsWith("failed"));
    for (const who of [userId, email]) {
      expect(failed.filter(({ bucket }) => bucket.includes(who))).toEqual([]);
    }
    await app.client().api.auth.signIn({ email, password: chosen });
  });

  test("refused ones use up nothing that its owner needs", async () => {
    const owner = await aCustomer(app);
    const thief = owner.api.auth;
    for (let time = 0; time < 40; time += 1) {
      await thief.confirmPassword({ password: wrong }).catch(() => undefined);
    }
    const { email, password } = owner;
    const { auth } = app.client().api;
    await auth.signIn({ email, password });
    const confirmed = await auth.confirmPassword({ password });
    expect(Date.parse(confirmed.reauthenticatedUntil)).toBeGreaterThan(app.clock.now().getTime());
  });
});
