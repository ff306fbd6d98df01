/** Events: the record of what happened, in order, each queued for delivery to the webhook. */
import { queueDisturbed } from "#sandbox/stripe/deliveries/disturbance.ts";
import { countPendingDeliveries } from "#sandbox/stripe/deliveries/delivery-store.ts";
import { noSuchResource } from "./api-error.ts";
import { type Endpoint, listEndpoint } from "./endpoint.ts";
import { makeIdentifier } from "./identifiers.ts";
import { choice, listOf, optional, text } from "./parameters.ts";
import { type ApiEvent, type EventType, eventTypes } from "./event-types.ts";
import type { Resource } from "./resources.ts";
import { findObject, insertObject } from "./resource-store.ts";
import { apiVersion, nowSeconds, type World } from "./world.ts";

/**
 * Records that something happened to an object, with the object as it is now, and queues the delivery. Must run in the
 * transaction of the change itself. `previous` holds the former values of the fields that an update changed.
 */
export function recordEvent(
  world: World,
  type: EventType,
  object: Resource,
  previous?: Record<string, unknown>,
) {
  const event: ApiEvent = {
    id: makeIdentifier("evt"),
    object: "event",
    api_version: apiVersion,
    created: nowSeconds(world),
    data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: world.request.id, idempotency_key: world.request.idempotencyKey },
    type,
  };
  insertObject(world.database, event);
  queueDisturbed(world, event.id);
}

function withPendingCount(world: World, event: ApiEvent): ApiEvent {
  return { ...event, pending_webhooks: countPendingDeliveries(world.database, event.id) };
}

/** `GET /v1/events` (filters `type`, `types`) and `GET /v1/events/{id}`. */
export const eventEndpoints: Endpoint[] = [
  listEndpoint<ApiEvent>({
    path: "/v1/events",
    kind: "event",
    noun: "event",
    filters: {
      type: { reader: optional(choice(...eventTypes)), field: "type" },
      types: { reader: optional(listOf(text(100), 20)), field: "type" },
    },
    present: withPendingCount,
  }),
  {
    method: "GET",
    path: "/v1/events/:id",
    shape: {},
    answer(world, { id }) {
      const event = findObject<ApiEvent>(world.database, id, "event");
      if (event === undefined) throw noSuchResource("event", id);
      return withPendingCount(world, event);
    },
  },
];
