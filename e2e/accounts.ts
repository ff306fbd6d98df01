import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { linkInVerificationEmail } from "./mailbox.ts";
import type { Server } from "./server.ts";
import type { TestCustomer } from "./signing-in.ts";

/** The answer of an operation of the REST API, for whom `request` has the cookies. */
export async function call<Answer>(
  { address }: Server,
  request: APIRequestContext,
  method: "GET" | "POST" | "PUT",
  path: string,
  data?: object,
): Promise<Answer> {
  const response = await request.fetch(`${address}/api${path}`, {
    method,
    headers: { origin: address },
    ...(data === undefined ? {} : { data }),
  });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return (await response.json()) as Answer;
}

/** Signs a customer up who gets a plan, money, a package and a held fee; stays on the dashboard. */
export async function fillAccount(
  server: Server,
  page: Page,
  adminRequest: APIRequestContext,
  { description, ...customer }: TestCustomer & { readonly description: string },
): Promise<void> {
  await call(server, page.request, "POST", "/sign-up", customer);
  await page.goto(
    await linkInVerificationEmail(page.request, server.address, customer.email, null),
  );
  await page.waitForURL("**/dashboard");
  const session = await call<{ person: { id: string } }>(server, page.request, "GET", "/session");
  const userId = session.person.id;
  await call(server, adminRequest, "POST", `/admin/users/${userId}/plan`, {
    userId,
    plan: "Super",
    reason: description,
  });
  await call(server, adminRequest, "POST", `/admin/users/${userId}/wallet/adjustments`, {
    userId,
    kind: "credit",
    amount: 40,
    reason: description,
    idempotencyKey: crypto.randomUUID(),
  });
  await call(server, page.request, "POST", "/packages", {
    trackingNumber: "SF1234567890123",
    origin: "China",
    destination: "United States",
    description,
    estimatedWeightGrams: 800,
    idempotencyKey: crypto.randomUUID(),
  });
  await call(server, adminRequest, "POST", `/admin/users/${userId}/wallet/holds`, {
    userId,
    amount: 12,
    reason: description,
    idempotencyKey: crypto.randomUUID(),
  });
}
