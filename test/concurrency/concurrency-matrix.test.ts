// Checks that each pair of operations on one customer's plan or money, run at once, ends as in one of their two orders.
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { operations as contractOperations } from "#app/contract/operations.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { isLongRun } from "#test/long-run.ts";
import { anAdmin } from "#test/users.ts";
import { seededRandom, slowProvider } from "#test/slow-provider.ts";
import { testApp } from "#test/test-app.ts";
import {
  isIsolated,
  checkPair,
  outcomeOf,
  fixtureFor,
  settlePair,
  undoPair,
  type Pair,
} from "./check-pair.ts";
import type { Operation } from "./operation.ts";
import { operationsOfContract, otherAreas, rows } from "./operations.ts";
import { operationsOfProvider } from "./provider-operations.ts";
import { canSendWith, sendsGoods, type PlanKind, type TestServer } from "./fixture.ts";
import { stateOf } from "./state.ts";

// The gate checks one pair in 251, once; the long run checks all of them, several times and with every plan.
const stride = isLongRun ? 1 : 251;
/** In the gate too, since once a plan ended although it was paid meanwhile. */
const alwaysChecked = [
  "the plan is canceled",
  "an admin ends the subscription",
  "an overdue plan is paid",
];
/** Pattern of the name of an operation or plan, to check only its pairs; several, separated by "×", must all be found. */
const patterns = (process.env["SAMPAN_PAIRS"] ?? "")
  .split("×")
  .map((pattern) => new RegExp(pattern.trim(), "u"));
const times = isLongRun ? 5 : 1;
const pairsAtOnce = 8;

const operations = [...operationsOfContract, ...operationsOfProvider];

let server: TestServer;
/** A server for operations that affect every customer. */
let isolatedServer: TestServer;

async function startServer(seed: number): Promise<TestServer> {
  const app = await testApp();
  app.clock.set("2026-04-10T12:00:00Z");
  slowProvider(app, { seed, longestMilliseconds: 4 });
  return { app, admin: await anAdmin(app) };
}

beforeAll(async () => {
  [server, isolatedServer] = await Promise.all([startServer(7), startServer(8)]);
  return async () => {
    for (const { app } of [server, isolatedServer]) {
      await requireSoundLedger(app.database.kysely);
      await app.close();
    }
  };
});

/** The plans with which a pair is checked: those with which both can succeed; in the long run those of either. */
function kindsFor(one: Operation, other: Operation): readonly PlanKind[] {
  const isSending = sendsGoods(one.needs) || sendsGoods(other.needs);
  const plans = [one.plans, other.plans].filter((kinds) => kinds !== undefined);
  const [first = ["none"] as const, second = first] = plans;
  const either = [...new Set([...first, ...second])].filter(
    (kind) => !isSending || canSendWith(kind),
  );
  if (isLongRun) return either;
  if (plans.length < 2) return either.slice(0, 1);
  return either.filter((kind) => first.includes(kind) && second.includes(kind));
}

/** Whether both may touch the same rows: what only changes parcels is not paired with money, nor prices with plans. */
function arePaired(one: Operation, other: Operation): boolean {
  if (one.about === "prices" || other.about === "prices") {
    return sendsGoods(one.needs) && sendsGoods(other.needs);
  }
  const isOfParcels = one.about === "parcels" || other.about === "parcels";
  return !isOfParcels || (one.about !== undefined && other.about !== undefined);
}

const pairs: readonly Pair[] = operations
  .flatMap((one, place) =>
    operations
      .slice(place)
      .filter((other) => arePaired(one, other))
      .flatMap((other) => kindsFor(one, other).map((kind) => ({ one, other, kind }))),
  )
  .filter(({ one, other, kind }, place) => {
    const names = [one.name, other.name];
    const isNamed = patterns.every((pattern) =>
      [...names, kind].some((name) => pattern.test(name)),
    );
    const isAlways = one !== other && names.every((name) => alwaysChecked.includes(name));
    return isNamed && (place % stride === 0 || isAlways);
  });

const parallelPairs = pairs.filter((pair) => !isIsolated(pair));
// Pairs that move the provider's clock run last.
const isolatedPairs = pairs
  .filter(isIsolated)
  .toSorted((one, other) => Number(movesClock(one)) - Number(movesClock(other)));

