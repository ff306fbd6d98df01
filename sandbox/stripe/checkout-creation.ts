/** Creating a checkout session: checks of the parameters, and the open session. */
import { ApiError } from "./api-error.ts";
import {
  chooseProduct,
  createPrice,
  productData,
  recurring,
  requireActivePrice,
  requireProduct,
} from "./catalogue.ts";
import { customerDetails, untouchedSessionFields } from "./checkout-shape.ts";
import { email, requireCustomer } from "./customers.ts";
import { endpoint } from "./endpoint.ts";
import { makeIdentifier } from "./identifiers.ts";
import { currency, requireChargeable, unitAmount } from "./money.ts";
import {
  address,
  choice,
  flag,
  listOf,
  mergeMetadata,
  metadata,
  optional,
  record,
  text,
  unixTime,
  whole,
} from "./parameters.ts";
import type { CheckoutPlan, CheckoutSession, LineItem, Price } from "./resources.ts";
import { insertObject } from "./resource-queries.ts";
import { nowSeconds, type SandboxState } from "./sandbox-state.ts";

const minuteSeconds = 60;
const defaultLifeSeconds = 24 * 60 * minuteSeconds;
const shortestLifeSeconds = 30 * minuteSeconds;

const priceData = record({
  currency,
  unit_amount: unitAmount,
  product: optional(text(255)),
  product_data: optional(productData),
  recurring: optional(recurring),
});

/** The parameters of a new session. */
const createShape = {
  adaptive_pricing: optional(record({ enabled: flag })),
  allowed_payment_method_types: optional(listOf(choice("card"), 1)),
  cancel_url: optional(address),
  client_reference_id: optional(text(200)),
  customer: optional(text(255)),
  customer_creation: optional(choice("always", "if_required")),
  customer_email: optional(email),
  expires_at: optional(unixTime),
  line_items: listOf(
    record({
      price: optional(text(255)),
      price_data: optional(priceData),
      quantity: whole(1, 999_999),
    }),
    100,
  ),
  locale: optional(choice("auto", "en")),
  metadata: optional(metadata),
  mode: choice("payment", "subscription"),
  payment_intent_data: optional(
    record({
      description: optional(text(1000)),
      metadata: optional(metadata),
      receipt_email: optional(email),
    }),
  ),
  payment_method_collection: optional(choice("always")),
  submit_type: optional(choice("auto", "pay", "subscribe")),
  subscription_data: optional(
    record({ description: optional(text(500)), metadata: optional(metadata) }),
  ),
  success_url: address,
  ui_mode: optional(choice("hosted_page")),
};
const readCreation = record(createShape);
type Creation = ReturnType<typeof readCreation>;

/** Throws for combinations that no session can have. */
function requireConsistent(sandbox: SandboxState, sent: Creation, prices: Price[]) {
  const recurs = prices.some((price) => price.recurring !== null);
  if (sent.mode === "payment" && recurs) {
    throw new ApiError(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      { param: "line_items" },
    );
  }
  if (sent.mode === "subscription" && prices.some((price) => price.recurring === null)) {
    throw new ApiError("This stand-in takes only recurring prices in `subscription` mode.", {
      param: "line_items",
    });
  }
  const [wrongData, wrongCreation] =
    sent.mode === "payment"
      ? [sent.subscription_data && "subscription_data", undefined]
      : [
          sent.payment_intent_data && "payment_intent_data",
          sent.customer_creation && "customer_creation",
        ];
  const param = wrongData ?? wrongCreation;
  if (param !== undefined) {
    throw new ApiError(`You can not pass \`${param}\` in \`${sent.mode}\` mode.`, { param });
  }
  if (prices.length === 0) {
    throw new ApiError("You must pass at least one entry in `line_items`.", {
      param: "line_items",
    });
  }
  if (new Set(prices.map((price) => price.currency)).size > 1) {
    throw new ApiError("All prices on a Checkout Session must use the same currency.", {
      param: "line_items",
    });
  }
  if (sent.customer !== undefined && sent.customer_email !== undefined) {
    throw new ApiError("You may only specify one of these parameters: customer, customer_email.", {
      param: "customer",
    });
  }
  requireLife(sandbox, sent);
}

/** Converts `expires_at` from real time to the account's time, which may be ahead. */
function inAccountTime(sandbox: SandboxState, sent: Creation): Creation {
  const offsetSeconds = nowSeconds(sandbox) - Math.floor(sandbox.wallNow().getTime() / 1000);
  const { expires_at: expiresAt } = sent;
  return expiresAt === undefined ? sent : { ...sent, expires_at: expiresAt + offsetSeconds };
}

