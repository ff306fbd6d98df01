/** Simulated network conditions of webhooks: held, delayed, repeated, reordered or lost. */
import { createHash } from "node:crypto";
import { type Database, findSetting, upsertSetting } from "#sandbox/stripe/resource-queries.ts";
import type { SandboxState } from "#sandbox/stripe/sandbox-state.ts";
import { finishDelivery, listDeliveries, queueDelivery, rankDelivery } from "./delivery-queries.ts";

/** Conditions for new events; `isHeld` holds all of them back. */
export interface NetworkConditions {
  isHeld: boolean;
  /** The number of times each event is sent. */
  copies: number;
  delaySeconds: number;
  /** Seed of a random order; `null` for the order of the events. */
  shuffleSeed: number | null;
  /** How many of a thousand deliveries are never sent. */
  dropPerMille: number;
  /** Seed of the choice of dropped ones. */
  dropSeed: number;
}

const reliableNetwork: NetworkConditions = {
  isHeld: false,
  copies: 1,
  delaySeconds: 0,
  shuffleSeed: null,
  dropPerMille: 0,
  dropSeed: 0,
};

const setting = "network conditions";
const mostReordered = 100_000;

/** Reads the conditions for new events. */
export function readNetworkConditions(database: Database): NetworkConditions {
  const stored = findSetting(database, setting);
  return stored === undefined
    ? reliableNetwork
    : { ...reliableNetwork, ...(JSON.parse(stored) as Partial<NetworkConditions>) };
}

/** Changes the conditions for new events. */
export function updateNetworkConditions(
  database: Database,
  changed: { [Name in keyof NetworkConditions]?: NetworkConditions[Name] | undefined },
): NetworkConditions {
  const sent = Object.entries(changed).filter(([, value]) => value !== undefined);
  const next: NetworkConditions = {
    ...readNetworkConditions(database),
    ...Object.fromEntries(sent),
  };
  upsertSetting(database, setting, JSON.stringify(next));
  return next;
}

/** A number from 0 to 2³² − 1 that depends on the seed and the delivery's number alone, so that a run can be repeated. */
function chance(purpose: string, seed: number, sequence: number): number {
  return createHash("sha256").update(`${purpose}:${seed}:${sequence}`).digest().readUInt32BE();
}

/** Queues an event under the current network conditions. */
export function queueEvent(sandbox: SandboxState, eventId: string) {
  const { database } = sandbox;
  const { copies, delaySeconds, shuffleSeed, dropPerMille, dropSeed } =
    readNetworkConditions(database);
  for (let copy = 0; copy < copies; copy += 1) {
    const sequence = queueDelivery(database, {
      eventId,
      createdAtMilliseconds: sandbox.wallNow().getTime(),
      delayMilliseconds: delaySeconds * 1000,
    });
    if (shuffleSeed !== null) {
      rankDelivery(database, sequence, chance("shuffle", shuffleSeed, sequence));
    }
    if (chance("drop", dropSeed, sequence) % 1000 < dropPerMille) {
      finishDelivery(database, sequence, "dropped");
    }
  }
}

/** Shuffles all pending deliveries by the seed. */
export function reorderPending(database: Database, seed: number) {
  for (const { sequence } of listDeliveries(database, "pending", mostReordered)) {
    rankDelivery(database, sequence, chance("shuffle", seed, sequence));
  }
}
