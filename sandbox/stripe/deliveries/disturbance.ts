/** What a bad network does to webhooks: holds them, sends them late, twice, in another order, or loses them. */
import { createHash } from "node:crypto";
import { type Database, readSetting, writeSetting } from "#sandbox/stripe/resource-store.ts";
import type { World } from "#sandbox/stripe/world.ts";
import { finishDelivery, listDeliveries, queueDelivery, rankDelivery } from "./delivery-store.ts";

/** How events are treated that happen from now on; `isHeld` holds back all of them. */
export interface Disturbance {
  isHeld: boolean;
  /** How often each event is sent. */
  copies: number;
  delaySeconds: number;
  /** Sends in an order that this number decides; `null` for the order in which things happened. */
  shuffleSeed: number | null;
  /** Of a thousand deliveries, how many are never sent. */
  dropPerMille: number;
  /** Decides which ones are dropped. */
  dropSeed: number;
}

const undisturbed: Disturbance = {
  isHeld: false,
  copies: 1,
  delaySeconds: 0,
  shuffleSeed: null,
  dropPerMille: 0,
  dropSeed: 0,
};

const setting = "disturbance";
const mostReordered = 100_000;

/** Reads how events are treated. */
export function readDisturbance(database: Database): Disturbance {
  const kept = readSetting(database, setting);
  return kept === undefined
    ? undisturbed
    : { ...undisturbed, ...(JSON.parse(kept) as Partial<Disturbance>) };
}

/** Changes how events are treated that happen from now on. */
export function changeDisturbance(
  database: Database,
  changed: { [Name in keyof Disturbance]?: Disturbance[Name] | undefined },
): Disturbance {
  const sent = Object.entries(changed).filter(([, value]) => value !== undefined);
  const next: Disturbance = { ...readDisturbance(database), ...Object.fromEntries(sent) };
  writeSetting(database, setting, JSON.stringify(next));
  return next;
}

/** A number from 0 to 2³² − 1 that depends on the seed and the delivery's number alone, so that a run can be repeated. */
function chance(purpose: string, seed: number, sequence: number): number {
  return createHash("sha256").update(`${purpose}:${seed}:${sequence}`).digest().readUInt32BE();
}

/** Queues an event as the disturbance has it. */
export function queueDisturbed(world: World, eventId: string) {
  const { database } = world;
  const { copies, delaySeconds, shuffleSeed, dropPerMille, dropSeed } = readDisturbance(database);
  for (let copy = 0; copy < copies; copy += 1) {
    const sequence = queueDelivery(database, {
      eventId,
      createdAtMilliseconds: world.wallNow().getTime(),
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

/** Puts everything that waits into an order that the seed decides. */
export function reorderPending(database: Database, seed: number) {
  for (const { sequence } of listDeliveries(database, "pending", mostReordered)) {
    rankDelivery(database, sequence, chance("shuffle", seed, sequence));
  }
}
