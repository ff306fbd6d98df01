import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import { authenticator, withTwoFactor } from "#test/two-factor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const minute = 60_000;

/** A new browser that has sent email and password and now needs the code. */
async function awaitingCode({ email, password }: TestPerson): Promise<TestClient> {
  const client = app.client();
  await expectApiError(client.api.auth.signIn({ email, password }), "two_factor_required");
  expect(await client.api.auth.readSession({})).toBeNull();
  return client;
}

async function outcomes(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(calls);
  return results.map((result) =>
    result.status === "fulfilled" ? "ok" : (result.reason as { code: string }).code,
  );
}

describe("Setting two-factor up", () => {
  test("requires a session", async () => {
    const { auth } = app.client().api;
    await expectApiError(auth.readTwoFactor({}), "signed_out");
    await expectApiError(auth.startTwoFactor({}), "signed_out");
    await expectApiError(auth.confirmTwoFactor({ code: "123456" }), "signed_out");
    await expectApiError(auth.disableTwoFactor({ password: "x" }), "signed_out");
  });

  test("starts with a secret, takes effect with a first code, and sends an email", async () => {
    const { api, email } = await aCustomer(app);
    const { secret, otpauthUri } = await api.auth.startTwoFactor({});
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(otpauthUri).toContain(`secret=${secret}`);
    expect(await api.auth.readTwoFactor({})).toEqual({
      isEnabled: false,
      enabledAt: null,
      backupCodesLeft: 0,
    });
    const code = authenticator(app, secret).code();
    const { backupCodes } = await api.auth.confirmTwoFactor({ code });
    expect(new Set(backupCodes).size).toBe(10);
    expect(await api.auth.readTwoFactor({})).toMatchObject({
      isEnabled: true,
      backupCodesLeft: 10,
    });
    expect((await app.latestEmail(email)).subject).toBe("Two-factor authentication is now on");
    await expectApiError(api.auth.startTwoFactor({}), "two_factor_enabled");
    await expectApiError(api.auth.confirmTwoFactor({ code }), "two_factor_enabled");
  });

  test("has no effect before the first code", async () => {
    const { api, email, password } = await aCustomer(app);
    await api.auth.startTwoFactor({});
    const session = await app.client().api.auth.signIn({ email, password });
    expect(session.person.email).toBe(email);
  });

  test("rejects what is no code, a wrong one, one too early, and too many guesses", async () => {
    const { api } = await aCustomer(app);
    const sentence = "Please enter a 6-digit verification code.";
    await expectApiError(api.auth.confirmTwoFactor({ code: "123456" }), "two_factor_not_started");
    const { secret } = await api.auth.startTwoFactor({});
    for (const code of ["", "12345", "1234567", "12345a", "１２３４５６"]) {
      await expectApiError(api.auth.confirmTwoFactor({ code }), "invalid_code", sentence);
    }
    const authenticatorApp = authenticator(app, secret);
    const future = authenticatorApp.code(new Date(app.clock.now().getTime() + 10 * minute));
    const calls = Array.from({ length: 12 }, () => api.auth.confirmTwoFactor({ code: future }));
    const codes = await outcomes(calls);
    expect(codes.filter((code) => code === "wrong_code")).toHaveLength(10);
    expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(2);
  });

  test("requires reauthentication, as new backup codes do; turning it off requires the password", async () => {
    const person = await aCustomer(app);
    const { api, password, email } = person;
    app.clock.advance(16 * minute);
    await expectApiError(api.auth.startTwoFactor({}), "reauthentication_required");
    await expectApiError(
      api.auth.confirmTwoFactor({ code: "123456" }),
      "reauthentication_required",
    );
    await api.auth.confirmPassword({ password });
    const { backupCodes } = await withTwoFactor(app, person);
    await app.runJobs();
    app.clock.advance(16 * minute);
    await expectApiError(api.auth.renewBackupCodes({}), "reauthentication_required");
    await expectApiError(api.auth.disableTwoFactor({ password: "" }), "missing_information");
    await expectApiError(api.auth.disableTwoFactor({ password: "wrong tide" }), "wrong_password");
    await api.auth.confirmPassword({ password });
    const renewed = await api.auth.renewBackupCodes({});
    expect(renewed.backupCodes.some((code) => backupCodes.includes(code))).toBe(false);
    expect(await api.auth.disableTwoFactor({ password })).toEqual({});
    expect((await app.latestEmail(email)).subject).toBe("Two-factor authentication is now off");
    await expectApiError(api.auth.disableTwoFactor({ password }), "two_factor_not_enabled");
    await expectApiError(api.auth.renewBackupCodes({}), "two_factor_not_enabled");
    await app.client().api.auth.signIn({ email, password });
  });
});

