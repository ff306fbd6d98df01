/** Portal sessions: a page of its own for one customer, on which another card is given. */
import { noSuchResource } from "#sandbox/stripe/api-error.ts";
import { requireCustomer } from "#sandbox/stripe/customers.ts";
import { type Endpoint, endpoint } from "#sandbox/stripe/endpoint.ts";
import { makeIdentifier } from "#sandbox/stripe/identifiers.ts";
import { choice, optional, record, text } from "#sandbox/stripe/parameters.ts";
import type { Resource } from "#sandbox/stripe/resources.ts";
import { findObject, insertObject } from "#sandbox/stripe/resource-store.ts";
import { nowSeconds, type World } from "#sandbox/stripe/world.ts";

export interface PortalSession extends Resource {
  object: "billing_portal.session";
  customer: string;
  return_url: string;
  created: number;
}

const lifeSeconds = 60 * 60;

/** Finds a session that still leads to its page. */
export function findPortalSession(world: World, id: string): PortalSession | undefined {
  const session = findObject<PortalSession>(world.database, id, "billing_portal.session");
  const isOver = session !== undefined && session.created + lifeSeconds < nowSeconds(world);
  return isOver ? undefined : session;
}

const redirect = record({ return_url: text(2000) });

/** Create, for the flow that replaces the card; the real portal's other pages are not there. */
export const portalSessionEndpoints: Endpoint[] = [
  endpoint(
    "POST",
    "/v1/billing_portal/sessions",
    {
      customer: text(255),
      return_url: text(2000),
      flow_data: record({
        type: choice("payment_method_update"),
        after_completion: optional(record({ type: choice("redirect"), redirect })),
      }),
    },
    (world, sent) => {
      const customer = requireCustomer(world, sent.customer, "customer");
      if (!URL.canParse(sent.return_url))
        throw noSuchResource("URL", sent.return_url, "return_url");
      const id = makeIdentifier("bps");
      const session: PortalSession = {
        id,
        object: "billing_portal.session",
        configuration: "bpc_sandbox",
        created: nowSeconds(world),
        customer: customer.id,
        customer_account: null,
        flow: { type: sent.flow_data.type },
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: sent.return_url,
        url: `${world.publicUrl}/billing/${id}`,
      };
      insertObject(world.database, session);
      return session;
    },
  ),
];
