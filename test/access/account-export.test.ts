// Everything that a customer's pages show of them must be in the export of the account.
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { operations, type Operation } from "#app/contract/operations.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { fakeTracking } from "#test/tracking.ts";
import { aFilledAccount, staffNote, type FilledAccount } from "./filled-account.ts";
import { exportGaps } from "./export-gaps.ts";
import { rowOf } from "./rows.ts";

let app: TestApp;
let account: FilledAccount;
let exported: Record<string, unknown>;
beforeAll(async () => {
  app = await testApp({ currentTracking: fakeTracking().currentTracking });
  account = await aFilledAccount(app);
  const { content } = await account.owner.api.users.exportAccount(everything);
  exported = JSON.parse(content) as typeof exported;
  return () => app.close();
}, 120_000);

const everything = { part: "everything", timeZone: "UTC", locale: "en" } as const;
const notAnswers = ["changeStream.subscribeToChanges", "wallet.exportTransactions"];

/** Where an operation shows more of the filled account than the row of the access matrix. */
const inputs: Readonly<Record<string, (account: FilledAccount) => object>> = {
  "shipRequests.readShipRequest": ({ packedRequestId }) => ({ shipRequestId: packedRequestId }),
};

const isReading = ({ method, access }: Operation) =>
  method === "GET" && (access === "signedIn" || access === "public");

async function read(operation: Operation): Promise<unknown[]> {
  const { name, area, verb } = operation;
  const calls = account.owner.api as unknown as Record<
    string,
    Record<string, (input: object) => Promise<unknown>>
  >;
  const own = [rowOf(operation).input, inputs[name]].filter((one) => one !== undefined);
  const answers = [];
  for (const input of own) answers.push(await calls[area]?.[verb]?.(input(account, "owner")));
  return answers;
}

type Leaf = {
  readonly path: string;
  readonly parent: string;
  readonly name: string;
  readonly value: unknown;
};

/** Every value in `content` that is no object, with its path, and each name on the way. */
function leavesOf(content: unknown, path = "", parent = "", name = ""): Leaf[] {
  if (Array.isArray(content)) return content.flatMap((one) => leavesOf(one, path, parent, name));
  if (typeof content !== "object" || content === null)
    return [{ path, parent, name, value: content }];
  return Object.entries(content).flatMap(([inner, value]) =>
    leavesOf(value, path === "" ? inner : `${path}.${inner}`, name, inner),
  );
}

/** Each value with the name under which it stands. */
const valuesByName = (content: unknown): ReadonlySet<string> =>
  new Set(leavesOf(content).map(({ name, value }) => `${name}=${JSON.stringify(value)}`));

/** Every name of a field in `content`. */
function namesIn(content: unknown): string[] {
  if (Array.isArray(content)) return content.flatMap(namesIn);
  if (typeof content !== "object" || content === null) return [];
  return Object.entries(content).flatMap(([name, value]) => [name, ...namesIn(value)]);
}

type JsonSchema = {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
};

/** The paths of all fields with a value that an operation's answer may have. */
function fieldsOf({ outputSchema }: Operation): string[] {
  if (!(outputSchema instanceof z.ZodType)) return [];
  const root = z.toJSONSchema(outputSchema, { unrepresentable: "any", io: "output" }) as JsonSchema;
  const walk = (schema: JsonSchema, path: string): string[] => {
    const target =
      schema.$ref === undefined ? schema : root.$defs?.[schema.$ref.split("/").at(-1) ?? ""];
    if (target === undefined) return [];
    const inside = [target.items, ...(target.anyOf ?? []), ...(target.allOf ?? [])];
    return [
      ...Object.entries(target.properties ?? {}).flatMap(([name, one]) => {
        const field = path === "" ? name : `${path}.${name}`;
        const within = walk(one, field);
        return within.length === 0 ? [field] : within;
      }),
      ...inside.flatMap((one) => (one === undefined ? [] : walk(one, path))),
    ];
  };
  return [...new Set(walk(root, ""))];
}

type Shown = { readonly operation: string; readonly path: string };

/** The gap that names an operation, one of the things that the path is in, or the field wherever it stands. */
function gapOf({ operation, path }: Shown): string | undefined {
  const parts = path.split(".");
  const inside = parts.map((_, at) => `${operation} ${parts.slice(0, at + 1).join(".")}`);
  return [operation, ...inside, ...parts.map((part) => `* ${part}`)].find(
    (one) => one in exportGaps,
  );
}

const textOf = ({ operation, path }: Shown) => `${operation} ${path}`;

