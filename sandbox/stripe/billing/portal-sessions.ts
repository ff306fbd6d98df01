/** Portal sessions: one customer's page for replacing the card. */
import { noSuchResource } from "#sandbox/stripe/api-error.ts";
import { requireCustomer } from "#sandbox/stripe/customers.ts";
import { type Endpoint, endpoint } from "#sandbox/stripe/endpoint.ts";
import { makeIdentifier } from "#sandbox/stripe/identifiers.ts";
import { choice, optional, record, text } from "#sandbox/stripe/parameters.ts";
import type { Resource } from "#sandbox/stripe/resources.ts";
import { findObject, insertObject } from "#sandbox/stripe/resource-queries.ts";
import { nowSeconds, type SandboxState } from "#sandbox/stripe/sandbox-state.ts";

export interface PortalSession extends Resource {
  object: "billing_portal.session";
  customer: string;
  return_url: string;
  created: number;
}

const lifeSeconds = 60 * 60;

/** Finds a session that has not expired. */
export function findPortalSession(sandbox: SandboxState, id: string): PortalSession | undefined {
  const session = findObject<PortalSession>(sandbox.database, id, "billing_portal.session");
  const isOver = session !== undefined && session.created + lifeSeconds < nowSeconds(sandbox);
  return isOver ? undefined : session;
}

const redirect = record({ return_url: text(2000) });

/** Create, for the flow that replaces the card; the real portal's other pages do not exist here. */
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
    (sandbox, sent) => {
      const customer = requireCustomer(sandbox, sent.customer, "customer");
      if (!URL.canParse(sent.return_url))
        throw noSuchResource("URL", sent.return_url, "return_url");
      const id = makeIdentifier("bps");
      const session: PortalSession = {
        id,
        object: "billing_portal.session",
        configuration: "bpc_sandbox",
        created: nowSeconds(sandbox),
        customer: customer.id,
        customer_account: null,
        flow: { type: sent.flow_data.type },
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: sent.return_url,
        url: `${sandbox.publicUrl}/billing/${id}`,
      };
      insertObject(sandbox.database, session);
      return session;
    },
  ),
];
