// What a repeated request does, for every operation that writes: as after an answer that was lost on its way.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { operations, type Operation } from "#app/contract/operations.ts";
import { contentsOf } from "#test/database-contents.ts";
import { failingCalls, type FailingCalls, type Failure } from "#test/failing-calls.ts";
import { isLongRun } from "#test/long-run.ts";
import { testApp, type TestApp, type TestClient } from "#test/test-app.ts";
import { failuresOf } from "./failures-of.ts";
import { browserOf, createFixtures, thingsReadBy, type Fixtures, type Role } from "./fixtures.ts";
import { repeatScenes } from "./repeat-scenes.ts";
import { aStage, type Stage } from "./repeat-stage.ts";
import { rowOf } from "./rows.ts";

let app: TestApp;
let stage: Stage;
let shared: Fixtures;
let calls: FailingCalls;
beforeAll(async () => {
  app = await testApp();
  calls = failingCalls(app.database);
  stage = await aStage(app);
  shared = await createFixtures(app);
  return () => app.close();
});

type Input = Readonly<Record<string, unknown>>;
type AnyApi = Readonly<
  Record<string, Readonly<Record<string, (input: object) => Promise<unknown>>>>
>;

/** The answer without links, which expire, or the code of the error. */
async function answerOf(client: TestClient, { area, verb }: Operation, input: Input) {
  // Operations are named as text here, which the client's types do not follow.
  const call = (client.api as unknown as AnyApi)[area]?.[verb];
  if (call === undefined) throw new Error(`There is no ${area}.${verb}.`);
  try {
    const answer = await call(input);
    return JSON.stringify(answer).replaceAll(/"[^"]*\/api\/files\/[^"]*"/g, '"link"');
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

/** Another input that the contract takes, with the same key. */
function otherInput({ name, inputSchema }: Operation, input: Input): Input {
  if (!(inputSchema instanceof z.ZodType)) throw new Error(`${name} has no schema of its input.`);
  const others = Object.entries(input).flatMap(([field, value]): Input[] => {
    if (field === "idempotencyKey") return [];
    if (typeof value === "number") return [{ ...input, [field]: value + 1 }];
    if (typeof value === "boolean") return [{ ...input, [field]: !value }];
    if (typeof value !== "string") return [];
    return [randomUUID(), `${value}1`].map((text) => ({ ...input, [field]: text }));
  });
  const found = others.find((other) => inputSchema.safeParse(other).success);
  if (found === undefined) throw new Error(`There is no other input of ${name}.`);
  return found;
}

/** Who calls, with things to name. */
async function callerOf(operation: Operation) {
  const row = rowOf(operation);
  const role: Role = operation.isForStaff ? "admin" : "owner";
  const scene = await repeatScenes[operation.name]?.(stage);
  const needs = thingsReadBy((fixtures) => row.input(fixtures, role), shared);
  // Making things takes most of the time, and what is not final leaves them as they are.
  const isShared = scene !== undefined || (row.isFinal !== true && !operation.isIdempotent);
  const fixtures = isShared ? shared : await createFixtures(app, needs);
  const { client } = operation.isForStaff ? stage.admin : stage.customer;
  const caller = scene === undefined ? browserOf(app, fixtures, role) : client;
  const input: Input = { ...row.input(fixtures, role), ...scene };
  return { input, call: async (sent: Input) => await answerOf(caller, operation, sent) };
}

const isAside = new Set(["attempts", "error_groups", "error_logs"]);

/** Everything that is stored but what counts attempts and logs errors. */
async function stored(): Promise<Readonly<Record<string, string>>> {
  const contents = Object.entries(await contentsOf(app.database));
  return Object.fromEntries(contents.filter(([table]) => !isAside.has(table)));
}

/** A refusal of staff is recorded in the audit log, and changes nothing else. */
const isNoRefusal = (table: string) => table !== "audit_log";

const changedTables = (before: Readonly<Record<string, string>>, after: typeof before) =>
  Object.keys(after).filter((name) => before[name] !== after[name]);

const byBinder = operations.filter(
  ({ isIdempotent, transaction }) => isIdempotent && transaction === "one",
);
// The binder does the same for all: in the gate one of money, of goods and of manifests shows it.
const kinds = ["wallet.holdShippingFee", "packages.splitPackage", "manifests.addScan"];
const atOnce = byBinder.filter(({ name }) => isLongRun || kinds.includes(name));

describe("A repeat with the same key", () => {
  test("is answered as before and changes nothing", async () => {
    const failures = await failuresOf(byBinder, async (operation) => {
      const { input, call } = await callerOf(operation);
      const answer = await call(input);
      expect(answer).toMatch(/^\{/);
      const before = await stored();
      expect(await call(input)).toBe(answer);
      expect(await call(otherInput(operation, input))).toBe("idempotency_key_reused");
      expect(await call(input)).toBe(answer);
      expect(changedTables(before, await stored()).filter(isNoRefusal)).toEqual([]);
    });
    expect(failures).toEqual([]);
  });

  test("at the same moment waits for the first", async () => {
    const failures = await failuresOf(atOnce, async (operation) => {
      const { input, call } = await callerOf(operation);
      const answers = await Promise.all([call(input), call(input), call(input)]);
      expect(answers[0]).toMatch(/^\{/);
      expect(new Set(answers).size).toBe(1);
      const before = await stored();
      expect(await call(input)).toBe(answers[0]);
      expect(changedTables(before, await stored())).toEqual([]);
    });
    expect(failures).toEqual([]);
  });
});

const crashing = byBinder.filter(({ name }) => isLongRun || name === "wallet.requestPayout");

describe("A repeat after the database failed", () => {
  /** Calls while the commit fails; returns what was stored before. */
  async function failAtCommit(call: () => Promise<string>, failure: Failure) {
    const before = await stored();
    calls.arm("commit", failure);
    const answer = await call();
    expect(calls.disarm()).toBe(true);
    expect(answer).toMatch(/^(unexpected|service_unavailable)$/);
    return before;
  }

  test("before the commit runs it anew", async () => {
    const failures = await failuresOf(crashing, async (operation) => {
      const { input, call } = await callerOf(operation);
      const before = await failAtCommit(() => call(input), "rejected");
      expect(changedTables(before, await stored())).toEqual([]);
      const answer = await call(input);
      expect(answer).toMatch(/^\{/);
      const after = await stored();
      expect(await call(input)).toBe(answer);
      expect(changedTables(after, await stored())).toEqual([]);
    });
    expect(failures).toEqual([]);
  });

  test("after the commit is answered as it was stored", async () => {
    const failures = await failuresOf(crashing, async (operation) => {
      const { input, call } = await callerOf(operation);
      const before = await failAtCommit(() => call(input), "unanswered");
      const committed = await stored();
      expect(changedTables(before, committed)).toContain("requests");
      const answer = await call(input);
      expect(answer).toMatch(/^\{/);
      expect(changedTables(committed, await stored())).toEqual([]);
      expect(await call(otherInput(operation, input))).toBe("idempotency_key_reused");
    });
    expect(failures).toEqual([]);
  });
});

const withoutKey = operations.filter(
  ({ method, transaction, isIdempotent }) =>
    method !== "GET" && transaction === "one" && !isIdempotent,
);

const same = "The same is stored again.";
/** What a repeat changes all the same, and why that harms nobody. */
const repeatable: Readonly<Record<string, string>> = {
  "notifications.unsubscribe": same,
  "payments.startReconciliation": "A second reconciliation finds what the first one found.",
  "users.chooseLanguage": same,
  "users.updateDisplayCurrency": same,
  "users.updateNotificationSettings": same,
  "users.updateProfile": same,
  "wallet.startPayout": "Every reading of where the money goes is in the audit log.",
};

test("A repeat of any other operation is refused or changes nothing", async () => {
  const changing: string[] = [];
  const failures = await failuresOf(withoutKey, async (operation) => {
    const { input, call } = await callerOf(operation);
    const before = await stored();
    expect(await call(input)).toMatch(/^\{/);
    const done = await stored();
    expect(changedTables(before, done)).not.toEqual([]);
    const answer = await call(input);
    const changed = changedTables(done, await stored());
    const isRefused = !answer.startsWith("{");
    expect(isRefused ? changed.filter(isNoRefusal) : []).toEqual([]);
    if (!isRefused && changed.length > 0) changing.push(operation.name);
  });
  expect(failures).toEqual([]);
  expect(changing.toSorted()).toEqual(Object.keys(repeatable));
});
