// Shows the second factor: setting it up, signing in with it, and that no code works twice.
import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin, type TestPerson } from "#testing/people.ts";
import { expectRefusal } from "#testing/refusals.ts";
import { testApp, type TestApp, type TestClient } from "#testing/test-app.ts";
import { authenticator, withTwoFactor } from "#testing/two-factor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const minute = 60_000;

/** Gives email and password in a new browser, where the code is asked for. */
async function atTheCode({ email, password }: TestPerson): Promise<TestClient> {
  const client = app.client();
  await expectRefusal(client.api.people.signIn({ email, password }), "two_factor_required");
  expect(await client.api.people.readSession({})).toBeNull();
  return client;
}

async function outcomes(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(calls);
  return results.map((result) =>
    result.status === "fulfilled" ? "ok" : (result.reason as { code: string }).code,
  );
}

describe("Setting two-factor up", () => {
  test("is for who is signed in", async () => {
    const { people } = app.client().api;
    await expectRefusal(people.readTwoFactor({}), "signed_out");
    await expectRefusal(people.startTwoFactor({}), "signed_out");
    await expectRefusal(people.confirmTwoFactor({ code: "123456" }), "signed_out");
    await expectRefusal(people.disableTwoFactor({ password: "x" }), "signed_out");
  });

  test("begins with a secret, is in force with a first code, and writes a letter", async () => {
    const { api, email } = await aCustomer(app);
    const { secret, otpauthUri } = await api.people.startTwoFactor({});
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(otpauthUri).toContain(`secret=${secret}`);
    expect(await api.people.readTwoFactor({})).toEqual({
      isEnabled: false,
      enabledAt: null,
      backupCodesLeft: 0,
    });
    const code = authenticator(app, secret).code();
    const { backupCodes } = await api.people.confirmTwoFactor({ code });
    expect(new Set(backupCodes).size).toBe(10);
    expect(await api.people.readTwoFactor({})).toMatchObject({
      isEnabled: true,
      backupCodesLeft: 10,
    });
    expect((await app.latestLetter(email)).subject).toBe("Two-factor authentication is now on");
    await expectRefusal(api.people.startTwoFactor({}), "two_factor_enabled");
    await expectRefusal(api.people.confirmTwoFactor({ code }), "two_factor_enabled");
  });

  test("does not bind anybody before the first code", async () => {
    const { api, email, password } = await aCustomer(app);
    await api.people.startTwoFactor({});
    const session = await app.client().api.people.signIn({ email, password });
    expect(session.person.email).toBe(email);
  });

  test("refuses what is no code, a wrong one, one too early, and guessing on", async () => {
    const { api } = await aCustomer(app);
    const sentence = "Please enter a 6-digit verification code.";
    await expectRefusal(api.people.confirmTwoFactor({ code: "123456" }), "two_factor_not_started");
    const { secret } = await api.people.startTwoFactor({});
    for (const code of ["", "12345", "1234567", "12345a", "１２３４５６"]) {
      await expectRefusal(api.people.confirmTwoFactor({ code }), "invalid_code", sentence);
    }
    const held = authenticator(app, secret);
    const future = held.code(new Date(app.clock.now().getTime() + 10 * minute));
    const calls = Array.from({ length: 12 }, () => api.people.confirmTwoFactor({ code: future }));
    const codes = await outcomes(calls);
    expect(codes.filter((code) => code === "wrong_code")).toHaveLength(10);
    expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(2);
  });

  test("needs fresh proof, and so do new backup codes; turning it off needs the password", async () => {
    const person = await aCustomer(app);
    const { api, password, email } = person;
    app.clock.advance(16 * minute);
    await expectRefusal(api.people.startTwoFactor({}), "fresh_proof_required");
    await expectRefusal(api.people.confirmTwoFactor({ code: "123456" }), "fresh_proof_required");
    await api.people.confirmPassword({ password });
    const { backupCodes } = await withTwoFactor(app, person);
    await app.runJobs();
    app.clock.advance(16 * minute);
    await expectRefusal(api.people.renewBackupCodes({}), "fresh_proof_required");
    await expectRefusal(api.people.disableTwoFactor({ password: "" }), "missing_information");
    await expectRefusal(api.people.disableTwoFactor({ password: "wrong tide" }), "wrong_password");
    await api.people.confirmPassword({ password });
    const renewed = await api.people.renewBackupCodes({});
    expect(renewed.backupCodes.some((code) => backupCodes.includes(code))).toBe(false);
    expect(await api.people.disableTwoFactor({ password })).toEqual({});
    expect((await app.latestLetter(email)).subject).toBe("Two-factor authentication is now off");
    await expectRefusal(api.people.disableTwoFactor({ password }), "two_factor_not_enabled");
    await expectRefusal(api.people.renewBackupCodes({}), "two_factor_not_enabled");
    await app.client().api.people.signIn({ email, password });
  });
});