describe("Signing in with two-factor", () => {
  test("requires the code and then opens the session", async () => {
    const person = await aCustomer(app);
    const authenticatorApp = await withTwoFactor(app, person);
    const client = await awaitingCode(person);
    expect(client.cookies.has("sampan_challenge")).toBe(true);
    const session = await client.api.auth.completeTwoFactor({ code: authenticatorApp.nextCode() });
    expect(session.person.email).toBe(person.email);
    expect((await client.api.auth.readSession({}))?.person.id).toBe(person.userId);
    expect(client.cookies.has("sampan_challenge")).toBe(false);
  });

  test("accepts the code with white space, also for signing in as an admin", async () => {
    const admin = await anAdmin(app);
    const authenticatorApp = await withTwoFactor(app, admin);
    const client = app.client();
    const { email, password } = admin;
    await expectApiError(client.api.auth.signInAsAdmin({ email, password }), "two_factor_required");
    const code = authenticatorApp.nextCode();
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const session = await client.api.auth.completeTwoFactor({ code: spaced });
    expect(session.person.isAdmin).toBe(true);
  });

  test("fails for an admin who has lost the role since sending the password", async () => {
    const admin = await anAdmin(app);
    const authenticatorApp = await withTwoFactor(app, admin);
    const client = app.client();
    const { email, password } = admin;
    await expectApiError(client.api.auth.signInAsAdmin({ email, password }), "two_factor_required");
    await app.database.kysely
      .updateTable("profiles")
      .set({ isAdmin: false })
      .where("id", "=", admin.userId)
      .execute();
    await expectApiError(
      client.api.auth.completeTwoFactor({ code: authenticatorApp.nextCode() }),
      "challenge_expired",
    );
  });

  test("works for one of twenty requests at once with one code, on one challenge or on twenty", async () => {
    const person = await aCustomer(app);
    const authenticatorApp = await withTwoFactor(app, person);
    const client = await awaitingCode(person);
    const code = authenticatorApp.nextCode();
    const sameChallenge = await outcomes(
      Array.from({ length: 20 }, () => client.api.auth.completeTwoFactor({ code })),
    );
    expect(sameChallenge.filter((outcome) => outcome === "ok")).toHaveLength(1);

    app.clock.advance(61 * minute);
    const clients: TestClient[] = [];
    for (let number = 0; number < 20; number += 1) clients.push(await awaitingCode(person));
    const another = authenticatorApp.code();
    const ownChallenges = await outcomes(
      clients.map(({ api }) => api.auth.completeTwoFactor({ code: another })),
    );
    expect(ownChallenges.filter((outcome) => outcome === "ok")).toHaveLength(1);
  }, 40_000);

  test("rejects a code that was used before, the one that confirmed the set-up, and an older one", async () => {
    const person = await aCustomer(app);
    const authenticatorApp = await withTwoFactor(app, person);
    const first = await awaitingCode(person);
    await expectApiError(
      first.api.auth.completeTwoFactor({ code: authenticatorApp.code() }),
      "wrong_code",
    );
    const older = authenticatorApp.nextCode();
    const code = authenticatorApp.nextCode();
    await first.api.auth.completeTwoFactor({ code });
    const second = await awaitingCode(person);
    await expectApiError(second.api.auth.completeTwoFactor({ code }), "wrong_code");
    await expectApiError(second.api.auth.completeTwoFactor({ code: older }), "wrong_code");
  });

  test("allows five tries, counts them, and then requires the password again", async () => {
    const person = await aCustomer(app);
    const authenticatorApp = await withTwoFactor(app, person);
    const client = await awaitingCode(person);
    await expectApiError(client.api.auth.completeTwoFactor({ code: "1234" }), "invalid_code");
    const wrong = authenticatorApp.code(new Date(app.clock.now().getTime() + 60 * minute));
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      await expect(client.api.auth.completeTwoFactor({ code: wrong })).rejects.toMatchObject({
        code: "wrong_code",
        data: { triesLeft },
      });
    }
    const challenge = client.cookies.get("sampan_challenge") ?? "";
    await expectApiError(
      client.api.auth.completeTwoFactor({ code: authenticatorApp.nextCode() }),
      "challenge_expired",
    );
    client.cookies.set("sampan_challenge", challenge);
    await expectApiError(
      client.api.auth.completeTwoFactor({ code: authenticatorApp.code() }),
      "challenge_expired",
    );
    const again = await awaitingCode(person);
    await again.api.auth.completeTwoFactor({ code: authenticatorApp.code() });
  });

  test("ends guessing after ten failures in an hour, over any number of challenges", async () => {
    const person = await aCustomer(app);
    const authenticatorApp = await withTwoFactor(app, person);
    const wrong = authenticatorApp.code(new Date(app.clock.now().getTime() + 90 * minute));
    for (let round = 0; round < 2; round += 1) {
      const client = await awaitingCode(person);
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await expectApiError(client.api.auth.completeTwoFactor({ code: wrong }), "wrong_code");
      }
    }
    const client = await awaitingCode(person);
    await expectApiError(
      client.api.auth.completeTwoFactor({ code: authenticatorApp.nextCode() }),
      "too_many_requests",
    );
  });

  test("waits ten minutes for the code, only in the browser that sent the password", async () => {
    const person = await aCustomer(app);
    const authenticatorApp = await withTwoFactor(app, person);
    const client = await awaitingCode(person);
    await expectApiError(
      app.client().api.auth.completeTwoFactor({ code: authenticatorApp.nextCode() }),
      "challenge_expired",
    );
    const forger = app.client();
    forger.cookies.set("sampan_challenge", "A".repeat(43));
    await expectApiError(
      forger.api.auth.completeTwoFactor({ code: authenticatorApp.code() }),
      "challenge_expired",
    );
    app.clock.advance(10 * minute + 1000);
    await expectApiError(
      client.api.auth.completeTwoFactor({ code: authenticatorApp.code() }),
      "challenge_expired",
    );
  });
});

