/** Checkout sessions after their creation: reading and expiring them. */
import { ApiError, noSuchResource } from "./api-error.ts";
import { change } from "./changes.ts";
import { createSessionEndpoint } from "./checkout-creation.ts";
import {
  type Endpoint,
  endpoint,
  listEndpoint,
  pageOf,
  pageShape,
  retrieveEndpoint,
} from "./endpoint.ts";
import { recordEvent } from "./events.ts";
import { choice, optional, record, text } from "./parameters.ts";
import type { CheckoutPlan, CheckoutSession } from "./resources.ts";
import { findInternal, findObject } from "./resource-queries.ts";
import type { SandboxState } from "./sandbox-state.ts";

/** Finds a session; throws when there is none. */
export function requireSession(sandbox: SandboxState, id: string): CheckoutSession {
  const session = findObject<CheckoutSession>(sandbox.database, id, "checkout.session");
  if (session === undefined) throw noSuchResource("checkout.session", id);
  return session;
}

/** Data that is not part of the API's object. */
export function planOfSession(sandbox: SandboxState, id: string): CheckoutPlan {
  const plan = findInternal<CheckoutPlan>(sandbox.database, id);
  if (plan === undefined) throw new Error(`Checkout session ${id} has lost its plan.`);
  return plan;
}

/** Ends an open session unpaid. */
export function expireSession(sandbox: SandboxState, session: CheckoutSession): CheckoutSession {
  const { object } = change(sandbox, session, { status: "expired", url: null }, { dueAt: null });
  recordEvent(sandbox, "checkout.session.expired", object);
  return object;
}

const emailFilter = record({ email: text(512) });

/** Create, retrieve, list (by customer, payment intent, subscription, status, payer), line items, expire. */
export const checkoutSessionEndpoints: Endpoint[] = [
  createSessionEndpoint,
  endpoint("POST", "/v1/checkout/sessions/:id/expire", {}, (sandbox, _parameters, id) => {
    const session = requireSession(sandbox, id);
    if (session.status !== "open") {
      throw new ApiError(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    }
    return expireSession(sandbox, session);
  }),
  endpoint("GET", "/v1/checkout/sessions/:id/line_items", pageShape, (sandbox, page, id) => {
    const session = requireSession(sandbox, id);
    return pageOf(
      planOfSession(sandbox, session.id).lineItems,
      page,
      `/v1/checkout/sessions/${id}/line_items`,
    );
  }),
  retrieveEndpoint<CheckoutSession>({
    path: "/v1/checkout/sessions",
    kind: "checkout.session",
    noun: "checkout.session",
  }),
  listEndpoint<CheckoutSession>({
    path: "/v1/checkout/sessions",
    kind: "checkout.session",
    noun: "checkout.session",
    filters: {
      customer: { reader: optional(text(255)), field: "customer" },
      customer_details: {
        reader: (value, name) => (value === undefined ? undefined : emailFilter(value, name).email),
        field: "customer_details.email",
      },
      payment_intent: { reader: optional(text(255)), field: "payment_intent" },
      status: { reader: optional(choice("open", "complete", "expired")), field: "status" },
      subscription: { reader: optional(text(255)), field: "subscription" },
    },
  }),
];