describe("Signing in with two-factor", () => {
  test("asks for the code and then opens the session", async () => {
    const person = await aCustomer(app);
    const held = await withTwoFactor(app, person);
    const client = await atTheCode(person);
    expect(client.cookies.has("sampan_challenge")).toBe(true);
    const session = await client.api.people.completeTwoFactor({ code: held.nextCode() });
    expect(session.person.email).toBe(person.email);
    expect((await client.api.people.readSession({}))?.person.id).toBe(person.userId);
    expect(client.cookies.has("sampan_challenge")).toBe(false);
  });

  test("takes the code with blanks in it, and at the office's door too", async () => {
    const admin = await anAdmin(app);
    const held = await withTwoFactor(app, admin);
    const client = app.client();
    const { email, password } = admin;
    await expectRefusal(
      client.api.people.signInAsAdmin({ email, password }),
      "two_factor_required",
    );
    const code = held.nextCode();
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const session = await client.api.people.completeTwoFactor({ code: spaced });
    expect(session.person.isAdmin).toBe(true);
  });

  test("keeps out who has signed in to the office and is staff no more", async () => {
    const admin = await anAdmin(app);
    const held = await withTwoFactor(app, admin);
    const client = app.client();
    const { email, password } = admin;
    await expectRefusal(
      client.api.people.signInAsAdmin({ email, password }),
      "two_factor_required",
    );
    await app.database.kysely
      .updateTable("profiles")
      .set({ is_admin: false })
      .where("id", "=", admin.userId)
      .execute();
    await expectRefusal(
      client.api.people.completeTwoFactor({ code: held.nextCode() }),
      "challenge_over",
    );
  });

  test("lets one of twenty at once in with one code, on one challenge or on twenty", async () => {
    const person = await aCustomer(app);
    const held = await withTwoFactor(app, person);
    const client = await atTheCode(person);
    const code = held.nextCode();
    const sameChallenge = await outcomes(
      Array.from({ length: 20 }, () => client.api.people.completeTwoFactor({ code })),
    );
    expect(sameChallenge.filter((outcome) => outcome === "ok")).toHaveLength(1);

    app.clock.advance(61 * minute);
    const clients: TestClient[] = [];
    for (let number = 0; number < 20; number += 1) clients.push(await atTheCode(person));
    const another = held.code();
    const ownChallenges = await outcomes(
      clients.map(({ api }) => api.people.completeTwoFactor({ code: another })),
    );
    expect(ownChallenges.filter((outcome) => outcome === "ok")).toHaveLength(1);
  }, 40_000);

  test("does not take a code again, nor the one that confirmed the set-up, nor an older one", async () => {
    const person = await aCustomer(app);
    const held = await withTwoFactor(app, person);
    const first = await atTheCode(person);
    await expectRefusal(first.api.people.completeTwoFactor({ code: held.code() }), "wrong_code");
    const older = held.nextCode();
    const code = held.nextCode();
    await first.api.people.completeTwoFactor({ code });
    const second = await atTheCode(person);
    await expectRefusal(second.api.people.completeTwoFactor({ code }), "wrong_code");
    await expectRefusal(second.api.people.completeTwoFactor({ code: older }), "wrong_code");
  });

  test("gives five tries, counts them, and then wants the password again", async () => {
    const person = await aCustomer(app);
    const held = await withTwoFactor(app, person);
    const client = await atTheCode(person);
    await expectRefusal(client.api.people.completeTwoFactor({ code: "1234" }), "invalid_code");
    const wrong = held.code(new Date(app.clock.now().getTime() + 60 * minute));
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      await expect(client.api.people.completeTwoFactor({ code: wrong })).rejects.toMatchObject({
        code: "wrong_code",
        data: { triesLeft },
      });
    }
    const challenge = client.cookies.get("sampan_challenge") ?? "";
    await expectRefusal(
      client.api.people.completeTwoFactor({ code: held.nextCode() }),
      "challenge_over",
    );
    client.cookies.set("sampan_challenge", challenge);
    await expectRefusal(
      client.api.people.completeTwoFactor({ code: held.code() }),
      "challenge_over",
    );
    const again = await atTheCode(person);
    await again.api.people.completeTwoFactor({ code: held.code() });
  });

  test("ends guessing after ten failures in an hour, over any number of challenges", async () => {
    const person = await aCustomer(app);
    const held = await withTwoFactor(app, person);
    const wrong = held.code(new Date(app.clock.now().getTime() + 90 * minute));
    for (let round = 0; round < 2; round += 1) {
      const client = await atTheCode(person);
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await expectRefusal(client.api.people.completeTwoFactor({ code: wrong }), "wrong_code");
      }
    }
    const client = await atTheCode(person);
    await expectRefusal(
      client.api.people.completeTwoFactor({ code: held.nextCode() }),
      "too_many_requests",
    );
  });

  test("waits ten minutes for the code, in the browser that gave the password alone", async () => {
    const person = await aCustomer(app);
    const held = await withTwoFactor(app, person);
    const client = await atTheCode(person);
    await expectRefusal(
      app.client().api.people.completeTwoFactor({ code: held.nextCode() }),
      "challenge_over",
    );
    const forger = app.client();
    forger.cookies.set("sampan_challenge", "A".repeat(43));
    await expectRefusal(
      forger.api.people.completeTwoFactor({ code: held.code() }),
      "challenge_over",
    );
    app.clock.advance(10 * minute + 1000);
    await expectRefusal(
      client.api.people.completeTwoFactor({ code: held.code() }),
      "challenge_over",
    );
  });
});

