import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { operations, type Operation } from "#app/contract/operations.ts";
import { staffRoles } from "#platform/rules/staff-role.ts";
import { testDatabase } from "#test/database.ts";
import { isLongRun } from "#test/long-run.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import { failuresOf } from "./failures-of.ts";
import { levelOf, mayCall, statedLevels } from "./access-levels.ts";
import { rowOf, type Outcome, type Row } from "./rows.ts";
import {
  browserOf,
  createFixtures,
  roles,
  thingsReadBy,
  type Role,
  type Fixtures,
} from "./fixtures.ts";

let app: TestApp;
let shared: Fixtures;
beforeAll(async () => {
  // With one connection, an operation that waits for a second one inside its transaction fails.
  app = await testApp({ database: await testDatabase({ poolSize: 1 }) });
  shared = await createFixtures(app);
  return () => app.close();
});

/** The fields that decide about plan, money, role or account, as the API and as the database name them. */
const protectedFields = [
  "isAdmin",
  "is_admin",
  "walletBalanceCents",
  "wallet_balance",
  "balanceCents",
  "subscription",
  "packageQuota",
  "package_quota",
  "maxWeightGrams",
  "max_weight",
  "userId",
  "user_id",
  "emailVerified",
  "reauthenticatedAt",
  "closedAt",
  "createdAt",
  "imagesCount",
  "actorId",
];

/** The level that the contract states, as `access-levels.ts` writes it. */
function contractLevel({ access }: Operation): string {
  if (typeof access !== "object") return access;
  return staffRoles.filter((role) => role === "manager" || access.roles.includes(role)).join(" ");
}

/** The outcome for this role that follows from who has access and the row. */
function expectedOutcome(operation: Operation, row: Row, role: Role): Outcome {
  if (!mayCall(operation.name, role)) return role === "signedOut" ? "signed_out" : "forbidden";
  const { byRole, answer } = row;
  // Of operations for every user, a member of staff gets what any other customer gets.
  const isStaffMember = (staffRoles as readonly Role[]).includes(role);
  const asCustomer = isStaffMember && !operation.isForStaff ? byRole.other : undefined;
  return byRole[role] ?? asCustomer ?? answer;
}

/** The server tells the roles of a kind apart by the level alone, which is stated twice. */
const kindsOfRoles: readonly (readonly Role[])[] = [
  ["signedOut"],
  ["other", "owner"],
  staffRoles,
  ["admin"],
];

/** Of the roles of a kind that get the same answer the gate asks one in turn, and each at dozens of operations; the long run all. */
function askedRoles(operation: Operation, row: Row): readonly Role[] {
  if (isLongRun) return roles;
  const turn = operations.indexOf(operation);
  return kindsOfRoles.flatMap((kind) => {
    const alike = Map.groupBy(kind, (role) => expectedOutcome(operation, row, role));
    return [...alike.values()].flatMap((same) => same.slice(turn % same.length).slice(0, 1));
  });
}

/** Whether this call changes what other rows depend on: a rejected one changes nothing. */
function isFinalFor(operation: Operation, row: Row, role: Role): boolean {
  const outcome = expectedOutcome(operation, row, role);
  return row.isFinal && outcome !== "signed_out" && outcome !== "forbidden";
}

/** Fixtures of an operation's own, with these callers. */
async function ownFixtures(row: Row, callers: readonly Role[]): Promise<Fixtures> {
  const needs = new Set<keyof Fixtures>();
  for (const role of callers) {
    for (const thing of thingsReadBy((fixtures) => row.input(fixtures, role), shared))
      needs.add(thing);
    if (role !== "signedOut") needs.add(role);
  }
  return await createFixtures(app, needs);
}

type AnyApi = Readonly<
  Record<string, Readonly<Record<string, (input: object) => Promise<unknown>>>>
>;

