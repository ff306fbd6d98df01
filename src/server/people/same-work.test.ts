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

const wrong = "wrong tide";
const doors: readonly (readonly [string, Door, number])[] = [
  ["Signing in", (people, email) => people.signIn({ email, password: wrong }), 0],
  ["The office", (people, email) => people.signInAsAdmin({ email, password: wrong }), 0],
  ["Asking for a reset", (people, email) => people.requestPasswordReset({ email }), 0],
  ["Asking for the link again", (people, email) => people.resendVerification({ email }), 0],
  // What is undone for a taken address takes one statement more to undo than to keep.
  ["Signing up", (people, email) => people.signUp({ email, password, fullName: "Li Na" }), 1],
];

test.each(doors)("%s is the same work whoever has the address", async (_name, door, leeway) => {
  const unknown = await statementsOf(door, `${randomUUID()}@example.com`);
  expect(unknown).toBeGreaterThanOrEqual(3);
  for (const email of [await verifiedEmail(), await unverifiedEmail()]) {
    const known = await statementsOf(door, email);
    expect(Math.abs(known - unknown)).toBeLessThanOrEqual(leeway);
  }
});