function requireLife(sandbox: SandboxState, sent: Creation) {
  const lifeSeconds = (sent.expires_at ?? Infinity) - nowSeconds(sandbox);
  if (lifeSeconds < shortestLifeSeconds) {
    throw new ApiError(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      { param: "expires_at" },
    );
  }
  if (sent.expires_at !== undefined && lifeSeconds > defaultLifeSeconds) {
    throw new ApiError(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      { param: "expires_at" },
    );
  }
}

function choosePrice(
  sandbox: SandboxState,
  line: Creation["line_items"][number],
  name: string,
): Price {
  if (line.price !== undefined && line.price_data === undefined) {
    return requireActivePrice(sandbox, line.price, `${name}[price]`);
  }
  if (line.price_data === undefined || line.price !== undefined) {
    throw new ApiError(`You must specify either \`price\` or \`price_data\`, and not both.`, {
      param: name,
    });
  }
  const data = line.price_data;
  return createPrice(sandbox, {
    product: chooseProduct(sandbox, data, `${name}[price_data]`, false).id,
    currency: data.currency,
    unitAmountCents: data.unit_amount,
    active: false,
    recurring: data.recurring,
  });
}

function buildLineItem(sandbox: SandboxState, price: Price, quantity: number): LineItem {
  const amountCents = price.unit_amount * quantity;
  return {
    id: makeIdentifier("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amountCents,
    amount_tax: 0,
    amount_total: amountCents,
    currency: price.currency,
    description: requireProduct(sandbox, price.product, "product").name,
    metadata: {},
    price,
    quantity,
  };
}

function buildSession(
  sandbox: SandboxState,
  sent: Creation,
  lineItems: LineItem[],
  totalCents: number,
): CheckoutSession {
  const id = makeIdentifier("cs_test", 58);
  const created = nowSeconds(sandbox);
  const customer =
    sent.customer === undefined ? null : requireCustomer(sandbox, sent.customer, "customer");
  const payerEmail = sent.customer_email ?? customer?.email ?? null;
  return {
    ...untouchedSessionFields,
    id,
    object: "checkout.session",
    amount_subtotal: totalCents,
    amount_total: totalCents,
    cancel_url: sent.cancel_url ?? null,
    client_reference_id: sent.client_reference_id ?? null,
    created,
    currency: (lineItems[0] as LineItem).currency,
    customer: customer?.id ?? null,
    customer_creation:
      sent.mode === "payment" && customer === null
        ? (sent.customer_creation ?? "if_required")
        : null,
    customer_details:
      payerEmail === null
        ? null
        : customerDetails({ email: payerEmail, name: customer?.name ?? null }),
    customer_email: sent.customer_email ?? null,
    expires_at: sent.expires_at ?? created + defaultLifeSeconds,
    livemode: false,
    locale: sent.locale ?? null,
    metadata: mergeMetadata({}, sent.metadata),
    mode: sent.mode,
    status: "open",
    submit_type: sent.submit_type ?? null,
    success_url: sent.success_url,
    url: `${sandbox.publicUrl}/checkout/${id}`,
  };
}

/** `POST /v1/checkout/sessions`: opens a session over the line items, for a card payment or a subscription. */
export const createSessionEndpoint = endpoint(
  "POST",
  "/v1/checkout/sessions",
  createShape,
  (sandbox, request) => {
    const sent = inAccountTime(sandbox, request);
    const prices = sent.line_items.map((line, index) =>
      choosePrice(sandbox, line, `line_items[${index}]`),
    );
    requireConsistent(sandbox, sent, prices);
    const lineItems = prices.map((price, index) =>
      buildLineItem(sandbox, price, sent.line_items[index]?.quantity ?? 1),
    );
    const totalCents = lineItems.reduce((sum, line) => sum + line.amount_total, 0);
    requireChargeable(totalCents, prices[0]?.currency ?? "", "line_items");
    const session = buildSession(sandbox, sent, lineItems, totalCents);
    const plan: CheckoutPlan = {
      lineItems,
      paymentDescription: sent.payment_intent_data?.description ?? null,
      paymentMetadata: mergeMetadata({}, sent.payment_intent_data?.metadata),
      receiptEmail: sent.payment_intent_data?.receipt_email ?? null,
      subscriptionDescription: sent.subscription_data?.description ?? null,
      subscriptionMetadata: mergeMetadata({}, sent.subscription_data?.metadata),
      startedPaymentIntent: null,
      paidByAttempt: null,
    };
    insertObject(sandbox.database, session, { internal: plan, dueAt: session.expires_at });
    return session;
  },
);