async function outcomeOf(
  client: TestClient,
  { name, area, verb }: Operation,
  input: object,
): Promise<string> {
  // The table names its operations as text, which the client's types do not follow.
  const call = (client.api as unknown as AnyApi)[area]?.[verb];
  if (call === undefined) throw new Error(`There is no ${name}.`);
  try {
    await call(input);
    return "ok";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

/** Whether the contract takes this input. */
function outcomeByContract({ name, inputSchema }: Operation, input: object): string {
  if (!(inputSchema instanceof z.ZodType)) throw new Error(`${name} has no schema of its input.`);
  return inputSchema.safeParse(input).success ? "ok" : "invalid_input";
}

/** The protected fields that are neither in the input nor accepted beside it. */
function foreignFields({ accepts }: Row, input: object): string[] {
  const known = new Set([...Object.keys(input), ...accepts]);
  return protectedFields.filter((name) => !known.has(name));
}

/** Everything in the profiles and wallets of the fixtures. */
async function stateOf(fixtures: Fixtures): Promise<unknown> {
  const people = roles.flatMap((role) => (role === "signedOut" ? [] : [fixtures[role]]));
  const ids = people.map(({ userId }) => userId);
  const { kysely } = app.database;
  const profiles = kysely.selectFrom("profiles").selectAll().where("id", "in", ids).orderBy("id");
  const wallets = kysely
    .selectFrom("ledgerAccounts")
    .selectAll()
    .where("userId", "in", ids)
    .orderBy("id");
  return [await profiles.execute(), await wallets.execute()];
}

describe("The access matrix", () => {
  test("A1: states the access level of every operation once, and of nothing else", () => {
    const levels = operations.map(({ name }) => [name, levelOf(name)]);
    expect(levels).toEqual(
      operations.map((operation) => [operation.name, contractLevel(operation)]),
    );
    const existing = new Set(operations.flatMap(({ name, area }) => [name, area]));
    const stated = statedLevels.map(([name]) => name);
    expect(stated.filter((name, at) => !existing.has(name) || stated.indexOf(name) < at)).toEqual(
      [],
    );
  });

  test("Every operation answers everyone as it should", async () => {
    const failures = await failuresOf(operations, async (operation) => {
      const row = rowOf(operation);
      const outcomes: Partial<Record<Role, string>> = {};
      const asked = askedRoles(operation, row);
      const final = asked.filter((role) => isFinalFor(operation, row, role));
      let ofOperation: Fixtures | null = null;
      for (const role of asked) {
        const isFinal = final.includes(role);
        // All roles can share an operation's fixtures unless what one does stops the next.
        if (isFinal && (ofOperation === null || row.isOnce)) {
          ofOperation = await ownFixtures(row, row.isOnce ? [role] : final);
        }
        const fixtures = isFinal && ofOperation ? ofOperation : shared;
        const client = browserOf(app, fixtures, role);
        outcomes[role] = await outcomeOf(client, operation, row.input(fixtures, role));
      }
      const expected = asked.map((role) => [role, expectedOutcome(operation, row, role)]);
      expect(outcomes).toEqual(Object.fromEntries(expected));
    });
    expect(failures).toEqual([]);
  });

  test("The contract of no operation takes a field that the caller may not set", async () => {
    const failures = await failuresOf(operations, (operation) => {
      const row = rowOf(operation);
      const input = row.input(shared, operation.isForStaff ? "admin" : "owner");
      const taken = foreignFields(row, input).filter(
        (field) => outcomeByContract(operation, { ...input, [field]: true }) !== "invalid_input",
      );
      expect(taken).toEqual([]);
    });
    expect(failures).toEqual([]);
  });

  // The server rejects what the contract does; beside the test below, the long run shows it for each field.
  test.runIf(isLongRun)(
    "Every field that the caller may not set is rejected and changes nothing",
    async () => {
      const failures = await failuresOf(operations, async (operation) => {
        const row = rowOf(operation);
        const role = operation.isForStaff ? "admin" : "owner";
        const client = browserOf(app, shared, role);
        const before = await stateOf(shared);
        const input = row.input(shared, role);
        const taken: string[] = [];
        for (const field of foreignFields(row, input)) {
          const outcome = await outcomeOf(client, operation, { ...input, [field]: true });
          if (outcome !== "invalid_input") taken.push(`${field}: ${outcome}`);
        }
        expect(taken).toEqual([]);
        expect(await stateOf(shared)).toEqual(before);
      });
      expect(failures).toEqual([]);
    },
  );

  test("All fields at once that nobody may set are rejected and change nothing", async () => {
    const before = await stateOf(shared);
    const failures = await failuresOf(operations, async (operation) => {
      const row = rowOf(operation);
      const withAccess = { ...row, answer: "invalid_input" as const, byRole: {} };
      // Who has access is tested above, and nobody else's input is read; the long run sends it for all.
      const senders: readonly Role[] = isLongRun
        ? roles
        : ["signedOut", operation.isForStaff ? "admin" : "owner"];
      // None of these calls changes anything, so they may run at the same time.
      const calls = senders.map(async (role) => {
        const input = row.input(shared, role);
        const forged = Object.fromEntries(foreignFields(row, input).map((name) => [name, true]));
        const client = browserOf(app, shared, role);
        return [role, await outcomeOf(client, operation, { ...input, ...forged })] as const;
      });
      expect(Object.fromEntries(await Promise.all(calls))).toEqual(
        Object.fromEntries(
          senders.map((role) => [role, expectedOutcome(operation, withAccess, role)]),
        ),
      );
      expect(await stateOf(shared)).toEqual(before);
    });
    expect(failures).toEqual([]);
  });
});

test.each([
  ["other", false],
  ["owner", true],
] as const)("%s downloads no transactions of others", async (role, hasOwners) => {
  const response = await browserOf(app, shared, role).fetch("/api/wallet/transactions.csv");
  expect((await response.text()).includes(shared.transactionId)).toBe(hasOwners);
});
