import type { AccountPart } from "#platform/server/account-part.ts";
import { findCustomerId } from "./customer-queries.ts";

/** The customer at the payment provider, who stays there. */
export const customerPart: AccountPart = {
  tables: {
    provider_customers: {
      kept: {
        customer_id:
          "An id at the payment provider, with which a refund or dispute is found later.",
      },
    },
  },
  withoutCustomers: [],
  async exported({ db, session }) {
    return { paymentProviderCustomerId: await findCustomerId(db, session.person.id) };
  },
};
