import { expect, type Page } from "@playwright/test";
import type { Server } from "./server.ts";

const cards = { good: "4242 4242 4242 4242", declined: "4000 0000 0000 0002" } as const;

async function fillCard(checkout: Page, card: keyof typeof cards): Promise<void> {
  await checkout.getByLabel("Card number").fill(cards[card]);
  await checkout.getByLabel("Expiry date").fill("12 / 34");
  await checkout.getByLabel("Security code").fill("123");
  await checkout.getByLabel("Name on card").fill("Mei Lindqvist");
}

function payButton(checkout: Page) {
  return checkout.getByRole("button", { name: /^(Subscribe and pay|Pay) \$/ });
}

/** Pays with a declined card; expects the error. */
export async function payWithDeclinedCard(checkout: Page): Promise<void> {
  await fillCard(checkout, "declined");
  await payButton(checkout).click();
  await expect(checkout.getByRole("alert")).toHaveText(/declined/);
}

/** Pays with a good card, with a double click. */
export async function payWithGoodCard(checkout: Page): Promise<void> {
  await fillCard(checkout, "good");
  await payButton(checkout).dblclick();
}

/**
 * Pays with a good card and kills the server as soon as the provider has taken the payment.
 * @returns the address to which the provider sends the payer back.
 */
export async function payAndKillServer(checkout: Page, server: Server): Promise<string> {
  await fillCard(checkout, "good");
  const paid = checkout.waitForResponse((response) => response.request().method() === "POST");
  await payButton(checkout).click();
  const answer = await paid;
  await server.kill();
  return (await answer.headerValue("location")) ?? "";
}

/** Leaves the checkout without paying. */
export async function cancelPayment(checkout: Page): Promise<void> {
  await checkout.getByRole("link", { name: "Cancel and go back" }).click();
}
