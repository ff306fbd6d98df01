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
