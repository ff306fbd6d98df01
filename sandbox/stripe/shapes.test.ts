/** The objects have every field that the installed client's types promise, and none that they do not know. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { isLongRun } from "#test/long-run.ts";
import { control, idOf, monthlyPrice, openSandbox, payOnce, subscribe } from "./sandbox-harness.ts";

const resources = join(
  dirname(createRequire(import.meta.url).resolve("stripe")),
  "../esm/resources",
);

/** Reads the fields of an interface from the client's declarations: all of them, and those that are always there. */
function declaredFields(file: string, name: string) {
  const source = readFileSync(join(resources, `${file}.d.ts`), "utf8").replaceAll(
    /\/\*\*[^]*?\*\//g,
    "",
  );
  const start = source.indexOf(`export interface ${name} {`);
  const body = source.slice(start, source.indexOf("\n}", start));
  const fields = [...body.matchAll(/^ {4}(\w+)(\??):/gm)];
  return {
    known: fields.map((field) => field[1] as string),
    required: fields.filter((field) => field[2] === "").map((field) => field[1] as string),
  };
}

function expectShape(object: object, file: string, name: string) {
  const { known, required } = declaredFields(file, name);
  expect(required.length).toBeGreaterThan(3);
  const fields = Object.keys(object);
  expect(
    { missing: required.filter((field) => !fields.includes(field)), of: name },
    `${name} lacks fields`,
  ).toEqual({ missing: [], of: name });
  expect(
    fields.filter((field) => !known.includes(field)),
    `${name} has fields of its own`,
  ).toEqual([]);
}

test.runIf(isLongRun)("every kind of object has the declared fields", async () => {
  await using open = openSandbox();
  const { stripe } = open;
  const basic = await monthlyPrice(stripe, 12_900, "Basic");
  const premium = await monthlyPrice(stripe, 35_900, "Premium");
  const { session, subscription } = await subscribe(open, basic.id);
  const item = subscription.items.data[0] as (typeof subscription.items.data)[number];
  await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item.id, price: premium.id }],
  });
  const invoice = await stripe.invoices.retrieve(idOf(session.invoice), {
    expand: ["payments"],
  });
  const charge = (await stripe.charges.list()).data[0] as { payment_method: string };
  const { charge: refunded } = await payOnce(open);
  const refund = await stripe.refunds.create({ charge: refunded.id, amount: 100 });
  await control(open, "disputes", { charge: refunded.id });
  const lineItems = await stripe.checkout.sessions.listLineItems(session.id);
  const first = <T>(list: { data: T[] }) => list.data[0] as T & object;
  const objects: [object, string, string][] = [
    [await stripe.accounts.retrieve(null), "Accounts", "Account"],
    [session, "Checkout/Sessions", "Session"],
    [first(lineItems), "LineItems", "LineItem"],
    [await stripe.customers.retrieve(idOf(session.customer)), "Customers", "Customer"],
    [await stripe.products.retrieve(idOf(basic.product)), "Products", "Product"],
    [basic, "Prices", "Price"],
    [first(await stripe.paymentIntents.list()), "PaymentIntents", "PaymentIntent"],
    [charge, "Charges", "Charge"],
    [
      await stripe.paymentMethods.retrieve(charge.payment_method),
      "PaymentMethods",
      "PaymentMethod",
    ],
    [subscription, "Subscriptions", "Subscription"],
    [item, "SubscriptionItems", "SubscriptionItem"],
    [item.plan, "Plans", "Plan"],
    [invoice, "Invoices", "Invoice"],
    [first(invoice.lines), "InvoiceLineItems", "InvoiceLineItem"],
    [first(invoice.payments ?? { data: [] }), "InvoicePayments", "InvoicePayment"],
    [first(await stripe.invoiceItems.list()), "InvoiceItems", "InvoiceItem"],
    [refund, "Refunds", "Refund"],
    [first(await stripe.disputes.list()), "Disputes", "Dispute"],
    [first(await stripe.balanceTransactions.list()), "BalanceTransactions", "BalanceTransaction"],
    [first(await stripe.events.list()), "Events", "EventBase"],
  ];
  for (const [object, file, name] of objects) expectShape(object, file, name);
});
