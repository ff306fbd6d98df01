// What customers and staff do while the server is killed: each keeps its own list of what was acknowledged.
import { randomUUID } from "node:crypto";
import { ORPCError } from "@orpc/client";
import type { Visitor } from "./visitor.ts";

/** A write that somebody wants, under one key for all its tries. */
type Wish = {
  readonly kind: "deposit" | "fee" | "subscription";
  readonly amountCents: number;
  readonly idempotencyKey: string;
  /** Known once the provider's page was opened. */
  url: string | null;
  isPaid: boolean;
  /** Of a subscription: its plan has been seen, whatever has become of it since. */
  isGranted: boolean;
};

/** One customer with all that was acknowledged to them, and what is under way. */
export type Client = {
  readonly visitor: Visitor;
  readonly userId: string;
  readonly acknowledged: Wish[];
  pending: Wish | null;
};

const card = { number: "4242424242424242", expiry: "12/60", cvc: "123", name: "Mei Chan" };

function nextWish(client: Client, kind: "money" | "plan"): Wish {
  const isFee = client.acknowledged.length % 3 === 2;
  return {
    kind: kind === "plan" ? "subscription" : isFee ? "fee" : "deposit",
    amountCents: isFee ? 37 : 100 + Math.floor(Math.random() * 900),
    idempotencyKey: randomUUID(),
    url: null,
    isPaid: false,
    isGranted: false,
  };
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}

async function pay(wish: Wish, visitor: Visitor): Promise<void> {
  if (wish.url === null || wish.isPaid) return;
  const answer = await fetch(wish.url, {
    method: "POST",
    body: new URLSearchParams({ ...card, email: visitor.email }),
    redirect: "manual",
    signal: AbortSignal.timeout(15_000),
  });
  // Led back to the page itself: it shows what was wrong, or that the payment is complete already.
  const next = new URL(answer.headers.get("location") ?? "", wish.url);
  const isPageAgain = next.pathname === new URL(wish.url).pathname;
  const page = isPageAgain ? await (await fetch(next)).text() : "";
  wish.isPaid = answer.status === 303 && (!isPageAgain || page.includes("already complete"));
}

async function deposit(client: Client, wish: Wish): Promise<boolean> {
  const { api } = client.visitor;
  const { idempotencyKey, amountCents } = wish;
  const amount = dollars(amountCents);
  wish.url ??= (await api.wallet.startDeposit({ amount, idempotencyKey })).url;
  await pay(wish, client.visitor);
  const sessionId = /cs_test_\w+/.exec(wish.url)?.[0] ?? "";
  return (await api.wallet.verifyDeposit({ sessionId })).success;
}

async function fee(client: Client, wish: Wish, admin: Visitor): Promise<boolean> {
  await admin.api.wallet.adjustWallet({
    userId: client.userId,
    kind: "deduction",
    amount: dollars(wish.amountCents),
    reason: "Freight",
    idempotencyKey: wish.idempotencyKey,
  });
  return true;
}

async function subscribe(client: Client, wish: Wish, admin: Visitor): Promise<boolean> {
  const { api } = client.visitor;
  if (!wish.isPaid) {
    const { idempotencyKey } = wish;
    wish.url ??= (await api.plans.startSubscription({ plan: "Basic", idempotencyKey })).url;
    await pay(wish, client.visitor);
  }
  const { subscription, packageQuota } = await api.plans.readSubscription({});
  // Where it was ended and the answer to that got lost, there is nothing more to wait for.
  if (subscription === null) return wish.isGranted;
  wish.isGranted = true;
  if (packageQuota !== 5) throw new Error(`A month was filled with ${packageQuota} packages.`);
  // So that the next wish is another subscription.
  const reason = "For the next round";
  await admin.api.plans.endSubscription({ userId: client.userId, reason });
  return true;
}

const verbs = { deposit, fee, subscription: subscribe } as const;

/** Whether the failure is one that trying again may mend: no answer, or one that says so. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ORPCError)) return true;
  const passing = ["too_many_requests", "conflict", "no_subscription"];
  return error.status >= 500 || passing.includes(error.code);
}

/**
 * Wishes one thing after the other until `isOver` says so, and then until the last is acknowledged. What fails because
 * the server died is tried again under the same key. Throws what no repeat can mend.
 */
export async function work(
  client: Client,
  kind: "money" | "plan",
  admin: Visitor,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver() || client.pending !== null) {
    client.pending ??= nextWish(client, kind);
    const wish = client.pending;
    try {
      if (await verbs[wish.kind](client, wish, admin)) {
        client.acknowledged.push(wish);
        client.pending = null;
        continue;
      }
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
