/** Controls over webhooks: what the network does to them, what waits, and sending an event again or as another's. */
import { noSuchResource } from "#sandbox/stripe/api-error.ts";
import {
  changeDisturbance,
  readDisturbance,
  reorderPending,
} from "#sandbox/stripe/deliveries/disturbance.ts";
import {
  countDeliveries,
  hastenDeliveries,
  listDeliveries,
  outcomes,
  queueDelivery,
} from "#sandbox/stripe/deliveries/delivery-store.ts";
import { type Endpoint, endpoint } from "#sandbox/stripe/endpoint.ts";
import type { ApiEvent } from "#sandbox/stripe/event-types.ts";
import { choice, clearable, flag, optional, text, whole } from "#sandbox/stripe/parameters.ts";
import { findObject } from "#sandbox/stripe/resource-store.ts";
import type { World } from "#sandbox/stripe/world.ts";

const mostCopies = 50;
const longestDelaySeconds = 7 * 86_400;
const largestSeed = 2_147_483_647;

function describe({ database }: World) {
  return { ...readDisturbance(database), deliveries: countDeliveries(database) };
}

/** The disturbance (read, change), deliveries (list, release), and events (resend). */
export const webhookControls: Endpoint[] = [
  endpoint("GET", "/controls/webhooks", {}, describe),
  endpoint(
    "POST",
    "/controls/webhooks",
    {
      isHeld: optional(flag),
      copies: optional(whole(1, mostCopies)),
      delaySeconds: optional(whole(0, longestDelaySeconds)),
      shuffleSeed: clearable(whole(0, largestSeed)),
      dropPerMille: optional(whole(0, 1000)),
      dropSeed: optional(whole(0, largestSeed)),
    },
    (world, sent) => {
      changeDisturbance(world.database, sent);
      return describe(world);
    },
  ),
  endpoint(
    "GET",
    "/controls/deliveries",
    { state: optional(choice("pending", ...outcomes)), limit: optional(whole(1, 10_000)) },
    (world, sent) => ({
      deliveries: listDeliveries(world.database, sent.state ?? "pending", sent.limit ?? 100),
    }),
  ),
  endpoint(
    "POST",
    "/controls/deliveries/release",
    { shuffleSeed: optional(whole(0, largestSeed)) },
    (world, { shuffleSeed }) => {
      if (shuffleSeed !== undefined) reorderPending(world.database, shuffleSeed);
      changeDisturbance(world.database, { isHeld: false });
      hastenDeliveries(world.database, world.wallNow().getTime());
      return describe(world);
    },
  ),
  endpoint(
    "POST",
    "/controls/events/:id/resend",
    {
      times: optional(whole(1, mostCopies)),
      delaySeconds: optional(whole(0, longestDelaySeconds)),
      livemode: optional(flag),
      account: optional(text(255)),
    },
    (world, sent, id) => {
      const event = findObject<ApiEvent>(world.database, id, "event");
      if (event === undefined) throw noSuchResource("event", id);
      const { livemode, account } = sent;
      for (let time = 0; time < (sent.times ?? 1); time += 1) {
        queueDelivery(world.database, {
          eventId: id,
          createdAtMilliseconds: world.wallNow().getTime(),
          delayMilliseconds: (sent.delaySeconds ?? 0) * 1000,
          variation: {
            ...(livemode !== undefined && { livemode }),
            ...(account !== undefined && { account }),
          },
        });
      }
      return describe(world);
    },
  ),
];
