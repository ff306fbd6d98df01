// Runs a pair of operations at once and one after the other, each time for a new customer, and compares the results.
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { ledgerFaults } from "#test/ledger-faults.ts";
import { controlSandbox } from "#test/payment-sandbox.ts";
import type { Operation } from "./operation.ts";
import { createFixture, type PlanKind, type Fixture, type TestServer } from "./fixture.ts";
import { stateOf, type State } from "./state.ts";

/** Two operations, and the plan of the customers for whom they run. */
export type Pair = { readonly one: Operation; readonly other: Operation; readonly kind: PlanKind };

type Run = {
  readonly outcomes: readonly string[];
  readonly faults: readonly string[];
  readonly state: State;
};

/** A new customer with what both operations need. */
export async function fixtureFor(server: TestServer, { one, other, kind }: Pair): Promise<Fixture> {
  const needs = new Set([...(one.needs ?? []), ...(other.needs ?? [])]);
  const fixture = await createFixture(server, { kind, needs });
  for (const operation of new Set([one, other])) await operation.prepare?.(fixture);
  return fixture;
}

/** Runs the jobs that follow both. */
export async function settlePair({ one, other }: Pair, fixture: Fixture): Promise<void> {
  for (const operation of new Set([one, other])) await operation.settle?.(fixture);
}

/** Lets nothing of a pair remain that concerns other customers. */
export async function undoPair({ one, other }: Pair, fixture: Fixture): Promise<void> {
  for (const operation of new Set([one, other])) await operation.undo?.(fixture);
}

/** Runs it and returns "ok", the code of an API error, or a fault for any other error. */
export async function outcomeOf(operation: Operation, fixture: Fixture): Promise<string> {
  try {
    await operation.run(fixture);
    return "ok";
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    // A limit would hide what both operations do.
    const isFault = code === "unexpected" || code === "too_many_requests";
    const isApiError = !isFault && /^[a-z_]+$/.test(code);
    return isApiError ? code : `FAULT ${code} ${String(error)}`;
  }
}

async function runOnFixture(
  server: TestServer,
  pair: Pair,
  run: (fixture: Fixture) => Promise<readonly string[]>,
): Promise<Run> {
  const fixture = await fixtureFor(server, pair);
  const outcomes = await run(fixture);
  await settlePair(pair, fixture);
  const { app, customer, subscriptionId } = fixture;
  const state = await stateOf(fixture);
  const faults = [
    ...outcomes.filter((outcome) => outcome.startsWith("FAULT")),
    ...(await ledgerFaults(app.database.kysely, [customer.userId])),
  ];
  await undoPair(pair, fixture);
  if (isIsolated(pair) && subscriptionId !== "") {
    // Ended, so that later pairs that advance the provider's clock do not renew it.
    const ending = { status: "canceled" };
    await controlSandbox(app, `subscriptions/${subscriptionId}/status`, ending).catch(() => null);
  }
  return { outcomes, faults, state };
}

/** Whether no other pair may run at the same time. */
export function isIsolated({ one, other }: Pair): boolean {
  return one.scope !== undefined || other.scope !== undefined;
}

async function runInOrder(
  server: TestServer,
  pair: Pair,
  order: readonly Operation[],
): Promise<Run> {
  return await runOnFixture(server, pair, async (fixture) => {
    const outcomes: string[] = [];
    for (const operation of order) outcomes.push(await outcomeOf(operation, fixture));
    return outcomes;
  });
}

async function runAtOnce(server: TestServer, pair: Pair, random: () => number): Promise<Run> {
  return await runOnFixture(server, pair, (fixture) =>
    Promise.all(
      [pair.one, pair.other].map(async (operation) => {
        // Random, so that either operation may start first.
        await pause(random() * 8);
        return await outcomeOf(operation, fixture);
      }),
    ),
  );
}

/** What is wrong with a pair; null when nothing is. The reverse order runs only where the first does not explain the result. */
export async function checkPair(
  server: TestServer,
  pair: Pair,
  { times, random }: { readonly times: number; readonly random: () => number },
): Promise<object | null> {
  const { one, other, kind } = pair;
  const runs: Run[] = [];
  for (let count = 0; count < times; count += 1) runs.push(await runAtOnce(server, pair, random));
  const orders = [await runInOrder(server, pair, [one, other])];
  const unexplained = () =>
    runs.filter(({ state }) => !orders.some((order) => isDeepStrictEqual(order.state, state)));
  if (unexplained().length > 0 && one !== other) {
    orders.push(await runInOrder(server, pair, [other, one]));
  }
  const faults = [...runs, ...orders].flatMap((run) => run.faults);
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
    const differs = inOrder.some((value) => !isDeepStrictEqual(value, atOnce));
    return differs ? [{ about, atOnce, inOrder }] : [];
  });
}
