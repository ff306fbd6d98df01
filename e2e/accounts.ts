import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { emailsTo } from "./mailbox.ts";
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

/** Opens the link of the verification email, in whatever language. */
async function confirmAddress({ address }: Server, page: Page, email: string): Promise<void> {
  let link: string | undefined;
  await expect(async () => {
    const [newest] = await emailsTo(page.request, address, email);
    link = /https?:\S+\/auth\/callback#\S+/.exec(newest?.text ?? "")?.[0];
    expect(link).toBeDefined();
  }).toPass({ timeout: 60_000, intervals: [100] });
  await page.goto(link ?? "");
  await page.waitForURL("**/dashboard");
}

/** Signs a customer up who gets a plan, money, a package and a held fee; stays on the dashboard. */
export async function fillAccount(
  server: Server,
  page: Page,
  adminRequest: APIRequestContext,
  { description, ...customer }: TestCustomer & { readonly description: string },
): Promise<void> {
  await call(server, page.request, "POST", "/sign-up", customer);
  await confirmAddress(server, page, customer.email);
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
