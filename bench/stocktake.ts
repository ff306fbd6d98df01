// Measures a stocktake by scan: from the Enter of a scanner until the answer is painted, for 2,000 parcels on 40 shelves,
// while what was scanned is kept in the browser and sent. Fails when an answer takes longer than 200 ms.
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright";
import type { Stocktake } from "#goods/contract/stocktakes.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { openDatabase } from "#platform/server/db/open.ts";
import { visitAdmin } from "#test/crashes/visitor.ts";
import { enterWarehouseAs } from "#test/enter-warehouse-as.ts";
import { findChromium } from "#test/find-chromium.ts";
import { admin, startMeasuredProduct } from "#test/measured-product.ts";
import { silent } from "./sized-database.ts";

const parcelsCount = Number(process.env["BENCH_PARCELS"] ?? 2_000);
const perShelf = 50;
const goalMilliseconds = 200;

/** Calls the API as the page's session. */
async function callApi<Answer>(page: Page, method: "GET" | "POST", path: string, data?: unknown) {
  const { origin } = new URL(page.url());
  const response = await page.request.fetch(`${origin}/api/${path}`, {
    method,
    headers: { origin },
    ...(data !== undefined && { data }),
  });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** A warehouse with parcels on shelves, every tenth of them on the wrong one. */
async function fillWarehouse(page: Page, warehouseId: string, databaseUrl: string): Promise<void> {
  const items = Array.from({ length: Math.ceil(parcelsCount / perShelf) }, (_, at) => ({
    code: `A-${String(at + 1).padStart(2, "0")}`,
  }));
  await callApi(page, "POST", `admin/warehouses/${warehouseId}/storage-locations`, { items });
  const database = openDatabase({ url: databaseUrl, log: silent });
  try {
    await database.pool.query(
      `insert into inbound_parcels (warehouse_id, storage_location_id, tracking_number, source, state,
         received_at, created_at, updated_at)
       select $1, shelves.ids[1 + ((n - 1) / ${perShelf} + (n % 10 = 0)::int) % array_length(shelves.ids, 1)],
         'YT' || lpad(n::text, 13, '0'), 'scanned', 'received', now(), now(), now()
       from generate_series(1, $2::int) n,
         (select array_agg(id order by code) as ids from storage_locations where warehouse_id = $1) shelves`,
      [warehouseId, parcelsCount],
    );
  } finally {
    await database.close();
  }
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/admin/dashboard/stocktake`);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Stocktake", exact: true }).waitFor();
}

/** Waits for the next Enter, and then until the answer to it is painted: `answered` is how many milliseconds that took. */
const awaitAnswer = `globalThis.answered = new Promise((resolve) => {
  const onKeyDown = ({ key, timeStamp }) => {
    if (key !== "Enter") return;
    document.removeEventListener("keydown", onKeyDown, true);
    const observer = new MutationObserver(() => {
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
    });
    const answer = document.querySelector("[data-outcome]");
    observer.observe(answer, { attributes: true, childList: true, characterData: true, subtree: true });
  };
  document.addEventListener("keydown", onKeyDown, true);
});
undefined;`;

async function scanAll(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  const scan = async (text: string) => {
    await page.evaluate(awaitAnswer);
    await page.keyboard.insertText(text);
    await page.keyboard.press("Enter");
    times.push(Number(await page.evaluate("answered")));
  };
  for (let n = 1; n <= parcelsCount; n += 1) {
    const shelf = Math.ceil(n / perShelf);
    if (n % perShelf === 1) await scan(`SHELF:A-${String(shelf).padStart(2, "0")}`);
    await scan(`YT${String(n).padStart(13, "0")}`);
  }
  return times;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}

async function measure(page: Page, origin: string, databaseUrl: string): Promise<void> {
  const warehouseId = await enterWarehouseAs((await visitAdmin(origin, admin)).api);
  await signIn(page, origin);
  await fillWarehouse(page, warehouseId, databaseUrl);
  await page.reload();
  await page.getByRole("button", { name: "Start stocktake" }).click();
  await page.getByLabel("Scan a shelf or a parcel").waitFor();
  const times = await scanAll(page);
  await page.getByText("All scans are sent").waitFor();
  const { items } = await callApi<{ items: readonly Stocktake[] }>(
    page,
    "GET",
    `admin/warehouses/${warehouseId}/stocktakes`,
  );
  const [median, p99, max] = [0.5, 0.99, 1].map((part) => quantile(times, part).toFixed(0));
  console.log(`${times.length} scans: median ${median} ms, p99 ${p99} ms, max ${max} ms`);
  console.log(`The server has ${items[0]?.parcelsCount} of ${parcelsCount} parcels.`);
  const isOver = Math.max(...times) > goalMilliseconds;
  if (isOver || items[0]?.parcelsCount !== parcelsCount) process.exitCode = 1;
}

const executablePath = findChromium();
if (executablePath === null) throw new Error("This needs a Chromium.");
const dataFolder = await mkdtemp(join(tmpdir(), "stocktake-"));
const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
const product = await startMeasuredProduct({ DATABASE_URL: postgres.url });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await measure(page, product.origin, postgres.url);
} finally {
  await browser.close();
  await product.stop();
  await postgres.close();
  await rm(dataFolder, { recursive: true, force: true });
}
