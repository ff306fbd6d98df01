// Tries every field of every operation with what people and attackers type: it is refused in words or kept exactly.
import { beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "#testing/test-app.ts";
import { rows, type Row } from "./rows.ts";
import { browserOf, createFixtures, type Fixtures } from "./fixtures.ts";

let app: TestApp;
let fixtures: Fixtures;
beforeAll(async () => {
  app = await testApp();
  fixtures = await createFixtures(app);
  return () => app.close();
});

/** By what is wrong, or only unusual, about it. */
const values: Readonly<Record<string, unknown>> = {
  "is empty": "",
  "is blank": " \t\u3000",
  "has NUL in it": "tea\u0000set",
  "is half a character": "tea \uD83D set",
  "is emoji": "🛶👩‍👩‍👧‍👦",
  "goes from right to left": "שלום \u202Eعالم",
  "is 300 characters": "x".repeat(300),
  "is 20,000 characters": "é".repeat(20_000),
  "climbs folders": "../../../etc/passwd",
  "is SQL": "'; drop table users; --",
  "is null": null,
  "is a number": 1e308,
  "is below zero": -1,
  "is a list": ["a", ["b"]],
  "is an object": { __proto__: null, constructor: "x" },
};

/** Whoever comes in by these loses the session they had; strangers have none. */
function isAuthPage(name: string): boolean {
  return name === "auth.signIn" || name === "auth.signInAsAdmin";
}

type Operation = { readonly name: string; readonly path: string; readonly row: Row };

const operations: readonly Operation[] = Object.entries(rows).flatMap(([area, verbs]) =>
  Object.entries(verbs).map(([verb, row]) => ({
    name: `${area}.${verb}`,
    path: `/api/rpc/${area}/${verb}`,
    row,
  })),
);

/** Who passes the operation's door, from a new address each time so that no limit answers instead. */
async function statusOf({ name, path }: Operation, role: "owner" | "admin", input: object) {
  const response = await browserOf(app, fixtures, isAuthPage(name) ? "signedOut" : role).fetch(
    path,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ json: input }),
    },
  );
  // Streams go on for as long as somebody listens.
  await response.body?.cancel();
  return response.status;
}

function inputOf({ row }: Operation, role: "owner" | "admin"): object {
  return row.input(fixtures, role);
}

// What a file may hold has tests of its own, beside the images.
const plain = operations.filter(
  ({ name, row }) => (row.isFinal !== true || isAuthPage(name)) && name !== "packages.addImage",
);

describe("The fields of", () => {
  test.each(plain)("$name never break the server, whatever is in them", async (operation) => {
    const wrong: string[] = [];
    const isForOwners = (await statusOf(operation, "owner", inputOf(operation, "owner"))) !== 403;
    const role = isForOwners ? "owner" : "admin";
    const input = inputOf(operation, role);
    for (const [what, value] of Object.entries(values)) {
      for (const field of Object.keys(input)) {
        const status = await statusOf(operation, role, { ...input, [field]: value });
        if (status >= 500) wrong.push(`${field} ${what}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("What a profile takes it gives back", () => {
  test.each([
    ["emoji", "👩‍👩‍👧‍👦 Mei 🛶"],
    ["text from right to left", "שלום עולם"],
    ["marks, quotes and tags", "O'Brien & <b>“Søn”</b> \\ %_"],
    ["characters beyond the first plane", "𠮷野家"],
    ["letters that are written in two ways", "Ame\u0301lie"],
  ])("exactly: %s", async (_what, words) => {
    const { api } = fixtures.owner;
    const given = {
      fullName: words,
      phone: words,
      address: words,
      city: words,
      country: "HK",
      postalCode: words,
    };
    // A postal code has 20 characters at most.
    const profile = { ...given, postalCode: [...words].slice(0, 4).join("") };
    expect(await api.users.updateProfile(profile)).toMatchObject(profile);
    expect(await api.users.readProfile({})).toMatchObject(profile);
  });
});
