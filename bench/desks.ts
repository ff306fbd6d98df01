// Measures the desks of the warehouse, as those at them notice it: `node bench/desks.ts [PART]`.
//
// `receiving`: keyboard only, from a scan until the next parcel can be scanned, with weight and photo. The time has the requests
// and the automation of the browser in it; the baseline is the same keys typed into a page with one empty field.
// `stocktake`: from the Enter of a scanner until the answer is painted, for 2,000 parcels on 40 shelves, while what was scanned
// is kept in the browser and sent. Fails when an answer takes longer than 200 ms.
// `packing`: scans into boxes from four desks at once, 20 a second, through the API; the baseline is the same rows in plain SQL.
// `hand-over`: a manifest of 500 packages (`parts/hand-over.ts`).
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Page } from "playwright";
import type { Stocktake } from "#goods/contract/stocktakes.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { openDatabase } from "#platform/server/db/open.ts";
import { openProductDatabase } from "#app/server/serve.ts";
import { visitAdmin } from "#test/crashes/visitor.ts";
import { enterWarehouseAs } from "#test/enter-warehouse-as.ts";
import { findChromium } from "#test/find-chromium.ts";
import { admin, startMeasuredProduct } from "#test/measured-product.ts";
import {
  aShipper,
  packingDesk,
  receivedPackage,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aStaffMember, type TestPerson } from "#test/users.ts";
import { launchBrowser, signIn } from "./parts/browser.ts";
import { handOver } from "./parts/hand-over.ts";
import { conclude, quantile, runParts, say, secret, silent, spread } from "./parts/measuring.ts";

const goals = { receiving: 400, stocktake: 200, packing: 100 };
const fakeCamera = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"];

