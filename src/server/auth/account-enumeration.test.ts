// Shows that the doors do the same work for known and unknown addresses, statement by statement.
import { randomUUID } from "node:crypto";
import type { KyselyPlugin, RootOperationNode } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "#testing/database.ts";
import { aCustomer } from "#testing/users.ts";
import { testApp, type ApiClient, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let statementCount = 0;

// Read anew from time to time, by whichever request comes then.
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

/** How many statements one call takes until its answer, refused or not. */
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

/** An address with which two people signed up, neither of whom used their link. */
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
  ["The office", (auth, email) => auth.signInAsAdmin({ email, password: wrong })],
  ["Asking for a reset", (auth, email) => auth.requestPasswordReset({ email })],
  ["Asking for the link again", (auth, email) => auth.resendVerification({ email })],
  ["Signing up", (auth, email) => auth.signUp({ email, password, fullName: "Li Na" })],
];

test.each(calls)("%s is the same work whoever has the address", async (_name, call) => {
  const unknown = await statementsOf(call, `${randomUUID()}@example.com`);
  expect(unknown).toBeGreaterThanOrEqual(3);
  for (const email of [await verifiedEmail(), await unverifiedEmail(), await pendingEmail()]) {
    expect(await statementsOf(call, email)).toBe(unknown);
  }
});
