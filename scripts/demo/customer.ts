// What a customer of the demo does: comes back, and pays into the wallet.
import { randomUUID } from "node:crypto";
import type { DemoPerson } from "./users.ts";
import type { Browser, Shop } from "./shop.ts";

const day = 24 * 3_600_000;

/** The shop, its office, and what is yet to happen. */
export type Story = {
  readonly shop: Shop;
  readonly admin: Browser["api"];
  /** A number from 0 to below 1, the same at every run. */
  chance(): number;
  plan(at: number, happen: () => Promise<void>): void;
  /** How many packages there are. */
  packageCount: number;
};

/** One customer with their browser. */
export type Customer = DemoPerson & {
  readonly userId: string;
  readonly browser: Browser;
  lastSeenAt: number;
};

export const payingCard = "4242424242424242";
const decliningCard = "4000000000000002";

/** Sessions end after a month without use; long before that these people sign in again. */
export async function visit({ shop }: Story, customer: Customer): Promise<Browser["api"]> {
  const now = shop.now().getTime();
  if (now - customer.lastSeenAt > 5 * day) {
    await customer.browser.signInOrChallenge(customer.userId);
    customer.lastSeenAt = now;
  }
  return customer.browser.api;
}

/** Pays `dollars` into the wallet; now and then the first card is declined. */
export async function deposit(story: Story, customer: Customer, dollars: number): Promise<void> {
  const api = await visit(story, customer);
  const amount = dollars.toFixed(2);
  const { url } = await api.wallet.startDeposit({ amount, idempotencyKey: randomUUID() });
  if (story.chance() < 0.15) await story.shop.pay(url, customer, decliningCard);
  await story.shop.pay(url, customer, payingCard);
  const sessionId = /cs_test_\w+/.exec(url)?.[0] ?? "";
  const { success } = await api.wallet.verifyDeposit({ sessionId });
  if (!success) throw new Error(`The deposit of ${customer.email} did not arrive.`);
}