/** Runs `measure` on the page of a browser beside a new product with a warehouse. */
async function atDesk(
  measure: (
    page: Page,
    desk: Record<"origin" | "warehouseId" | "databaseUrl", string>,
  ) => Promise<void>,
): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), "bench-desk-"));
  const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
  const product = await startMeasuredProduct({ DATABASE_URL: postgres.url });
  const browser = await launchBrowser(findChromium(), fakeCamera);
  try {
    say(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
    const { origin } = product;
    const warehouseId = await enterWarehouseAs((await visitAdmin(origin, admin)).api);
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await measure(page, { origin, warehouseId, databaseUrl: postgres.url });
  } finally {
    await browser.close();
    await product.stop();
    await postgres.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

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

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

const steps = ["scan to answer", "weight", "photo", "save"] as const;

/** Milliseconds of each step, until the next parcel can be scanned. */
async function receive(page: Page, number: string): Promise<readonly number[]> {
  const times = [performance.now()];
  const done = () => times.push(performance.now());
  await type(page, number);
  await page.locator("[data-look=right], [data-look=unknown]").first().waitFor();
  done();
  await type(page, "1.25");
  await page.getByText("1.25 kg").first().waitFor();
  done();
  await page.keyboard.press("Space");
  await page.locator("li img").first().waitFor();
  done();
  await page.keyboard.press("Enter");
  await page.locator("[data-look=idle]").first().waitFor();
  done();
  return times.slice(1).map((time, index) => time - (times[index] ?? time));
}

async function baseline(page: Page): Promise<number> {
  const start = performance.now();
  await type(page, "YT1234567890123456AB");
  await type(page, "1.25");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  return performance.now() - start;
}

async function measureReceiving(): Promise<void> {
  const parcelsCount = Number(process.env["BENCH_PARCELS"] ?? 50);
  await atDesk(async (page, { origin }) => {
    await page.setContent("<input autofocus>");
    const typing: number[] = [];
    for (let round = 0; round < parcelsCount; round += 1) typing.push(await baseline(page));
    await signIn(page, `${origin}/admin/dashboard/receiving`);
    await page.getByRole("button", { name: "Start receiving" }).click();
    await page.getByRole("button", { name: "Turn on camera" }).click();
    await page.locator("video").waitFor();
    await page.waitForFunction("document.querySelector('video').videoWidth > 0");
    const parcels: (readonly number[])[] = [];
    for (let parcel = 0; parcel < parcelsCount; parcel += 1) {
      const number = randomUUID().replaceAll("-", "").slice(0, 18).toUpperCase();
      parcels.push(await receive(page, `YT${number}`));
    }
    await page.getByText("Waiting to be sent 0").waitFor();
    say(`the same keys in an empty page: ${spread(typing)}`);
    for (const [index, name] of steps.entries()) {
      say(`${name}: ${spread(parcels.map((times) => times[index] ?? Number.NaN))}`);
    }
    const wholes = parcels.map((times) => times.reduce((sum, time) => sum + time, 0));
    say(`scan to next scan (goal ${goals.receiving}): ${spread(wholes)}`);
  });
}

const perShelf = 50;

/** Shelves and received parcels, every tenth of them on the wrong one. */
async function fillShelves(
  page: Page,
  warehouseId: string,
  databaseUrl: string,
  parcelsCount: number,
): Promise<void> {
  const items = Array.from({ length: Math.ceil(parcelsCount / perShelf) }, (_, at) => ({
    code: `A-${String(at + 1).padStart(2, "0")}`,
  }));
  await callApi(page, "POST", `admin/warehouses/${warehouseId}/storage-locations`, { items });
  const database = openDatabase({ url: databaseUrl, log: silent });
  await database.pool.query(
    `insert into inbound_parcels (warehouse_id, storage_location_id, tracking_number, source, state,
       received_at, created_at, updated_at)
     select $1, shelves.ids[1 + ((n - 1) / ${perShelf} + (n % 10 = 0)::int) % array_length(shelves.ids, 1)],
       'YT' || lpad(n::text, 13, '0'), 'scanned', 'received', now(), now(), now()
     from generate_series(1, $2::int) n,
       (select array_agg(id order by code) as ids from storage_locations where warehouse_id = $1) shelves`,
    [warehouseId, parcelsCount],
  );
  await database.close();
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

async function scanAll(page: Page, parcelsCount: number): Promise<readonly number[]> {
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

async function measureStocktake(): Promise<void> {
  const parcelsCount = Number(process.env["BENCH_PARCELS"] ?? 2_000);
  await atDesk(async (page, { origin, warehouseId, databaseUrl }) => {
    await signIn(page, `${origin}/admin/dashboard/stocktake`);
    await page.getByRole("heading", { name: "Stocktake", exact: true }).waitFor();
    await fillShelves(page, warehouseId, databaseUrl, parcelsCount);
    await page.reload();
    await page.getByRole("button", { name: "Start stocktake" }).click();
    await page.getByLabel("Scan a shelf or a parcel").waitFor();
    const times = await scanAll(page, parcelsCount);
    await page.getByText("All scans are sent").waitFor();
    const path = `admin/warehouses/${warehouseId}/stocktakes`;
    const { items } = await callApi<{ items: readonly Stocktake[] }>(page, "GET", path);
    say(`scans (goal ${goals.stocktake} ms each): ${spread(times)}`);
    const wrong = times
      .filter((milliseconds) => milliseconds > goals.stocktake)
      .map((milliseconds) => `A scan took ${milliseconds.toFixed(0)} ms`);
    if (items[0]?.parcelsCount !== parcelsCount)
      wrong.push(`The server has ${items[0]?.parcelsCount} of ${parcelsCount} parcels`);
    conclude(wrong);
  });
}

const perSecond = Number(process.env["BENCH_RATE"] ?? 20);
const desksCount = 4;
const parcelsPerBox = 10;

type Scan = {
  readonly packer: TestPerson;
  readonly shipRequestId: string;
  readonly scan: string;
};

/** The scans of a box, which one packer makes one after the other. */
async function aBox(desk: PackingDesk, packer: TestPerson): Promise<Scan[]> {
  const customer = await aShipper(desk, "0");
  const weights = Array.from({ length: parcelsPerBox }, () => 300);
  const { packageId, numbers } = await receivedPackage(desk, customer, weights);
  const { id: shipRequestId } = await request(customer, packageId);
  return numbers.map((scan) => ({ packer, shipRequestId, scan }));
}

/** The scans of all desks, in turn. */
async function prepareBoxes(app: TestApp): Promise<Scan[]> {
  const desk = await packingDesk(app);
  const seconds = Number(process.env["BENCH_SECONDS"] ?? 20);
  const boxesPerDesk = Math.ceil((seconds * perSecond) / desksCount / parcelsPerBox);
  const byDesk: Scan[][] = [];
  for (let at = 0; at < desksCount; at += 1) {
    const packer = await aStaffMember(app, ["packer"]);
    const scans: Scan[] = [];
    for (let box = 0; box < boxesPerDesk; box += 1) {
      scans.push(...(await aBox(desk, packer)));
      // So many boxes would reach the limits of an hour.
      app.clock.advance(5 * 60_000);
    }
    byDesk.push(scans);
  }
  return Array.from({ length: boxesPerDesk * parcelsPerBox }, (_, index) =>
    byDesk.flatMap((scans) => scans[index] ?? []),
  ).flat();
}

/** Acts on each scan at its moment, whatever those before do, and returns how long each took from that moment. */
async function atRate(
  scans: readonly Scan[],
  act: (scan: Scan) => Promise<unknown>,
): Promise<number[]> {
  const begin = performance.now();
  const times = scans.map(async (scan, index) => {
    const due = begin + (index * 1000) / perSecond;
    await pause(Math.max(0, due - performance.now()));
    await act(scan);
    return performance.now() - due;
  });
  return await Promise.all(times);
}

async function measurePacking(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-packing-"));
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silent });
  const database = await openProductDatabase({ url: postgres.url, secret, log: silent });
  const app = await testApp({ database });
  try {
    const scans = await prepareBoxes(app);
    say(`${perSecond} scans a second over ${desksCount} desks`);
    const scanned = await atRate(scans, ({ packer, shipRequestId, scan }) =>
      packer.api.packing.scanIntoBox({ shipRequestId, scan, idempotencyKey: randomUUID() }),
    );
    say(`scans (goal: p99 < ${goals.packing}): ${spread(scanned)}`);
    const plain = await atRate(scans, ({ shipRequestId, scan }) =>
      app.database.kysely.transaction().execute(async (db) => {
        await sql`select from ship_requests where id = ${shipRequestId} for update`.execute(db);
        await sql`update ship_request_parcels c set scanned_at = now() from inbound_parcels p
          where c.inbound_parcel_id = p.id and c.ship_request_id = ${shipRequestId} and p.tracking_number = ${scan}
        `.execute(db);
        await sql`update ship_requests set packer_active_at = now() where id = ${shipRequestId}
        `.execute(db);
      }),
    );
    say(`the same rows in plain SQL: ${spread(plain)}`);
    const p99 = quantile(scanned, 0.99);
    conclude(p99 < goals.packing ? [] : [`The p99 of scans was ${p99.toFixed(0)} ms`]);
  } finally {
    await app.close();
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  }
}

await runParts({
  receiving: measureReceiving,
  stocktake: measureStocktake,
  packing: measurePacking,
  "hand-over": handOver,
});
