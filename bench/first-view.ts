// Measures the first view of signed-in pages on a slow phone: slow 4G as Lighthouse defines it, a CPU four times slower
// and an empty cache. "Frame" is the sidebar or bar with placeholders, "content" the page with its data as far as
// it is in view. With BENCH_AGAINST, the main.ts of another built checkout, both are measured in turns and compared.
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright";
import { findChromium, findHeadlessShell } from "#test/find-chromium.ts";
import { admin, startMeasuredProduct, type MeasuredProduct } from "#test/measured-product.ts";
import { customer, enterAsCustomer, launchBrowser, signIn } from "./parts/browser.ts";
import { median } from "./parts/measuring.ts";

const runs = Number(process.env["BENCH_RUNS"] ?? 5);
/** 562.5 is what Lighthouse applies to requests so that connections cost about as much as with its 150 ms of RTT. */
const latencyMilliseconds = Number(process.env["BENCH_LATENCY"] ?? 150);
const slow4G = {
  offline: false,
  latency: latencyMilliseconds,
  downloadThroughput: (1_638.4 * 1_000) / 8,
  uploadThroughput: (675 * 1_000) / 8,
};
const cpuSlowdown = 4;
/** Times are at most this much too late. */
const lookMilliseconds = 50;
/** A page reads again what has changed within the last minute, such as a new account. */
const settlingMilliseconds = 61_000;
const goals = { frame: 2_500, content: 4_500 };
const pages = [
  { who: customer, login: "/login", path: "/dashboard" },
  { who: customer, login: "/login", path: "/dashboard/packages" },
  { who: admin, login: "/admin-login", path: "/admin/dashboard" },
  { who: admin, login: "/admin-login", path: "/admin/dashboard/shipments" },
] as const;
const chosen = process.env["BENCH_PAGES"]?.split(",");

type Times = { readonly frame: number; readonly content: number };

/** Runs in every document: records when the frame and when the content is painted. */
const watch = `(() => {
  const isShown = (element) => element !== null && element.checkVisibility();
  const isInView = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return element.checkVisibility() && top < innerHeight && bottom > 0;
  };
  const times = {};
  const look = () => {
    const now = performance.now();
    const main = document.querySelector("main");
    const heading = document.querySelector("main h1");
    if (times.frame === undefined && [...document.querySelectorAll("[data-frame]")].some(isShown)) {
      times.frame = now;
    }
    const placeholders = main === null ? [] : [...main.querySelectorAll(".mantine-Skeleton-root")];
    const isLoaded = isShown(heading) && !placeholders.some(isInView);
    if (isLoaded) {
      times.content = now;
      document.documentElement.dataset.times = JSON.stringify(times);
      return;
    }
    // To look at each frame would take a good part of a slow processor.
    setTimeout(() => requestAnimationFrame(look), ${lookMilliseconds});
  };
  requestAnimationFrame(look);
})()`;

async function signedIn(browser: Browser, origin: string, target: (typeof pages)[number]) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, `${origin}${target.login}`, target.who);
  await page.waitForURL(/\/dashboard$/);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function measure(
  browser: Browser,
  address: string,
  storageState: Awaited<ReturnType<typeof signedIn>>,
): Promise<Times> {
  const context = await browser.newContext({
    storageState,
    viewport: { width: 412, height: 823 },
    isMobile: true,
  });
  const page = await context.newPage();
  await page.addInitScript(watch);
  // Going to another site takes another process, and a slowed one that is left takes processor time from the page's.
  await page.goto(`${new URL(address).origin}/healthz`);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slow4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  await page.goto(address, { waitUntil: "commit" });
  const done = page.locator("html[data-times]");
  await done.waitFor({ state: "attached", timeout: 60_000 });
  const times = JSON.parse((await done.getAttribute("data-times")) ?? "{}") as Times;
  if (process.env["BENCH_REQUESTS"]) {
    const requests = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name, startTime, duration }) => {
        const times = [startTime, startTime + duration].map((time) => time.toFixed(0).padStart(6));
        return `${times.join("")} ${new URL(name).pathname}`;
      }),
    );
    console.log(requests.join("\n"));
  }
  await context.close();
  return times;
}

type Side = { readonly name: string; readonly product: MeasuredProduct };

/** The times of `target` on each side, measured in turns so that both have the same machine. */
async function measureInTurns(
  browser: Browser,
  sides: readonly Side[],
  target: (typeof pages)[number],
): Promise<readonly (readonly Times[])[]> {
  const measured = [];
  for (const { product } of sides) {
    const state = await signedIn(browser, product.origin, target);
    measured.push({ address: `${product.origin}${target.path}`, state, taken: [] as Times[] });
  }
  for (let run = 0; run < runs; run += 1) {
    for (const side of measured) side.taken.push(await measure(browser, side.address, side.state));
  }
  return measured.map(({ taken }) => taken);
}

function describe(taken: readonly Times[], what: keyof Times): string {
  const values = taken.map((times) => times[what] ?? Number.POSITIVE_INFINITY);
  const mark = Math.max(...values) > goals[what] ? ` (over ${goals[what]})` : "";
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(0));
  return `${what} ${median(values).toFixed(0)} (${least} to ${most})${mark}`;
}

function ratio(sides: readonly (readonly Times[])[], what: keyof Times): string {
  const [here, there] = sides.map((taken) => median(taken.map((times) => times[what])));
  return `${what} ${((here ?? Number.NaN) / (there ?? Number.NaN)).toFixed(2)}`;
}

// What else Chromium shows around a page would take from the page's processor.
const executablePath = findHeadlessShell() ?? findChromium();
const against = process.env["BENCH_AGAINST"];
const sides: Side[] = [{ name: "this commit", product: await startMeasuredProduct() }];
if (against !== undefined) {
  sides.push({ name: "the other", product: await startMeasuredProduct({}, against) });
}
let browser: Browser | null = null;
console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}, latency ${latencyMilliseconds} ms`);
try {
  browser = await launchBrowser(executablePath);
  for (const { product } of sides) {
    const page = await browser.newPage();
    await enterAsCustomer(page, product.origin);
    await page.close();
  }
  await pause(settlingMilliseconds);
  for (const target of pages.filter(({ path }) => chosen?.includes(path) ?? true)) {
    const times = await measureInTurns(browser, sides, target);
    for (const [index, { name }] of sides.entries()) {
      const taken = times[index] ?? [];
      const columns = `${describe(taken, "frame")}   ${describe(taken, "content")}`;
      console.log(`${target.path.padEnd(28)}${name.padEnd(14)}${columns}`);
    }
    if (times.length > 1) {
      console.log(
        `${"".padEnd(28)}ratio         ${ratio(times, "frame")}, ${ratio(times, "content")}`,
      );
    }
  }
  console.log(`load of the machine at the end ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await browser?.close();
  for (const { product } of sides) await product.stop();
}
