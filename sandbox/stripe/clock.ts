/** What happens by itself when its time comes: sessions that nobody paid expire, cancelled subscriptions end. */
import { expireSession } from "./checkout-sessions.ts";
import type { CheckoutSession, Subscription } from "./resources.ts";
import { atomically, forgetResponses, listDue, updateObject } from "./store.ts";
import { endSubscription } from "./subscriptions.ts";
import { nowSeconds, type World } from "./world.ts";

const keptResponseSeconds = 3 * 24 * 60 * 60;

/** Does everything that is due. Cheap when nothing is, so that every request can begin with it. */
export function settleDue(world: World) {
  if (listDue(world.database, nowSeconds(world)).length === 0) return;
  atomically(world.database, () => {
    for (const due of listDue(world.database, nowSeconds(world))) {
      if (due.object === "checkout.session") expireSession(world, due as CheckoutSession);
      else if (due.object === "subscription") endSubscription(world, due as Subscription);
      else updateObject(world.database, due, { dueAt: null });
    }
  });
}

/** Forgets responses that no client will ask to be repeated any more. */
export function forgetOldResponses(world: World) {
  forgetResponses(world.database, nowSeconds(world) - keptResponseSeconds);
}
