import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, type APIRequestContext, type Page } from "@playwright/test";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#platform/server/db/embedded/supervisor.ts";
import { admin, serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { visitAdmin } from "#test/crashes/visitor.ts";
import { enterWarehouseAs } from "#test/enter-warehouse-as.ts";
import { confirmAddress, register } from "./signing-in.ts";
import { goTo } from "./moving.ts";
import { closeDetails, openDetails, packageRow } from "./shipping.ts";

const ignore = () => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

let folder: string;
let postgres: EmbeddedPostgres;
let here: ServerProcess;
let there: ServerProcess;

// Long, since the machine may be busy.
test.describe.configure({ timeout: 240_000 });
test.use({ contextOptions: { reducedMotion: "reduce" } });

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sampan-two-"));
  postgres = await startEmbeddedPostgres({ dataFolder: join(folder, "database"), log });
  const shared = { folder: join(folder, "data") };
  [here, there] = [
    await serverProcess(postgres.url, shared),
    await serverProcess(postgres.url, shared),
  ];
  await Promise.all([here.start(), there.start()]);
});

test.afterAll(async () => {
  await Promise.all([here?.kill(), there?.kill()]);
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true });
});

const mei = {
  fullName: "Mei Chan",
  email: "mei@customers.example",
  password: "a calm evening at dusk",
};

type Leg = { readonly id: string };
type Registered = { readonly id: string; readonly trackingNumber: string; readonly legs: Leg[] };

/** Calls the REST API with the cookies of `request`. */
async function callApi(
  request: APIRequestContext,
  server: ServerProcess,
  [method, path]: readonly ["get" | "post" | "put", string],
  data: object = {},
): Promise<unknown> {
  const headers = { origin: server.address };
  const response = await request[method](`${server.address}/api${path}`, {
    headers,
    ...(method === "get" ? {} : { data }),
  });
  expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
  return await response.json();
}

/** A customer with a complimentary plan and a package. */
async function becomeCustomer(page: Page, staff: APIRequestContext): Promise<Registered> {
  await page.goto(`${here.address}/register`);
  await register(page, mei);
  await confirmAddress(page, here.address, mei.email);
  const found = await callApi(staff, there, ["get", `/admin/users?search=${mei.email}`]);
  const { items } = found as { items: { id: string }[] };
  await callApi(staff, there, ["post", `/admin/users/${items[0]?.id}/plan`], {
    plan: "Super",
    reason: "Test of two servers",
  });
  const created = await callApi(page.request, here, ["post", "/packages"], {
    trackingNumber: "SF1234567890123",
    origin: "China",
    destination: "United States",
    idempotencyKey: crypto.randomUUID(),
  });
  return (created as { package: Registered }).package;
}

test("a page shows changes made through another server, also those during an outage of its own", async ({
  page,
  playwright,
}) => {
  const staff = await playwright.request.newContext();
  await callApi(staff, there, ["post", "/admin-sign-in"], admin);
  const pkg = await becomeCustomer(page, staff);
  const setLeg = (leg: Leg, status: string) =>
    callApi(staff, there, ["put", `/admin/legs/${leg.id}/status`], { status });
  await goTo(page, "My Packages");
  const row = packageRow(page, pkg.trackingNumber);
  await expect(row).toContainText("Pending");
  let loads = 0;
  page.on("load", () => (loads += 1));

  for (const leg of pkg.legs.slice(0, 1)) await setLeg(leg, "in_transit");
  await expect(row).toContainText("In Transit");
  const details = await openDetails(page, pkg.trackingNumber);
  await callApi(staff, there, ["put", `/admin/shipments/${pkg.id}/final-weight`], {
    finalWeightGrams: 1620,
  });
  await expect(details).toContainText("1.62 kg");

  await closeDetails(details);
  // With the first warehouse, which the other server enters, the open page gets what belongs to it.
  await enterWarehouseAs((await visitAdmin(there.address)).api);
  await goTo(page, "Parcels");
  await callApi(page.request, there, ["post", "/inbound-parcels"], {
    items: [{ trackingNumber: "SF5000000000001" }],
    idempotencyKey: crypto.randomUUID(),
  });
  // A second on a machine with nothing else to do.
  await expect(page.getByRole("row").filter({ hasText: "SF5000000000001" })).toBeVisible({
    timeout: 10_000,
  });
  await goTo(page, "My Packages");
  await openDetails(page, pkg.trackingNumber);

  await here.kill();
  for (const leg of pkg.legs) await setLeg(leg, "delivered");
  await here.start();
  await expect(details.getByRole("region", { name: "History" })).toContainText(
    "Status changed to Delivered",
    { timeout: 60_000 },
  );
  await expect(row).toContainText("Delivered");
  expect(loads, "reloads of the page").toBe(0);
  await staff.dispose();
});
