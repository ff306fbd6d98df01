// Whoever reached a limit is told when to try again.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { sourceFiles } from "#test/structure/source-files.ts";
import { aCustomer } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { bucketOf, countAttempt, tryAttempt } from "./count-attempt.ts";
import { attemptLimits, limitNames, type LimitName } from "#platform/rules/attempt-limits.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  return () => app.close();
});

const after = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000);

/** Lets `who` reach the limit by attempts at `from`. */
async function reach(limitName: LimitName, who: string, from: Date): Promise<void> {
  const { attempts } = attemptLimits[limitName];
  await sql`
    insert into attempts (bucket, attempted_at)
    select ${bucketOf(limitName, who)}, ${from} from generate_series(1, ${attempts}::int)
  `.execute(app.database.kysely);
}

describe.each(limitNames)("who reached %s", (limitName) => {
  const { seconds } = attemptLimits[limitName];
  const who = limitName.endsWith("PerAddress") ? "203.0.113.77" : "nobody@example.com";

  test("B6: is told when the oldest attempt stops counting, and may try then", async () => {
    const db = app.database.kysely;
    const start = new Date("2026-03-01T08:00:00Z");
    await reach(limitName, who, start);
    const later = after(start, seconds / 4);
    await expect(countAttempt(db, limitName, who, later)).rejects.toMatchObject({
      code: "too_many_requests",
      details: { retryAfterSeconds: seconds * 0.75 },
    });
    const justBefore = after(start, seconds - 1.5);
    await expect(countAttempt(db, limitName, who, justBefore)).rejects.toMatchObject({
      details: { retryAfterSeconds: 2 },
    });
    expect(await tryAttempt(db, limitName, who, justBefore)).toBeNull();
    expect(typeof (await countAttempt(db, limitName, who, after(start, seconds)))).toBe("bigint");
  });
});

test.each([
  ["errorReportsPerAccount", "/api/error-reports", { errorMessage: "Lost", source: "test" }],
  ["checkoutsPerAccount", "/api/wallet/deposits", { amount: "50", idempotencyKey: randomUUID() }],
  ["sharedPackagesPerAddress", "/api/shared-packages", { token: "none" }],
  [
    "signUpsPerAddress",
    "/api/sign-up",
    { email: "a@example.com", fullName: "A", password: "loud tide 77" },
  ],
  [
    "emailsPerMinute",
    "/api/sign-up",
    { email: "nobody@example.com", fullName: "A", password: "loud tide 77" },
  ],
] as const)("the answer of %s has the header Retry-After", async (limitName, path, body) => {
  const ipAddress = limitName === "signUpsPerAddress" ? "203.0.113.79" : "203.0.113.78";
  const person = await aCustomer(app);
  const signedIn = limitName.endsWith("PerAccount");
  const client = signedIn ? person.client : app.client({ ipAddress });
  const addressOrEmail = limitName.endsWith("PerAddress") ? ipAddress : "nobody@example.com";
  await reach(limitName, signedIn ? person.userId : addressOrEmail, app.clock.now());
  const response = await client.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { seconds } = attemptLimits[limitName];
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, String(seconds)]);
});

/** The files that say `too_many_requests` without when to try again. */
const silent = (files: readonly { readonly path: string; readonly text: string }[]) =>
  files
    .filter(({ text }) => /apiError\(\s*"too_many_requests"\s*\)/.test(text))
    .map(({ path }) => path);

const sources = sourceFiles("src/*/server/**/*.ts").filter(({ path }) => !path.includes(".test."));

test("nobody is told to wait without for how long", () => {
  expect(silent(sources)).toEqual([]);
  const path = "src/money/server/x.ts";
  expect(silent([{ path, text: 'throw apiError("too_many_requests");' }])).toEqual([path]);
  expect(
    silent([{ path, text: 'apiError("too_many_requests", { retryAfterSeconds: 5 })' }]),
  ).toEqual([]);
});
