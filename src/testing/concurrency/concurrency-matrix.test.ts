// Tries every pair of operations on one customer's plan or money at once: it ends as in one of their two orders.
import { isDeepStrictEqual } from "node:util";
import { isContractProcedure } from "@orpc/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { requireSoundLedger } from "#testing/ledger-faults.ts";
import { anAdmin } from "#testing/users.ts";
import { seededRandom, slowProvider } from "#testing/slow-provider.ts";
import { testApp } from "#testing/test-app.ts";
import { isAlone, judge, outcomeOf, sceneFor, type Cell } from "./judge.ts";
import { operationsOfContract, otherAreas, rows, type Operation } from "./operations.ts";
import { operationsOfProvider } from "./provider-operations.ts";
import type { PlanKind, Stage } from "./scene.ts";
import { stateOf } from "./state.ts";

const isLong = process.env["SAMPAN_LONG_TESTS"] === "1";
// The gate tries one pair in a few, once; all of them, several times and with every plan, take many minutes.
const stride = isLong ? 1 : 7;
const times = isLong ? 5 : 1;
const pairsAtOnce = 8;

const operations = [...operationsOfContract, ...operationsOfProvider];

let stage: Stage;
/** A server for what concerns every customer of it. */
let otherStage: Stage;

async function aStage(seed: number): Promise<Stage> {
  const app = await testApp();
  app.clock.set("2026-04-10T12:00:00Z");
  slowProvider(app, { seed, longestMilliseconds: 4 });
  return { app, admin: await anAdmin(app) };
}

beforeAll(async () => {
  [stage, otherStage] = await Promise.all([aStage(7), aStage(8)]);
  return async () => {
    for (const { app } of [stage, otherStage]) {
      await requireSoundLedger(app.database.kysely);
      await app.close();
    }
  };
});

/** With which plans a pair is tried: those with which both can succeed; in the long run those of either. */
function kindsFor(one: Operation, other: Operation): readonly PlanKind[] {
  if (one.plans === undefined || other.plans === undefined) {
    const kinds = one.plans ?? other.plans ?? ["none"];
    return isLong ? kinds : kinds.slice(0, 1);
  }
  const { plans } = other;
  if (isLong) return [...new Set([...one.plans, ...plans])];
  return one.plans.filter((kind) => plans.includes(kind));
}

const cells: readonly Cell[] = operations
  .flatMap((one, place) =>
    operations
      .slice(place)
      .flatMap((other) => kindsFor(one, other).map((kind) => ({ one, other, kind }))),
  )
  .filter((_cell, place) => place % stride === 0);

const cellsBeside = cells.filter((cell) => !isAlone(cell));
// What moves the provider's clock comes last.
const cellsAlone = cells
  .filter(isAlone)
  .toSorted((one, other) => Number(movesClock(one)) - Number(movesClock(other)));

function movesClock({ one, other }: Cell): boolean {
  return one.scope === "clock" || other.scope === "clock";
}

/** Does `work` on all of them, `width` at the same time, each on a customer of its own; what it finds. */
async function findIn<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<object | null>,
): Promise<object[]> {
  const waiting = items.values();
  const found: object[] = [];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of waiting) {
        const finding = await work(item);
        if (finding !== null) found.push(finding);
      }
    }),
  );
  return found;
}

/** Says how an operation fails alone, or that it changes nothing; null when it is as it should be. */
async function idlenessOf(operation: Operation): Promise<object | null> {
  const [kind = "none"] = operation.plans ?? [];
  const cell = { one: operation, other: operation, kind };
  const scene = await sceneFor(isAlone(cell) ? otherStage : stage, cell);
  const before = await stateOf(scene);
  const outcome = await outcomeOf(operation, scene);
  const isChanged = !isDeepStrictEqual(await stateOf(scene), before);
  return outcome === "ok" && isChanged ? null : { name: operation.name, outcome, isChanged };
}

/** Operations of the contract without a row that are no GET, and rows without an operation. */
function holesIn(matrix: typeof rows): string[] {
  const named = Object.entries(matrix).flatMap(([area, verbs]) =>
    Object.keys(verbs).map((verb) => `${area}.${verb}`),
  );
  const writing = Object.entries(api)
    .filter(([area]) => !otherAreas.includes(area))
    .flatMap(([area, procedures]) =>
      Object.entries(procedures).flatMap(([verb, procedure]: [string, unknown]) => {
        if (!isContractProcedure(procedure)) throw new Error(`${area}.${verb} is no operation.`);
        return procedure["~orpc"].route.method === "GET" ? [] : [`${area}.${verb}`];
      }),
    );
  return [
    ...writing.filter((name) => !named.includes(name)),
    ...named.filter((name) => !writing.includes(name)),
  ];
}

describe("The concurrency matrix", () => {
  test("has a row for every operation that may change plan or money, and for nothing else", () => {
    expect(holesIn(rows)).toEqual([]);
    const { requestPayout: _missing, ...others } = rows["wallet"] ?? {};
    expect(holesIn({ ...rows, wallet: others })).toEqual(["wallet.requestPayout"]);
    const wallet = { ...rows["wallet"], burnMoney: { changesNeither: true as const } };
    expect(holesIn({ ...rows, wallet })).toEqual(["wallet.burnMoney"]);
  });

  test("names operations that exist as the same as others, and nothing twice", () => {
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

  test(
    "tries operations that each succeed alone, and change something",
    { timeout: 240_000 },
    async () => {
      const isScoped = ({ scope }: Operation) => scope !== undefined;
      const idle = [
        ...(await findIn(
          operations.filter((one) => !isScoped(one)),
          pairsAtOnce,
          idlenessOf,
        )),
        ...(await findIn(operations.filter(isScoped), 1, idlenessOf)),
      ];
      // It leads back to a page that is open already.
      expect(idle).toEqual([
        { name: "a deposit is gone on with", outcome: "ok", isChanged: false },
      ]);
    },
  );

  test(
    `F19, L1–L7: ${cellsBeside.length} pairs on one customer at once end as one after the other`,
    { timeout: 3_600_000 },
    async () => {
      const random = seededRandom(23);
      expect(
        await findIn(cellsBeside, pairsAtOnce, (cell) => judge(stage, cell, { times, random })),
      ).toEqual([]);
    },
  );

  test(
    `F19, L1–L7: so do ${cellsAlone.length} pairs of which one concerns every customer`,
    { timeout: 3_600_000 },
    async () => {
      const random = seededRandom(23);
      expect(
        await findIn(cellsAlone, 1, (cell) => judge(otherStage, cell, { times, random })),
      ).toEqual([]);
    },
  );
});
