/** Controls over webhooks: network conditions, pending deliveries, and resending an event, also as another account's. */
import { noSuchResource } from "#sandbox/stripe/api-error.ts";
import {
  updateNetworkConditions,
  readNetworkConditions,
  reorderPending,
} from "#sandbox/stripe/deliveries/network-conditions.ts";
import {
  countDeliveries,
  hastenDeliveries,
  listDeliveries,
  outcomes,
  queueDelivery,
} from "#sandbox/stripe/deliveries/delivery-queries.ts";
import { type Endpoint, endpoint } from "#sandbox/stripe/endpoint.ts";
import type { ApiEvent } from "#sandbox/stripe/event-types.ts";
import { choice, clearable, flag, optional, text, whole } from "#sandbox/stripe/parameters.ts";
import { findObject } from "#sandbox/stripe/resource-queries.ts";
import type { SandboxState } from "#sandbox/stripe/sandbox-state.ts";

const mostCopies = 50;
const longestDelaySeconds = 7 * 86_400;
const largestSeed = 2_147_483_647;

function describe({ database }: SandboxState) {
  return { ...readNetworkConditions(database), deliveries: countDeliveries(database) };
}

/** Network conditions (read, change), deliveries (list, release), and events (resend). */
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
    (sandbox, sent) => {
      updateNetworkConditions(sandbox.database, sent);
      return describe(sandbox);
    },
  ),
  endpoint(
    "GET",
    "/controls/deliveries",
    { state: optional(choice("pending", ...outcomes)), limit: optional(whole(1, 10_000)) },
    (sandbox, sent) => ({
      deliveries: listDeliveries(sandbox.database, sent.state ?? "pending", sent.limit ?? 100),
    }),
  ),
  endpoint(
    "POST",
    "/controls/deliveries/release",
    { shuffleSeed: optional(whole(0, largestSeed)) },
    (sandbox, { shuffleSeed }) => {
      if (shuffleSeed !== undefined) reorderPending(sandbox.database, shuffleSeed);
      updateNetworkConditions(sandbox.database, { isHeld: false });
      hastenDeliveries(sandbox.database, sandbox.wallNow().getTime());
      return describe(sandbox);
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
    (sandbox, sent, id) => {
      const event = findObject<ApiEvent>(sandbox.database, id, "event");
      if (event === undefined) throw noSuchResource("event", id);
      const { livemode, account } = sent;
      for (let time = 0; time < (sent.times ?? 1); time += 1) {
        queueDelivery(sandbox.database, {
          eventId: id,
          createdAtMilliseconds: sandbox.wallNow().getTime(),
          delayMilliseconds: (sent.delaySeconds ?? 0) * 1000,
          variation: {
            ...(livemode !== undefined && { livemode }),
            ...(account !== undefined && { account }),
          },
        });
      }
      return describe(sandbox);
    },
  ),
];
