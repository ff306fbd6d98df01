// What goes wrong between the provider and its client.
import { setTimeout } from "node:timers/promises";
import * as z from "zod";
import { readSetting, saveSetting, type SandboxState } from "./sandbox-state.ts";

export const apiFaults = ["none", "rate_limited", "server_error", "slow", "malformed"] as const;

const faults = z.strictObject({
  /** How requests are answered. */
  api: z.enum(apiFaults),
  /** How many requests are answered so; null: all. */
  apiTimes: z.number().int().min(1).nullable(),
  /** In answers 429. */
  retryAfterSeconds: z.number().int().min(0).nullable(),
  slowMilliseconds: z.number().int().min(0).max(120_000),
  pushCopies: z.number().int().min(1).max(5),
  dropsPerMille: z.number().int().min(0).max(1000),
  areReordered: z.boolean(),
  /** Pushes wait until this is false again. */
  areHeld: z.boolean(),
  hasWrongSignature: z.boolean(),
});

export type Faults = z.output<typeof faults>;

const noFaults: Faults = {
  api: "none",
  apiTimes: null,
  retryAfterSeconds: 1,
  slowMilliseconds: 15_000,
  pushCopies: 1,
  dropsPerMille: 0,
  areReordered: false,
  areHeld: false,
  hasWrongSignature: false,
};

/** A change of some of them. */
export const faultsChange = faults.partial();

const faultsSetting = "faults";

export function readFaults({ database }: SandboxState): Faults {
  return faults.catch(noFaults).parse(readSetting(database, faultsSetting));
}

/** What is not named stays. */
export function changeFaults(state: SandboxState, change: z.output<typeof faultsChange>): Faults {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  const next = { ...readFaults(state), ...Object.fromEntries(named) };
  saveSetting(state.database, faultsSetting, next);
  return next;
}

/** The answer in place of the real one, or null; a slow one is waited for. */
export async function faultyAnswer(state: SandboxState): Promise<Response | null> {
  const current = readFaults(state);
  const { api, apiTimes } = current;
  if (api === "none") return null;
  if (apiTimes !== null) {
    const isLast = apiTimes === 1;
    changeFaults(state, { api: isLast ? "none" : api, apiTimes: isLast ? null : apiTimes - 1 });
  }
  if (api === "rate_limited") {
    const headers = new Headers();
    const { retryAfterSeconds } = current;
    if (retryAfterSeconds !== null) headers.set("retry-after", String(retryAfterSeconds));
    return new Response("Too Many Requests", { status: 429, headers });
  }
  if (api === "server_error") return new Response("Internal Server Error", { status: 500 });
  if (api === "malformed") return new Response('{"code":0,"data":{"accepted":[');
  await setTimeout(current.slowMilliseconds);
  return null;
}
