// Measures the receiving desk, keyboard only: from a scan until the next parcel can be scanned, with weight and photo.
//
// The time has the requests and the automation of the browser in it, so that our own work takes less. The baseline is the
// same keys typed into a page with one empty field. BENCH_ORIGIN names a running server, such as one with demo data.
import { loadavg } from "node:os";
import { chromium, type Page } from "playwright";
import { visitAdmin } from "#test/crashes/visitor.ts";
import { enterWarehouseAs } from "#test/enter-warehouse-as.ts";
import { findChromium } from "#test/find-chromium.ts";
import { admin, startMeasuredProduct } from "#test/measured-product.ts";

const parcelsCount = Number(process.env["BENCH_PARCELS"] ?? 50);
const goalMilliseconds = 400;

function quantile(values: readonly number[], part: number): string {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN).toFixed(0).padStart(6);
}

function print(name: string, values: readonly number[]): void {
  const figures = [0.5, 0.9, 1].map((part) => quantile(values, part)).join("");
  console.log(`${name.padEnd(44)}${figures}`);
}

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

/** Reads from the API as the page's session. */
async function readApi<Answer>(page: Page, path: string): Promise<Answer> {
  const read = async (address: string) => {
    const response = await fetch(`/api/${address}`);
    if (!response.ok) throw new Error(`${address}: ${await response.text()}`);
    return (await response.json()) as unknown;
  };
  return (await page.evaluate(read, path)) as Answer;
}

async function openDesk(page: Page, origin: string): Promise<void> {
  await enterWarehouseAs((await visitAdmin(origin, admin)).api);
  await page.goto(`${origin}/admin/dashboard/receiving`);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Start receiving" }).click();
  await page.getByRole("button", { name: "Turn on camera" }).click();
  await page.locator("video").waitFor();
  await page.waitForFunction("document.querySelector('video').videoWidth > 0");
}

/** Numbers that customers await come first, then others. */
async function numbersToScan(page: Page): Promise<readonly string[]> {
  const { items: warehouses } = await readApi<{ items: readonly { id: string }[] }>(
    page,
    "admin/receiving/warehouses",
  );
  const { items } = await readApi<{ items: readonly { trackingNumber: string }[] }>(
    page,
    `admin/warehouses/${warehouses[0]?.id}/awaited-numbers`,
  );
  const awaited = items.map(({ trackingNumber }) => trackingNumber);
  const others = Array.from(
    { length: parcelsCount },
    () => `YT${Date.now()}${crypto.randomUUID()}`,
  );
  const unawaited = others.map((text) => text.replaceAll("-", "").slice(0, 20).toUpperCase());
  return [...awaited, ...unawaited].slice(0, parcelsCount);
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

const executablePath = findChromium();
if (executablePath === null) throw new Error("This needs a Chromium.");
const running = process.env["BENCH_ORIGIN"];
const product =
  running === undefined
    ? await startMeasuredProduct()
    : { origin: running, stop: () => Promise.resolve() };
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"],
});
try {
  console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
  const blank = await browser.newPage();
  await blank.setContent("<input autofocus>");
  const typing: number[] = [];
  for (let round = 0; round < parcelsCount; round += 1) typing.push(await baseline(blank));
  await blank.close();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await openDesk(page, product.origin);
  const parcels: (readonly number[])[] = [];
  for (const number of await numbersToScan(page)) parcels.push(await receive(page, number));
  await page.getByText("Waiting to be sent 0").waitFor();
  console.log(`${parcelsCount} parcels, in milliseconds`.padEnd(44), "  p50   p90   max");
  print("the same keys in an empty page", typing);
  for (const [index, name] of steps.entries()) {
    print(
      name,
      parcels.map((times) => times[index] ?? Number.NaN),
    );
  }
  const wholes = parcels.map((times) => times.reduce((sum, time) => sum + time, 0));
  print(`scan to next scan (goal ${goalMilliseconds})`, wholes);
} finally {
  await browser.close();
  await product.stop();
}
