import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { operations, type Operation } from "#app/contract/operations.ts";
import { expectApiError } from "#test/api-errors.ts";
import { isLongRun } from "#test/long-run.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { inputSchemaOf } from "./contract-input.ts";
import { rowOf } from "./rows.ts";
import { failuresOf } from "./failures-of.ts";
import { browserOf, createFixtures, type Fixtures } from "./fixtures.ts";
import { enteredProfile } from "#test/profiles.ts";

let app: TestApp;
let fixtures: Fixtures;
beforeAll(async () => {
  app = await testApp();
  fixtures = await createFixtures(app);
  return () => app.close();
});

/** Values that are wrong or unusual, by what they are. */
const values: Readonly<Record<string, unknown>> = {
  "is empty": "",
  "is blank": " \t\u3000",
  "has NUL in it": "tea\u0000set",
  "is half a character": "tea \uD83D set",
  "is emoji": "🛶👩‍👩‍👧‍👦",
  "goes from right to left": "שלום \u202Eعالم",
  "is 300 characters": "x".repeat(300),
  "is 20,000 characters": "é".repeat(20_000),
  "is a path to a parent folder": "../../../etc/passwd",
  "is SQL": "'; drop table users; --",
  "is null": null,
  "is a number": 1e308,
  "is below zero": -1,
  "is a list": ["a", ["b"]],
  "is an object": { __proto__: null, constructor: "x" },
};

const all = Object.entries(values);

/** Signing in ends the session of the browser, so these are called without one. */
function isSignIn(name: string): boolean {
  return name === "auth.signIn" || name === "auth.signInAsAdmin";
}

/** The HTTP status for a role, from a new IP address each time so that no rate limit is reached. */
async function statusOf({ name, area, verb }: Operation, role: "owner" | "admin", input: object) {
  const browser = browserOf(app, fixtures, isSignIn(name) ? "signedOut" : role);
  const response = await browser.fetch(`/api/rpc/${area}/${verb}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ json: input }),
  });
  // A stream does not end by itself.
  await response.body?.cancel();
  return response.status;
}

// The contents of files are tested beside the images.
const uploads = [
  "packages.addImage",
  "receiving.addInboundParcelImage",
  "parcelRemovals.requestParcelRemoval",
  "parcelClaims.addClaimFile",
  "goods.addProof",
  "cases.addCaseFile",
];
const tested = operations.filter((operation) => {
  const { name } = operation;
  return (!rowOf(operation).isFinal || isSignIn(name)) && !uploads.includes(name);
});

/** Whether the contract takes this input, as JSON brings it. */
function isTaken({ name, inputSchema }: Operation, input: object): boolean {
  if (!(inputSchema instanceof z.ZodType)) throw new Error(`${name} has no schema of its input.`);
  return inputSchema.safeParse(JSON.parse(JSON.stringify(input))).success;
}

test("The fields of no operation break the server, whatever is in them", async () => {
  const failures = await failuresOf(tested, async (operation) => {
    const wrong: string[] = [];
    const role = operation.isForStaff ? "admin" : "owner";
    const input = rowOf(operation).input(fixtures, role);
    const fields = Object.keys(inputSchemaOf(operation).properties ?? {});
    for (const [place, field] of fields.entries()) {
      // What the contract takes reaches the operation. The gate sends one such value for each field, in turn, so that each is
      // sent for dozens of fields. All others must be refused by the contract, which it asks itself: the server answers them
      // alike, which one of each operation shows. The long run sends all.
      const turn = place + operation.name.length;
      const inTurn = [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)].map(
        ([what, value]) => {
          const changed = { ...input, [field]: value };
          return { what, changed, isRead: isTaken(operation, changed) };
        },
      );
      const taken = inTurn.find(({ isRead }) => isRead);
      const refused = place === 0 ? inTurn.find(({ isRead }) => !isRead) : undefined;
      const sent = isLongRun ? inTurn : [taken, refused].filter((one) => one !== undefined);
      for (const { what, changed } of sent) {
        const status = await statusOf(operation, role, changed);
        if (status >= 500) wrong.push(`${field} ${what}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });
  expect(failures).toEqual([]);
});

describe("A profile is returned as it was saved", () => {
  test.each([
    ["text from right to left", "שלום עולם"],
    ["marks, quotes and tags", "O'Brien & <b>“Søn”</b> \\ %_"],
    ["characters beyond the first plane", "𠮷野家"],
    ["composed characters", "Am\u00E9lie"],
  ])("exactly: %s", async (_what, words) => {
    const { api } = fixtures.owner;
    // Of the address labels print every letter, so that it is in Latin ones.
    const line = "O'Brien & <b>“Søn”</b> \\ %_ Am\u00E9lie";
    const profile = enteredProfile({
      fullName: words,
      phone: line,
      address: line,
      addressLine2: line,
      city: line,
      state: line,
      country: "HK",
      postalCode: "<b>“Søn",
    });
    expect(await api.users.updateProfile(profile)).toMatchObject(profile);
    expect(await api.users.readProfile({})).toMatchObject(profile);
  });

  test("or refused where no label could print it", async () => {
    const { api } = fixtures.owner;
    const profile = await api.users.readProfile({});
    const { id: _id, email: _email, ...fields } = profile;
    for (const change of [{ fullName: "👩‍👩‍👧‍👦 Mei 🛶" }, { address: "שלום עולם" }, { city: "🛶" }]) {
      await expectApiError(api.users.updateProfile({ ...fields, ...change }), "invalid_input");
    }
    expect(await api.users.readProfile({})).toEqual(profile);
  });
});