describe("Backup codes", () => {
  test("work once each, also with twenty requests at once", async () => {
    const person = await aCustomer(app);
    const { backupCodes } = await withTwoFactor(app, person);
    const [first = "", second = ""] = backupCodes;
    const client = await awaitingCode(person);
    await client.api.auth.completeTwoFactor({ code: first.toUpperCase() });
    expect((await client.api.auth.readTwoFactor({})).backupCodesLeft).toBe(9);
    const again = await awaitingCode(person);
    await expectApiError(again.api.auth.completeTwoFactor({ code: first }), "wrong_code");
    const all = await outcomes(
      Array.from({ length: 20 }, () => again.api.auth.completeTwoFactor({ code: second })),
    );
    expect(all.filter((outcome) => outcome === "ok")).toHaveLength(1);
  });

  test("and secrets are not readable in the database", async () => {
    const person = await aCustomer(app);
    const { secret } = await person.api.auth.startTwoFactor({});
    const code = authenticator(app, secret).code();
    const { backupCodes } = await person.api.auth.confirmTwoFactor({ code });
    const client = await awaitingCode(person);
    const { kysely } = app.database;
    const rows = [
      ...(await kysely.selectFrom("twoFactors").selectAll().execute()),
      ...(await kysely.selectFrom("backupCodes").selectAll().execute()),
      ...(await kysely.selectFrom("signInChallenges").selectAll().execute()),
    ];
    const stored = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : String(value)))
      .join("\n");
    for (const hidden of [secret, client.cookies.get("sampan_challenge") ?? "", ...backupCodes]) {
      expect(stored).not.toContain(hidden);
      expect(stored).not.toContain(hidden.replace("-", ""));
    }
  });
});

describe("An emailed link", () => {
  test("that resets the password leaves two-factor on and ends sign-ins that wait for a code", async () => {
    const person = await aCustomer(app);
    const authenticatorApp = await withTwoFactor(app, person);
    const waiting = await awaitingCode(person);
    await waiting.api.auth.requestPasswordReset({ email: person.email });
    const { text } = await app.latestEmail(person.email);
    const token = /#token=([\w-]+)/.exec(text)?.[1] ?? "";
    const password = "a new tide comes in";
    await waiting.api.auth.resetPassword({ token, password });
    await expectApiError(
      waiting.api.auth.completeTwoFactor({ code: authenticatorApp.nextCode() }),
      "challenge_expired",
    );
    await awaitingCode({ ...person, password });
  });

  test("that verifies an email does not bypass two-factor", async () => {
    const { api, userId } = await aCustomer(app);
    const { secret } = await api.auth.startTwoFactor({});
    const authenticatorApp = authenticator(app, secret);
    await api.auth.confirmTwoFactor({ code: authenticatorApp.code() });
    const email = "moved@example.com";
    const admin = await anAdmin(app);
    const expected = { fullName: "Mei Chan", subscription: null, packageQuota: 0 };
    const { email: before } = await admin.api.users.readUser({ userId });
    await admin.api.users.updateUser({
      userId,
      ...expected,
      expectedVersion: { ...expected, email: before },
      email,
      reason: "A new mailbox",
    });
    const { text } = await app.latestEmail(email);
    const accessToken = /access_token=([\w-]+)/.exec(text)?.[1] ?? "";
    const thief = app.client();
    await expectApiError(thief.api.auth.completeCallback({ accessToken }), "two_factor_required");
    expect(await thief.api.auth.readSession({})).toBeNull();
  });
});
