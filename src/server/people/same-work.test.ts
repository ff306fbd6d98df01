// Shows that the doors do the same work for known and unknown addresses, statement by statement.
import { randomUUID } from "node:crypto";
import type { KyselyPlugin, RootOperationNode } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "#testing/database.ts";
import { aCustomer } from "#testing/people.ts";
import { testApp, type ApiClient, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let statementCount = 0;

// Read anew from time to time, by whichever request comes then.
const isLookAtSettings = (node: RootOperationNode) =>
  JSON.stringify(node).includes('"platform_settings"');

const counting: KyselyPlugin = {
  transformQuery({ node }) {
    if (!isLookAtSettings(node)) statementCount += 1;
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

beforeAll(async () => {
  const database = await testDatabase();
  app = await testApp({ database: { ...database, kysely: database.kysely.withPlugin(counting) } });
  return () => app.close();
});

type Door = (people: ApiClient["people"], email: string) => Promise<unknown>;

/** How many statements one call takes until its answer, refused or not. */
async function statementsOf(door: Door, email: string): Promise<number> {
  const { people } = app.client().api;
  const before = statementCount;
  await door(people, email).catch(() => undefined);
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
    .set({ email_verified: false })
    .where("email", "=", email)
    .execute();
  return email;
}

/** An address with which two people signed up, neither of whom used their link. */
async function pendingEmail(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  for (const typed of [password, "another one"]) {
    await app.client().api.people.signUp({ email, password: typed, fullName: "Li Na" });
    app.clock.advance(61_000);
  }
  return email;
}

const wrong = "wrong tide";
const doors: readonly (readonly [string, Door])[] = [
  ["Signing in", (people, email) => people.signIn({ email, password: wrong })],
  ["The office", (people, email) => people.signInAsAdmin({ email, password: wrong })],
  ["Asking for a reset", (people, email) => people.requestPasswordReset({ email })],
  ["Asking for the link again", (people, email) => people.resendVerification({ email })],
  ["Signing up", (people, email) => people.signUp({ email, password, fullName: "Li Na" })],
];

test.each(doors)("%s is the same work whoever has the address", async (_name, door) => {
  const unknown = await statementsOf(door, `${randomUUID()}@example.com`);
  expect(unknown).toBeGreaterThanOrEqual(3);
  for (const email of [await verifiedEmail(), await unverifiedEmail(), await pendingEmail()]) {
    expect(await statementsOf(door, email)).toBe(unknown);
  }
});
