/** The account's clock, and the work that is due by it: expiry, renewals, retries, delayed bank decisions. */
import { settleDelayedCheckout } from "./checkout-payment.ts";
import { expireSession } from "./checkout-sessions.ts";
import { openDispute } from "./disputes.ts";
import { retryInvoice } from "./invoice-collection.ts";
import { renewSubscription } from "./renewals.ts";
import type { Charge, CheckoutSession, Invoice, Subscription } from "./resources.ts";
import {
  atomically,
  type Database,
  findFirstDue,
  deleteResponsesBefore,
  findSetting,
  type StoredObject,
  updateObject,
  upsertSetting,
} from "./resource-queries.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

const responseLifetimeSeconds = 3 * 24 * 60 * 60;
const offsetSetting = "clock offset";

/** How many seconds the account's clock is ahead of real time. */
export function clockOffsetSeconds(database: Database): number {
  return Number(findSetting(database, offsetSetting) ?? 0);
}

/** The account's time at a real time. */
export function accountNow(database: Database, wallNow: Date): Date {
  return new Date(wallNow.getTime() + clockOffsetSeconds(database) * 1000);
}

/** Advances the account's clock permanently, and runs everything that is due by then, each at its own time. */
export function advanceClock(sandbox: SandboxState, seconds: number) {
  const offset = clockOffsetSeconds(sandbox.database) + seconds;
  upsertSetting(sandbox.database, offsetSetting, String(offset));
  settleDue(sandbox);
}

function settle(sandbox: SandboxState, due: StoredObject) {
  switch (due.object) {
    case "checkout.session": {
      const session = due as CheckoutSession;
      if (session.status === "open") expireSession(sandbox, session);
      else settleDelayedCheckout(sandbox, session);
      break;
    }
    case "subscription":
      renewSubscription(sandbox, due as Subscription);
      break;
    case "invoice":
      retryInvoice(sandbox, due as Invoice);
      break;
    case "charge":
      openDispute(sandbox, due as Charge, { reason: "fraudulent", isInquiry: false });
      break;
    default:
      updateObject(sandbox.database, due, { dueAt: null });
  }
}

/**
 * Runs everything that is due, in order of time and each with its own time as the present. Cheap when nothing is due, so
 * that every request can start with it. Runs in a transaction of its own unless it is called in one.
 */
export function settleDue(sandbox: SandboxState) {
  const { database } = sandbox;
  if (findFirstDue(database, nowSeconds(sandbox)) === undefined) return;
  const settleAll = () => {
    for (;;) {
      const due = findFirstDue(database, nowSeconds(sandbox));
      if (due === undefined) return;
      settle({ ...sandbox, now: () => new Date(due.dueAt * 1000) }, due.object);
    }
  };
  if (database.isTransaction) settleAll();
  else atomically(database, settleAll);
}

/** Deletes stored responses whose idempotency keys have expired. */
export function deleteExpiredResponses(sandbox: SandboxState) {
  const wallSeconds = Math.floor(sandbox.wallNow().getTime() / 1000);
  deleteResponsesBefore(sandbox.database, wallSeconds - responseLifetimeSeconds);
}
