import { randomUUID } from "node:crypto";
import type { DemoCustomer } from "./users.ts";
import type { Browser, DemoServer } from "./demo-server.ts";

const day = 24 * 3_600_000;

/** The server, the admin's API and the scheduled actions. */
export type DemoRun = {
  readonly server: DemoServer;
  readonly admin: Browser["api"];
  readonly warehouseId: string;
  /** A number from 0 to below 1, the same at every run. */
  random(): number;
  schedule(at: number, action: () => Promise<void>): void;
  packageCount: number;
};

export type Customer = DemoCustomer & {
  readonly userId: string;
  readonly browser: Browser;
  lastSeenAt: number;
};

export const payingCard = "4242424242424242";
const decliningCard = "4000000000000002";

/** The customer's API; signs in again after five days, since sessions end after a month without use. */
export async function visit({ server }: DemoRun, customer: Customer): Promise<Browser["api"]> {
  const now = server.now().getTime();
  if (now - customer.lastSeenAt > 5 * day) {
    await customer.browser.signIn(customer.userId);
    customer.lastSeenAt = now;
  }
  return customer.browser.api;
}

/** Deposits `dollars` into the wallet; sometimes the first card is declined. */
export async function deposit(demo: DemoRun, customer: Customer, dollars: number): Promise<void> {
  const api = await visit(demo, customer);
  const amount = dollars.toFixed(2);
  const { url } = await api.wallet.startDeposit({ amount, idempotencyKey: randomUUID() });
  if (demo.random() < 0.15) await demo.server.pay(url, customer, decliningCard);
  await demo.server.pay(url, customer, payingCard);
  const sessionId = /cs_test_\w+/.exec(url)?.[0] ?? "";
  const { success } = await api.wallet.verifyDeposit({ sessionId });
  if (!success) throw new Error(`The deposit of ${customer.email} was not completed.`);
}

/** Requests a payout of what the customer said, which finance pays or declines a day later, or which stays open. */
export async function payOut(demo: DemoRun, customer: Customer): Promise<void> {
  const { payout, fullName, browser, userId } = customer;
  if (payout === null) return;
  const { dollars, end } = payout;
  // A payout asks for the password again.
  await browser.signIn(userId);
  const { id: payoutRequestId } = await browser.api.wallet.requestPayout({
    amount: dollars.toFixed(2),
    details: `${fullName}, IBAN XX00 0000 0000 0000`,
    idempotencyKey: randomUUID(),
  });
  if (end === "open") return;
  demo.schedule(demo.server.now().getTime() + day, async () => {
    const isPaid = end === "paid";
    await demo.admin.wallet.startPayout({ payoutRequestId });
    await demo.admin.wallet.settlePayoutRequest({
      payoutRequestId,
      isPaid,
      ...(isPaid
        ? { reference: "Bank transfer 4471" }
        : { reason: "The bank did not find this account. Please ask again with its full number." }),
    });
  });
}
