/** The context of every operation of the sandbox: database, clock, URLs, and the current request. */
import type { Database } from "./resource-queries.ts";

export interface SandboxState {
  database: Database;
  /** The account's time: real time plus what it was advanced by. Billing uses it. */
  now: () => Date;
  /** Real time, which deliveries and idempotency keys use. */
  wallNow: () => Date;
  /** Absolute base of the hosted pages, without a slash at the end. */
  publicUrl: string;
  merchantName: string;
  accountId: string;
  /** The current API request; `null` for the hosted page and due work. */
  request: { id: string | null; idempotencyKey: string | null };
}

/** The API version of the sandbox's objects. */
export const apiVersion = "2026-10-28.endive";

/** The account's time in Unix seconds. */
export function nowSeconds(sandbox: SandboxState): number {
  return Math.floor(sandbox.now().getTime() / 1000);
}
