// Measures how long an open Parcels page takes to show a parcel that was declared elsewhere: from sending the request of
// another session until the parcel's number is painted.
import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { chromium, type APIRequestContext, type Browser, type Page } from "playwright";
import { visitAdmin } from "#test/crashes/visitor.ts";
import { enterWarehouseAs } from "#test/enter-warehouse-as.ts";
import { findChromium } from "#test/find-chromium.ts";
import { admin, startMeasuredProduct } from "#test/measured-product.ts";
import { enterAsCustomer } from "./enter-as-customer.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 50);
/** Parcels that the customer has before; at most 500 are expected at a time. */
const earlierParcels = Math.min(400, 500 - rounds);
const goalMilliseconds = 1_000;

async function declare(
  elsewhere: APIRequestContext,
  origin: string,
  numbers: readonly string[],
): Promise<void> {
  const response = await elsewhere.post(`${origin}/api/inbound-parcels`, {
    headers: { origin },
    data: {
      items: numbers.map((trackingNumber) => ({ trackingNumber })),
      idempotencyKey: randomUUID(),
    },
  });
  if (!response.ok()) throw new Error(`Declaring was refused: ${await response.text()}`);
}

const numberOf = (index: number) => `SF${String(7_000_000_000_000 + index)}`;

/** Milliseconds until the open page has painted the number that is declared elsewhere. */
async function showDeclared(
  page: Page,
  elsewhere: APIRequestContext,
  origin: string,
  index: number,
): Promise<number> {
  const trackingNumber = numberOf(index);
  const painted = page.evaluate(
    `new Promise((resolve) => {
      const look = () => {
        if (!document.querySelector("main")?.textContent.includes("${trackingNumber}")) {
          return requestAnimationFrame(look);
        }
        requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
      };
      look();
    })`,
  );
  const sentAt = Date.now();
  await declare(elsewhere, origin, [trackingNumber]);
  return Number(await painted) - sentAt;
}

const executablePath = findChromium();
if (executablePath === null) throw new Error("This needs a Chromium.");
const product = await startMeasuredProduct();
let browser: Browser | null = null;
console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
try {
  const { origin } = product;
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await enterWarehouseAs((await visitAdmin(origin, admin)).api);
  await enterAsCustomer(page, origin);
  // The page's own requests are not involved, but for its change stream and what it reads again.
  const elsewhere = context.request;
  for (let first = 0; first < earlierParcels; first += 50) {
    const numbers = Array.from({ length: 50 }, (_, place) => numberOf(1_000_000 + first + place));
    await declare(elsewhere, origin, numbers);
  }
  await page.goto(`${origin}/dashboard/parcels`);
  await page
    .getByText(numberOf(1_000_000 + earlierParcels - 1))
    .first()
    .waitFor();
  const taken: number[] = [];
  for (let index = 0; index < rounds; index += 1) {
    taken.push(await showDeclared(page, elsewhere, origin, index));
    // Not in step with the server's polling.
    await page.waitForTimeout(100 + Math.random() * 300);
  }
  const sorted = taken.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(rounds - 1, Math.floor(rounds * share))];
  console.log(`${rounds} changes on an open page with ${earlierParcels} parcels, in milliseconds`);
  console.log(`median ${at(0.5)}, p95 ${at(0.95)}, slowest ${sorted.at(-1)}`);
  const late = taken.filter((milliseconds) => milliseconds > goalMilliseconds).length;
  console.log(`${late} took longer than ${goalMilliseconds}`);
} finally {
  await browser?.close();
  await product.stop();
}
