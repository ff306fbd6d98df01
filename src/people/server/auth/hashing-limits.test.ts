import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { apiError } from "#platform/contract/errors.ts";
import { aCustomer, anAdmin } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const password = "a calm harbour at dusk";
const minute = 60_000;

/** Replaces every hashing by `outcome`; the returned function counts how many were requested. */
function mockHashing(outcome: () => Promise<never>): () => number {
  const { mock } = vi.spyOn(app.services, "hashPassword").mockImplementation(outcome);
  return () => mock.calls.length;
}

const rejectBusy = () => Promise.reject(apiError("unavailable"));

async function resetToken(email: string): Promise<string> {
  await app.client().api.auth.requestPasswordReset({ email });
  const { text } = await app.latestEmail(email);
  return /#token=([\w-]+)/.exec(text)?.[1] ?? "";
}

/** The error codes of the calls, and `done` for those that succeeded. */
async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(calls);
  return results.map((result) =>
    result.status === "fulfilled" ? "done" : (result.reason as { code: string }).code,
  );
}

async function attemptsOf(who: string): Promise<string[]> {
  const rows = await app.database.kysely
    .selectFrom("attempts")
    .select("bucket")
    .where("bucket", "like", `%:%${who}%`)
    .execute();
  return rows.map(({ bucket }) => bucket);
}

describe("A password reset", () => {
  test("B3: with a made-up link hashes nothing, and is limited by address", async () => {
    const hashings = mockHashing(rejectBusy);
    const client = app.client();
    const calls = Array.from({ length: 40 }, () =>
      client.api.auth.resetPassword({ token: randomUUID(), password }),
    );
    const outcomes = await outcomesOf(calls);
    expect(hashings()).toBe(0);
    expect(outcomes.filter((code) => code === "link_not_valid")).toHaveLength(30);
    expect(outcomes.filter((code) => code === "too_many_requests")).toHaveLength(10);
  });

  test("with one link a hundred times at once, from a hundred addresses, hashes five times and works once", async () => {
    const { email } = await aCustomer(app);
    const token = await resetToken(email);
    const hashing = vi.spyOn(app.services, "hashPassword");
    const outcomes = await outcomesOf(
      Array.from({ length: 100 }, (_, number) =>
        app.client().api.auth.resetPassword({ token, password: `tide number ${number}` }),
      ),
    );
    expect(outcomes.filter((code) => code === "done")).toHaveLength(1);
    expect(hashing.mock.calls.length).toBeLessThanOrEqual(5);
  });

  test("makes every other link of the account void", async () => {
    const { userId, email } = await aCustomer(app);
    const first = await resetToken(email);
    const stored = await app.database.kysely
      .selectFrom("oneTimeTokens")
      .selectAll()
      .where("userId", "=", userId)
      .execute();
    app.clock.advance(minute + 1000);
    const second = await resetToken(email);
    // The state that two emails written at the same moment would leave.
    await app.database.kysely.insertInto("oneTimeTokens").values(stored).execute();
    const { auth } = app.client().api;
    await auth.resetPassword({ token: second, password: "a new tide comes in" });
    const again = auth.resetPassword({ token: first, password: "yet another tide" });
    await expectApiError(again, "link_not_valid");
  });
});

describe("While hashing is unavailable or never ends", () => {
  test("signing in throws `unavailable`, and no attempt counts however often it is repeated", async () => {
    const person = await aCustomer(app);
    const admin = await anAdmin(app);
    mockHashing(rejectBusy);
    const client = app.client({ ipAddress: "203.0.113.77" });
    for (let time = 0; time < 40; time += 1) {
      const { email } = person;
      await expectApiError(client.api.auth.signIn({ email, password }), "unavailable");
      await expectApiError(
        client.api.auth.signInAsAdmin({ email: admin.email, password }),
        "unavailable",
      );
    }
    for (const who of [person.email, admin.email, "203.0.113.77"]) {
      expect(await attemptsOf(who)).toEqual([]);
    }
    vi.restoreAllMocks();
    await client.api.auth.signIn({ email: person.email, password });
    await client.api.auth.signInAsAdmin({ email: admin.email, password });
  });

  test("confirming the password, turning two-factor off and closing the account count no attempts", async () => {
    const { api, email, userId } = await aCustomer(app);
    mockHashing(rejectBusy);
    for (let time = 0; time < 12; time += 1) {
      await expectApiError(api.auth.confirmPassword({ password }), "unavailable");
      await expectApiError(api.auth.disableTwoFactor({ password }), "unavailable");
      await expectApiError(api.users.closeAccount({ password }), "unavailable");
    }
    expect(await attemptsOf(email)).toEqual([]);
    expect(await attemptsOf(userId)).toEqual([]);
    vi.restoreAllMocks();
    await api.auth.confirmPassword({ password });
  });

  test("signing up and choosing a new password count no attempts and use up no link", async () => {
    const { email } = await aCustomer(app);
    const token = await resetToken(email);
    mockHashing(rejectBusy);
    const client = app.client({ ipAddress: "203.0.113.78" });
    const newcomer = `${randomUUID()}@example.com`;
    const signUp = () => client.api.auth.signUp({ email: newcomer, password, fullName: "Li Na" });
    const reset = () => client.api.auth.resetPassword({ token, password: "a new tide" });
    for (let time = 0; time < 35; time += 1) {
      await expectApiError(signUp(), "unavailable");
      await expectApiError(reset(), "unavailable");
    }
    for (const who of [newcomer, "203.0.113.78"]) expect(await attemptsOf(who)).toEqual([]);
    vi.restoreAllMocks();
    expect(await signUp()).toEqual({});
    expect(await reset()).toEqual({});
  });

  test("an attempt that never ends stops counting after a minute", async () => {
    const { email } = await aCustomer(app);
    const never = Promise.withResolvers<never>();
    const hashings = mockHashing(() => never.promise);
    const { auth } = app.client().api;
    const waiting = Array.from({ length: 5 }, () => auth.signIn({ email, password: "wrong tide" }));
    const outcomes = outcomesOf(waiting);
    await vi.waitFor(() => expect(hashings()).toBe(5), 40_000);
    await expectApiError(auth.signIn({ email, password }), "too_many_requests");
    vi.restoreAllMocks();
    app.clock.advance(minute + 1000);
    await auth.signIn({ email, password });
    never.reject(apiError("unavailable"));
    expect(await outcomes).toEqual(Array.from({ length: 5 }, () => "unavailable"));
  });
});

test("Right passwords are limited by account and address as well, since each is hashed", async () => {
  const { api, email } = await aCustomer(app);
  for (let time = 0; time < 30; time += 1) await api.auth.confirmPassword({ password });
  await expectApiError(api.auth.confirmPassword({ password }), "too_many_requests");
  const { auth } = app.client().api;
  const outcomes: string[] = [];
  for (let time = 0; time < 31; time += 1) {
    outcomes.push(...(await outcomesOf([auth.signIn({ email, password })])));
  }
  // The first is of an unknown device, and counted as such.
  expect(outcomes).toEqual(Array.from({ length: 31 }, () => "done"));
  await expectApiError(auth.signIn({ email, password }), "too_many_requests");
});
