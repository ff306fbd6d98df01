// Runs a pair of operations at once and one after the other, each time on a fresh customer, and compares the ends.
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { ledgerFaults } from "#testing/ledger-faults.ts";
import { controlSandbox } from "#testing/payment-sandbox.ts";
import type { Operation } from "./operations.ts";
import { makeScene, type PlanKind, type Scene, type Stage } from "./scene.ts";
import { stateOf, type State } from "./state.ts";

/** Two operations, and the plan of the customers on whom they are tried. */
export type Cell = { readonly one: Operation; readonly other: Operation; readonly kind: PlanKind };

type Run = {
  readonly outcomes: readonly string[];
  readonly faults: readonly string[];
  readonly state: State;
};

/** A fresh customer with what both operations need. */
export async function sceneFor(stage: Stage, { one, other, kind }: Cell): Promise<Scene> {
  const needs = new Set([...(one.needs ?? []), ...(other.needs ?? [])]);
  return await makeScene(stage, { kind, needs });
}

/** Does it; a refusal by name is an answer like another, and all else a fault. */
export async function outcomeOf(operation: Operation, scene: Scene): Promise<string> {
  try {
    await operation.act(scene);
    return "ok";
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    const isApiError = code !== "unexpected" && /^[a-z_]+$/.test(code);
    return isApiError ? code : `FAULT ${code} ${String(error)}`;
  }
}

async function run(
  stage: Stage,
  cell: Cell,
  act: (scene: Scene) => Promise<readonly string[]>,
): Promise<Run> {
  const scene = await sceneFor(stage, cell);
  const outcomes = await act(scene);
  const { app, customer, subscriptionId } = scene;
  const state = await stateOf(scene);
  const faults = [
    ...outcomes.filter((outcome) => outcome.startsWith("FAULT")),
    ...(await ledgerFaults(app.database.kysely, [customer.userId])),
  ];
  if (isAlone(cell) && subscriptionId !== "") {
    // Else it would be renewed with everybody's who comes later.
    const ending = { status: "canceled" };
    await controlSandbox(app, `subscriptions/${subscriptionId}/status`, ending).catch(() => null);
  }
  return { outcomes, faults, state };
}

/** Whether nobody else's operations may run beside the pair's. */
export function isAlone({ one, other }: Cell): boolean {
  return one.scope !== undefined || other.scope !== undefined;
}

async function runInOrder(stage: Stage, cell: Cell, order: readonly Operation[]): Promise<Run> {
  return await run(stage, cell, async (scene) => {
    const outcomes: string[] = [];
    for (const operation of order) outcomes.push(await outcomeOf(operation, scene));
    return outcomes;
  });
}

async function runAtOnce(stage: Stage, cell: Cell, random: () => number): Promise<Run> {
  return await run(stage, cell, (scene) =>
    Promise.all(
      [cell.one, cell.other].map(async (operation) => {
        // So that now this one, now that one is a little ahead.
        await pause(random() * 8);
        return await outcomeOf(operation, scene);
      }),
    ),
  );
}

/** What is wrong with a pair; null when nothing is. The other order is run where the one does not explain the end. */
export async function judge(
  stage: Stage,
  cell: Cell,
  { times, random }: { readonly times: number; readonly random: () => number },
): Promise<object | null> {
  const { one, other, kind } = cell;
  const runs: Run[] = [];
  for (let count = 0; count < times; count += 1) runs.push(await runAtOnce(stage, cell, random));
  const orders = [await runInOrder(stage, cell, [one, other])];
  const unexplained = () =>
    runs.filter(({ state }) => !orders.some((order) => isDeepStrictEqual(order.state, state)));
  if (unexplained().length > 0 && one !== other) {
    orders.push(await runInOrder(stage, cell, [other, one]));
  }
  const faults = [...runs, ...orders].flatMap((each) => each.faults);
  const [wrong] = unexplained();
  if (wrong === undefined && faults.length === 0) return null;
  return {
    pair: [one.name, other.name],
    kind,
    faults,
    outcomes: { atOnce: wrong?.outcomes, inOrder: orders.map(({ outcomes }) => outcomes) },
    differences: wrong === undefined ? [] : differencesOf(wrong, orders),
  };
}

function differencesOf({ state }: Run, orders: readonly Run[]): object[] {
  return Object.entries(state).flatMap(([about, atOnce]) => {
    const inOrder = orders.map((order) => order.state[about] ?? null);
    const differs = inOrder.some((each) => !isDeepStrictEqual(each, atOnce));
    return differs ? [{ about, atOnce, inOrder }] : [];
  });
}
