/** Customers: who pays. */
import { ApiError, noSuchResource } from "./api-error.ts";
import { change, withoutAbsent } from "./changes.ts";
import { type Endpoint, endpoint, listEndpoint, retrieveEndpoint } from "./endpoint.ts";
import { recordEvent } from "./events.ts";
import { makeIdentifier, randomText } from "./identifiers.ts";
import { clearable, mergeMetadata, metadata, optional, type Reader, text } from "./parameters.ts";
import type { Customer } from "./resources.ts";
import { findObject, insertObject } from "./resource-queries.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

/** An address that mail could reach: one @ with something on both sides, no spaces. */
export function isEmail(candidate: string): boolean {
  return candidate.length <= 512 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(candidate);
}

/** Reads an e-mail address. */
export const email: Reader<string> = (value, name) => {
  const read = text(512)(value, name);
  if (!isEmail(read)) {
    throw new ApiError(`Invalid email address: ${read}`, { code: "email_invalid", param: name });
  }
  return read;
};

/** Makes a customer and records it. */
export function createCustomer(
  sandbox: SandboxState,
  details: {
    email: string | null;
    name: string | null;
    description?: string | null;
    phone?: string | null;
    metadata?: Record<string, string>;
  },
): Customer {
  const customer: Customer = {
    id: makeIdentifier("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created: nowSeconds(sandbox),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: details.description ?? null,
    discount: null,
    email: details.email,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: details.metadata ?? {},
    name: details.name,
    next_invoice_sequence: 1,
    phone: details.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
  insertObject(sandbox.database, customer);
  recordEvent(sandbox, "customer.created", customer);
  return customer;
}

/** Finds a customer named by a parameter; throws when there is none. */
export function requireCustomer(sandbox: SandboxState, id: string, param: string): Customer {
  const customer = findObject<Customer>(sandbox.database, id, "customer");
  if (customer === undefined) throw noSuchResource("customer", id, param);
  return customer;
}

const shape = {
  email: clearable(email),
  name: clearable(text(256)),
  description: clearable(text()),
  phone: clearable(text(20)),
  metadata: optional(metadata),
};

/** Create, retrieve, update, and list (filter `email`). */
export const customerEndpoints: Endpoint[] = [
  endpoint("POST", "/v1/customers", shape, (sandbox, sent) =>
    createCustomer(sandbox, {
      email: sent.email ?? null,
      name: sent.name ?? null,
      description: sent.description ?? null,
      phone: sent.phone ?? null,
      metadata: mergeMetadata({}, sent.metadata),
    }),
  ),
  endpoint("POST", "/v1/customers/:id", shape, (sandbox, sent, id) => {
    const customer = requireCustomer(sandbox, id, "id");
    const { object, previous } = change(sandbox, customer, {
      ...withoutAbsent(sent),
      metadata: mergeMetadata(customer.metadata, sent.metadata),
    });
    if (Object.keys(previous).length > 0)
      recordEvent(sandbox, "customer.updated", object, previous);
    return object;
  }),
  retrieveEndpoint<Customer>({ path: "/v1/customers", kind: "customer", noun: "customer" }),
  listEndpoint<Customer>({
    path: "/v1/customers",
    kind: "customer",
    noun: "customer",
    filters: { email: { reader: optional(text(512)), field: "email" } },
  }),
];