function movesClock({ one, other }: Pair): boolean {
  return one.scope === "clock" || other.scope === "clock";
}

/** Runs `work` on all items, `width` at the same time, and returns its findings. */
async function collectFindings<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<object | null>,
): Promise<object[]> {
  const queue = items.values();
  const found: object[] = [];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of queue) {
        const finding = await work(item);
        if (finding !== null) found.push(finding);
      }
    }),
  );
  return found;
}

/** A finding when an operation fails alone or changes nothing; null otherwise. */
async function findIdleness(operation: Operation): Promise<object | null> {
  const [kind = "none"] = operation.plans ?? [];
  const pair = { one: operation, other: operation, kind };
  const fixture = await fixtureFor(isIsolated(pair) ? isolatedServer : server, pair);
  const before = await stateOf(fixture);
  const outcome = await outcomeOf(operation, fixture);
  await settlePair(pair, fixture);
  const isChanged = !isDeepStrictEqual(await stateOf(fixture), before);
  await undoPair(pair, fixture);
  return outcome === "ok" && isChanged ? null : { name: operation.name, outcome, isChanged };
}

/** Operations of the contract that are no GET and have no row, and rows without an operation. */
function findGaps(matrix: typeof rows): string[] {
  const named = Object.entries(matrix).flatMap(([area, verbs]) =>
    Object.keys(verbs).map((verb) => `${area}.${verb}`),
  );
  const writing = contractOperations
    .filter(
      ({ name, method }) => method !== "GET" && !otherAreas.includes(name.split(".")[0] ?? ""),
    )
    .map(({ name }) => name);
  return [
    ...writing.filter((name) => !named.includes(name)),
    ...named.filter((name) => !writing.includes(name)),
  ];
}

describe("The concurrency matrix", () => {
  test("has a row for every operation that may change plan or money, and no other rows", () => {
    expect(findGaps(rows)).toEqual([]);
    const { requestPayout: _missing, ...others } = rows["wallet"] ?? {};
    expect(findGaps({ ...rows, wallet: others })).toEqual(["wallet.requestPayout"]);
    const wallet = { ...rows["wallet"], burnMoney: { changesNeither: true as const } };
    expect(findGaps({ ...rows, wallet })).toEqual(["wallet.burnMoney"]);
  });

  test("has no duplicate names, and `sameAs` names an existing operation", () => {
    const same = Object.values(rows)
      .flatMap((area) => Object.values(area))
      .flatMap((row) => ("sameAs" in row ? [row.sameAs] : []));
    for (const name of same) {
      const [area = "", verb = ""] = name.split(".");
      expect(rows[area]?.[verb]).toHaveProperty("ways");
    }
    const names = operations.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test.runIf(isLongRun)(
    "holds only operations that succeed alone and change something",
    { timeout: 240_000 },
    async () => {
      const isScoped = ({ scope }: Operation) => scope !== undefined;
      const idle = [
        ...(await collectFindings(
          operations.filter((one) => !isScoped(one)),
          pairsAtOnce,
          findIdleness,
        )),
        ...(await collectFindings(operations.filter(isScoped), 1, findIdleness)),
      ];
      expect(idle).toEqual([
        // It returns the page that is open already.
        { name: "a deposit is resumed", outcome: "ok", isChanged: false },
        // Only what is quoted after it.
        { name: "a rate rises", outcome: "ok", isChanged: false },
      ]);
    },
  );

  test(
    `F19, L1–L7: ${parallelPairs.length} pairs run at once for one customer end as one after the other`,
    { timeout: 3_600_000 },
    async () => {
      const random = seededRandom(23);
      expect(
        await collectFindings(parallelPairs, pairsAtOnce, (pair) =>
          checkPair(server, pair, { times, random }),
        ),
      ).toEqual([]);
    },
  );

  test(
    `F19, L1–L7: so do ${isolatedPairs.length} pairs of which one affects every customer`,
    { timeout: 3_600_000 },
    async () => {
      const random = seededRandom(23);
      expect(
        await collectFindings(isolatedPairs, 1, (pair) =>
          checkPair(isolatedServer, pair, { times, random }),
        ),
      ).toEqual([]);
    },
  );
});