/** What the reading operations answer about the account and `content` has under no such name. */
async function missingValues(content: unknown): Promise<Shown[]> {
  const values = valuesByName(content);
  const missing: Shown[] = [];
  for (const operation of operations.filter(isReading)) {
    // A stream, and a file; neither is an answer in JSON.
    if (notAnswers.includes(operation.name)) {
      missing.push({ operation: operation.name, path: "" });
      continue;
    }
    for (const { path, name, value } of leavesOf(await read(operation))) {
      if (!values.has(`${name}=${JSON.stringify(value)}`))
        missing.push({ operation: operation.name, path });
    }
  }
  return missing;
}

/** The fields that an operation may answer and `content` has under no such name. */
function missingFields(content: unknown): Shown[] {
  const names = new Set(namesIn(content));
  return operations
    .filter((operation) => isReading(operation) || operation.access === "signedIn")
    .flatMap((operation) =>
      fieldsOf(operation)
        .filter((path) => !names.has(path.split(".").at(-1) ?? ""))
        .map((path) => ({ operation: operation.name, path })),
    );
}

const withoutGap = (shown: readonly Shown[]) =>
  shown.filter((one) => gapOf(one) === undefined).map(textOf);

describe("The export of an account", () => {
  test("has every value that an operation reads of it", async () => {
    expect(withoutGap(await missingValues(exported))).toEqual([]);
  });

  test("has every field that an operation for signed-in customers may answer", () => {
    expect(withoutGap(missingFields(exported))).toEqual([]);
  });

  test("misses what is taken out of it", async () => {
    const { notifications: _inbox, ...withoutInbox } = exported;
    expect(withoutGap(await missingValues(withoutInbox))).toContain(
      "notifications.listNotifications items.text",
    );
    const { forwardingAddress: _address, ...withoutAddress } = exported;
    expect(withoutGap(await missingValues(withoutAddress))).toContain(
      "inboundParcels.readAddress memberCode",
    );
    expect(withoutGap(missingFields(withoutAddress))).toContain(
      "inboundParcels.readAddress memberCode",
    );
  });

  test("leaves out nothing by a name that is not needed", async () => {
    const shown = [...(await missingValues(exported)), ...missingFields(exported)];
    const used = new Set(shown.map(gapOf));
    const isOperation = (name: string) => operations.some((one) => one.name === name);
    const unused = Object.keys(exportGaps).filter((name) => !used.has(name) && !isOperation(name));
    expect(unused).toEqual([]);
  });

  test("has no note of staff, and no operation of customers reads one or who wrote it", async () => {
    const { caseId, admin } = account;
    const ofStaff = JSON.stringify(await admin.api.cases.readCase({ caseId }));
    expect(ofStaff).toContain(staffNote);
    expect(JSON.stringify(exported)).not.toContain(staffNote);
    const readings = operations.filter(
      (operation) => isReading(operation) && !notAnswers.includes(operation.name),
    );
    for (const operation of readings) {
      const answers = JSON.stringify(await read(operation));
      expect(answers, operation.name).not.toContain(staffNote);
    }
    const shown = operations.filter(({ isForStaff }) => !isForStaff).flatMap(fieldsOf);
    expect(shown.filter((path) => /isInternal|authorEmail/.test(path))).toEqual([]);
    expect(shown).toContain("messages.sender");
  });

  test("has extra services with what was found and photos, also those without a ship request", () => {
    const { extraServices } = exported as { extraServices: { code: string }[] };
    expect(extraServices.toSorted((a, b) => b.code.localeCompare(a.code))).toMatchObject([
      { code: "stretch_film", resultText: "Wrapped twice", state: "done" },
      {
        code: "contents_check",
        inboundParcelId: account.receivedParcelId,
        shipRequestId: null,
        resultText: "The glaze has a hairline crack",
        checkedItems: [{ description: "Tea bowls", quantity: 1, finding: "differs" }],
        images: [{ imageUrl: expect.stringContaining("/api/files/") as string }],
      },
    ]);
  });

  test("has the whole inbox, whatever its length", async () => {
    const { kysely } = app.database;
    const { userId, api } = account.owner;
    const rows = Array.from({ length: 45 }, (_, number) => ({
      userId,
      kind: "package_complete" as const,
      subjectId: account.pkg.id,
      dedupeKey: `filling ${number}`,
      payload: JSON.stringify({ number: `FILL${number}` }),
      createdAt: app.clock.now(),
    }));
    await kysely.insertInto("notifications").values(rows).execute();
    const { count } = await kysely
      .selectFrom("notifications")
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("userId", "=", userId)
      // What a later one says in its place.
      .where("isJoined", "=", false)
      .executeTakeFirstOrThrow();
    const { content } = await api.users.exportAccount(everything);
    const { notifications } = JSON.parse(content) as { notifications: unknown[] };
    expect(notifications).toHaveLength(Number(count));
  });
});
