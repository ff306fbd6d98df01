/** The account's clock, and what happens by itself when its time comes: ends, renewals, retries, decisions of banks. */
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
  forgetResponses,
  readSetting,
  type StoredObject,
  updateObject,
  writeSetting,
} from "./resource-store.ts";
import { nowSeconds, type World } from "./world.ts";

const keptResponseSeconds = 3 * 24 * 60 * 60;
const offsetSetting = "clock offset";

/** By how many seconds the account's clock is ahead of the one on the wall. */
export function clockOffsetSeconds(database: Database): number {
  return Number(readSetting(database, offsetSetting) ?? 0);
}

/** The account's present at a time on the wall. */
export function accountNow(database: Database, wallNow: Date): Date {
  return new Date(wallNow.getTime() + clockOffsetSeconds(database) * 1000);
}

/** Puts the account's clock forward for good, and does everything that is due by then, each at its own time. */
export function advanceClock(world: World, seconds: number) {
  const offset = clockOffsetSeconds(world.database) + seconds;
  writeSetting(world.database, offsetSetting, String(offset));
  settleDue(world);
}

function settle(world: World, due: StoredObject) {
  switch (due.object) {
    case "checkout.session": {
      const session = due as CheckoutSession;
      if (session.status === "open") expireSession(world, session);
      else settleDelayedCheckout(world, session);
      break;
    }
    case "subscription":
      renewSubscription(world, due as Subscription);
      break;
    case "invoice":
      retryInvoice(world, due as Invoice);
      break;
    case "charge":
      openDispute(world, due as Charge, { reason: "fraudulent", isInquiry: false });
      break;
    default:
      updateObject(world.database, due, { dueAt: null });
  }
}

/**
 * Does everything that is due, in the order of time and as if each were done at its time. Cheap when nothing is, so
 * that every request can begin with it. Runs in a transaction of its own unless it is called in one.
 */
export function settleDue(world: World) {
  const { database } = world;
  if (findFirstDue(database, nowSeconds(world)) === undefined) return;
  const settleAll = () => {
    for (;;) {
      const due = findFirstDue(database, nowSeconds(world));
      if (due === undefined) return;
      settle({ ...world, now: () => new Date(due.dueAt * 1000) }, due.object);
    }
  };
  if (database.isTransaction) settleAll();
  else atomically(database, settleAll);
}

/** Forgets responses that no client will ask to be repeated any more. */
export function forgetOldResponses(world: World) {
  const wallSeconds = Math.floor(world.wallNow().getTime() / 1000);
  forgetResponses(world.database, wallSeconds - keptResponseSeconds);
}
