// Staff who were invited have no customer area: every operation of customers is refused to them, and nothing else.
import { beforeAll, expect, test } from "vitest";
import { operations, type Operation } from "#app/contract/operations.ts";
import { anInvitedMember } from "#test/invitations.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import { anAdmin } from "#test/users.ts";
import { createFixtures, type Fixtures } from "./fixtures.ts";
import { rowOf } from "./rows.ts";

let app: TestApp;
let client: TestClient;
let fixtures: Fixtures;
beforeAll(async () => {
  app = await testApp();
  fixtures = await createFixtures(app);
  client = (await anInvitedMember(app, await anAdmin(app), "packer")).client;
  return () => app.close();
});

/** The areas that are not of customers, and what staff call in those that are. */
const forEverybody =
  "auth users notifications errorReports changeStream exchangeRates lanes tracking packages.addImage".split(
    " ",
  );

const isForEverybody = ({ name, area }: Operation) =>
  forEverybody.includes(area) || forEverybody.includes(name);
const needing = operations.filter(({ needsCustomerArea }) => needsCustomerArea);

test("What needs a customer area is all that the areas of customers have", () => {
  const ofCustomers = operations.filter(
    (operation) => operation.access === "signedIn" && !isForEverybody(operation),
  );
  expect(needing.map(({ name }) => name)).toEqual(ofCustomers.map(({ name }) => name));
  expect(needing.length).toBeGreaterThan(40);
});

type AnyApi = Readonly<
  Record<string, Readonly<Record<string, (input: object) => Promise<unknown>>>>
>;

test("Each of them is refused to staff who were invited", async () => {
  // Operations are named as text here, which the client's types do not follow.
  const api = client.api as unknown as AnyApi;
  const answers = [];
  for (const operation of needing) {
    const { area, verb, name } = operation;
    const answer = api[area]?.[verb]?.(rowOf(operation).input(fixtures, "packer"));
    const code = await answer?.then(
      () => "ok",
      (error: { code?: string }) => error.code,
    );
    answers.push([name, code]);
  }
  expect(answers.filter(([, code]) => code !== "no_customer_area")).toEqual([]);
});
