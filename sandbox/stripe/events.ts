/** Events: recorded in order, and each queued for delivery to the webhook. */
import { queueEvent } from "#sandbox/stripe/deliveries/network-conditions.ts";
import { countPendingDeliveries } from "#sandbox/stripe/deliveries/delivery-queries.ts";
import { noSuchResource } from "./api-error.ts";
import { type Endpoint, listEndpoint } from "./endpoint.ts";
import { makeIdentifier } from "./identifiers.ts";
import { choice, listOf, optional, text } from "./parameters.ts";
import { type ApiEvent, type EventType, eventTypes } from "./event-types.ts";
import type { Resource } from "./resources.ts";
import { findObject, insertObject } from "./resource-queries.ts";
import { apiVersion, nowSeconds, type SandboxState } from "./sandbox-state.ts";

/**
 * Records an event with the current state of its object, and queues its delivery. Must run in the
 * transaction of the change itself. `previous` holds the former values of the fields that an update changed.
 */
export function recordEvent(
  sandbox: SandboxState,
  type: EventType,
  object: Resource,
  previous?: Record<string, unknown>,
) {
  const event: ApiEvent = {
    id: makeIdentifier("evt"),
    object: "event",
    api_version: apiVersion,
    created: nowSeconds(sandbox),
    data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: sandbox.request.id, idempotency_key: sandbox.request.idempotencyKey },
    type,
  };
  insertObject(sandbox.database, event);
  queueEvent(sandbox, event.id);
}

function withPendingCount(sandbox: SandboxState, event: ApiEvent): ApiEvent {
  return { ...event, pending_webhooks: countPendingDeliveries(sandbox.database, event.id) };
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
    answer(sandbox, { id }) {
      const event = findObject<ApiEvent>(sandbox.database, id, "event");
      if (event === undefined) throw noSuchResource("event", id);
      return withPendingCount(sandbox, event);
    },
  },
];