describe("Backup codes", () => {
  test("let in once each, also twenty at once", async () => {
    const person = await aCustomer(app);
    const { backupCodes } = await withTwoFactor(app, person);
    const [first = "", second = ""] = backupCodes;
    const client = await atTheCode(person);
    await client.api.people.completeTwoFactor({ code: first.toUpperCase() });
    expect((await client.api.people.readTwoFactor({})).backupCodesLeft).toBe(9);
    const again = await atTheCode(person);
    await expectRefusal(again.api.people.completeTwoFactor({ code: first }), "wrong_code");
    const all = await outcomes(
      Array.from({ length: 20 }, () => again.api.people.completeTwoFactor({ code: second })),
    );
    expect(all.filter((outcome) => outcome === "ok")).toHaveLength(1);
  });

  test("and secrets cannot be read from the database", async () => {
    const person = await aCustomer(app);
    const { secret } = await person.api.people.startTwoFactor({});
    const code = authenticator(app, secret).code();
    const { backupCodes } = await person.api.people.confirmTwoFactor({ code });
    const client = await atTheCode(person);
    const { kysely } = app.database;
    const rows = [
      ...(await kysely.selectFrom("two_factors").selectAll().execute()),
      ...(await kysely.selectFrom("backup_codes").selectAll().execute()),
      ...(await kysely.selectFrom("sign_in_challenges").selectAll().execute()),
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

describe("A letter", () => {
  test("that resets the password does not remove two-factor and ends what waits for a code", async () => {
    const person = await aCustomer(app);
    const held = await withTwoFactor(app, person);
    const waiting = await atTheCode(person);
    await waiting.api.people.requestPasswordReset({ email: person.email });
    const { text } = await app.latestLetter(person.email);
    const token = /#token=([\w-]+)/.exec(text)?.[1] ?? "";
    const password = "a new tide comes in";
    await waiting.api.people.resetPassword({ token, password });
    await expectRefusal(
      waiting.api.people.completeTwoFactor({ code: held.nextCode() }),
      "challenge_over",
    );
    await atTheCode({ ...person, password });
  });

  test("that verifies an address is no way past two-factor", async () => {
    const { api, userId } = await aCustomer(app);
    const { secret } = await api.people.startTwoFactor({});
    const held = authenticator(app, secret);
    await api.people.confirmTwoFactor({ code: held.code() });
    const email = "moved@example.com";
    const admin = await anAdmin(app);
    const seen = { fullName: "Mei Chan", subscription: null, packageQuota: 0 };
    const { email: before } = await admin.api.people.readUser({ userId });
    await admin.api.people.updateUser({
      userId,
      ...seen,
      seen: { ...seen, email: before },
      email,
      reason: "A new mailbox",
    });
    const { text } = await app.latestLetter(email);
    const accessToken = /access_token=([\w-]+)/.exec(text)?.[1] ?? "";
    const thief = app.client();
    await expectRefusal(thief.api.people.completeCallback({ accessToken }), "two_factor_required");
    expect(await thief.api.people.readSession({})).toBeNull();
  });
});
