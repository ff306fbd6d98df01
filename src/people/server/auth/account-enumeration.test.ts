import { randomUUID } from "node:crypto";
import type { KyselyPlugin, RootOperationNode } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "#test/database.ts";
import { aCustomer } from "#test/users.ts";
import { testApp, type ApiClient, type TestApp } from "#test/test-app.ts";

let app: TestApp;
let statementCount = 0;

// Settings are reloaded from time to time by whichever request comes next, so they are not counted.
const isSettingsRead = (node: RootOperationNode) => JSON.stringify(node).includes('"settings"');

const counting: KyselyPlugin = {
  transformQuery({ node }) {
    if (!isSettingsRead(node)) statementCount += 1;
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

beforeAll(async () => {
  const database = await testDatabase();
  app = await testApp({ database: { ...database, kysely: database.kysely.withPlugin(counting) } });
  return () => app.close();
});

type Call = (auth: ApiClient["auth"], email: string) => Promise<unknown>;

/** How many statements one call runs until it returns or throws. */
async function statementsOf(call: Call, email: string): Promise<number> {
  const { auth } = app.client().api;
  const before = statementCount;
  await call(auth, email).catch(() => undefined);
  return statementCount - before;
}

const password = "a calm harbour at dusk";

async function verifiedEmail(): Promise<string> {
  return (await aCustomer(app)).email;
}

async function unverifiedEmail(): Promise<string> {
  const email = await verifiedEmail();
  await app.database.kysely
    .updateTable("users")
    .set({ emailVerified: false })
    .where("email", "=", email)
    .execute();
  return email;
}

/** An address with two unverified sign-ups. */
async function pendingEmail(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  for (const typed of [password, "another one"]) {
    await app.client().api.auth.signUp({ email, password: typed, fullName: "Li Na" });
    app.clock.advance(61_000);
  }
  return email;
}

const wrong = "wrong tide";
const calls: readonly (readonly [string, Call])[] = [
  ["Signing in", (auth, email) => auth.signIn({ email, password: wrong })],
  ["Signing in as an admin", (auth, email) => auth.signInAsAdmin({ email, password: wrong })],
  ["Requesting a password reset", (auth, email) => auth.requestPasswordReset({ email })],
  ["Requesting the link again", (auth, email) => auth.resendVerification({ email })],
  ["Signing up", (auth, email) => auth.signUp({ email, password, fullName: "Li Na" })],
];

test.each(calls)(
  "%s takes the same number of statements for known and unknown addresses",
  async (_name, call) => {
    // What the server does of its own accord meanwhile is counted too, so the fewest of two count.
    const fewest = async (email: () => Promise<string>) =>
      Math.min(await statementsOf(call, await email()), await statementsOf(call, await email()));
    const unknown = await fewest(async () => `${randomUUID()}@example.com`);
    expect(unknown).toBeGreaterThanOrEqual(3);
    for (const email of [verifiedEmail, unverifiedEmail, pendingEmail])
      expect(await fewest(email)).toBe(unknown);
  },
);

test("A sign-in that is refused takes the same number of statements for known and unknown addresses", async () => {
  const emails = [await verifiedEmail(), await pendingEmail(), `${randomUUID()}@example.com`];
  const counts: number[] = [];
  for (const email of emails) {
    const { auth } = app.client().api;
    const codes: string[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const before = statementCount;
      const call = auth.signIn({ email, password: wrong });
      codes.push(
        await call.then(
          () => "done",
          (error: { code: string }) => error.code,
        ),
      );
      if (attempt === 5) counts.push(statementCount - before);
    }
    expect(codes.at(-1)).toBe("too_many_requests");
  }
  expect(new Set(counts).size).toBe(1);
});
