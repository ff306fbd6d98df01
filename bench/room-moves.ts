// Measures how long a signed-in person waits between rooms: from the click in the sidebar to the next heading painted.
import { loadavg } from "node:os";
import { chromium, type Browser, type Page } from "playwright";
import { findChromium } from "#testing/find-chromium.ts";
import { admin, startMeasuredProduct } from "#testing/measured-product.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const goalMilliseconds = 100;
const customer = { email: "mei@example.com", password: "a calm harbour at dusk" };

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function post(origin: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${origin}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`);
}

/** The link in the letter that verifies the customer's address, once it has arrived. */
async function verificationLink(origin: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${origin}/sandbox/mail.json`);
    const text = JSON.stringify(await response.json());
    const link = /https?:[^"\s\\]+\/auth\/callback#[^"\s\\]+/.exec(text)?.[0];
    if (link !== undefined) return link;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}

async function enterAsCustomer(page: Page, origin: string): Promise<void> {
  await post(origin, "/sign-up", { ...customer, fullName: "Mei Tan" });
  await page.goto(await verificationLink(origin));
  await page.waitForURL("**/dashboard");
}

async function enterAsAdmin(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/admin-login`);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/admin/dashboard");
}

/**
 * Runs in the page. From the next click on it waits for another heading at the address given, lets the frame that
 * paints it pass, and notes how long that took since the click.
 */
const watch = `(target) => {
  const before = document.querySelector("main h1");
  const words = before?.textContent;
  delete document.documentElement.dataset.moved;
  document.addEventListener("click", (event) => {
    const note = () => {
      document.documentElement.dataset.moved = String(performance.now() - event.timeStamp);
    };
    const look = () => {
      const heading = document.querySelector("main h1");
      const isNew = heading !== null && (heading !== before || heading.textContent !== words);
      if (location.pathname !== target || !isNew) return requestAnimationFrame(look);
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = note;
        channel.port2.postMessage(null);
      });
    };
    requestAnimationFrame(look);
  }, { once: true, capture: true });
}`;

/** Milliseconds from the click on the sidebar's link to `path` until its room's heading is painted. */
async function move(page: Page, path: string): Promise<number> {
  const link = page.locator(`aside nav a[href="${path}"]`);
  await link.hover();
  await page.evaluate(`(${watch})(${JSON.stringify(path)})`);
  await link.click();
  const moved = page.locator("html[data-moved]");
  await moved.waitFor({ state: "attached", timeout: 30_000 });
  return Number(await moved.getAttribute("data-moved"));
}

/** First visits come first, in a fresh tab whose idle time has passed; then `rounds` more through all rooms. */
async function measure(page: Page, name: string): Promise<void> {
  await page.locator("main h1").waitFor();
  const links = await page.locator("aside nav a").all();
  const addresses = await Promise.all(
    links.map(async (link) => (await link.getAttribute("href")) ?? ""),
  );
  await page.reload();
  await page.locator("main h1").waitFor();
  // Two seconds after its drawing at the latest a page has fetched the other rooms.
  await page.waitForTimeout(4_000);
  const times = new Map<string, number[]>();
  const around = [...addresses.slice(1), ...addresses.slice(0, 1)];
  for (let round = 0; round <= rounds; round += 1) {
    for (const path of around) {
      times.set(path, [...(times.get(path) ?? []), await move(page, path)]);
    }
  }
  console.log(`\n${name}: first visit, median and slowest of ${rounds + 1}, in milliseconds`);
  for (const [path, taken] of times) {
    const [first = Number.NaN] = taken;
    const slowest = Math.max(...taken);
    const mark = slowest > goalMilliseconds ? `  over ${goalMilliseconds}` : "";
    const figures = [first, median(taken), slowest].map((value) => value.toFixed(0).padStart(5));
    console.log(`${path.padEnd(32)}${figures.join("")}${mark}`);
  }
}

const executablePath = findChromium();
if (executablePath === null) throw new Error("This needs a Chromium.");
const product = await startMeasuredProduct();
let browser: Browser | null = null;
console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
try {
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  for (const [name, enter] of [
    ["Customer", enterAsCustomer],
    ["Office", enterAsAdmin],
  ] as const) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await enter(page, product.origin);
    await measure(page, name);
    await context.close();
  }
  console.log(`\nload of the machine at the end ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await browser?.close();
  await product.stop();
}
