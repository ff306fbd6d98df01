// Measures page navigation when signed in: from the click in the sidebar until the next heading is painted. Also how
// long the command palette takes to open.
import { loadavg } from "node:os";
import type { Browser, BrowserContext, Page } from "playwright";
import { startMeasuredProduct } from "#test/measured-product.ts";
import { enterAsCustomer, launchBrowser, signIn } from "./parts/browser.ts";
import { median } from "./parts/measuring.ts";

const tabCount = Number(process.env["BENCH_TABS"] ?? 5);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const goalMilliseconds = 150;
const paletteGoalMilliseconds = 100;
/** Time in which a page prefetches the other pages. */
const settlingMilliseconds = 4_000;
/** Time between two clicks of a user. */
const choosingMilliseconds = 500;

async function enterAsAdmin(page: Page, origin: string): Promise<void> {
  await signIn(page, `${origin}/admin-login`);
  await page.waitForURL("**/admin/dashboard");
}

/**
 * Runs in the page. From the next click it waits for another heading at the given path and one more frame, and records the
 * time since the click.
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

/** Milliseconds from the click on the sidebar's link to `path` until its heading is painted. */
async function move(page: Page, path: string): Promise<number> {
  const link = page.locator(`header nav[aria-label="Main"] a[href="${path}"]`);
  await link.hover();
  await page.evaluate(`(${watch})(${JSON.stringify(path)})`);
  await link.click();
  const moved = page.locator("html[data-moved]");
  await moved.waitFor({ state: "attached", timeout: 30_000 });
  return Number(await moved.getAttribute("data-moved"));
}

type Times = Map<string, number[]>;

/** Opens all pages once, the current one last. */
async function walk(page: Page, times: Times): Promise<void> {
  const links = await page.locator('header nav[aria-label="Main"] a').all();
  const [open = "", ...others] = await Promise.all(
    links.map(async (link) => (await link.getAttribute("href")) ?? ""),
  );
  for (const path of [...others, open]) {
    times.set(path, [...(times.get(path) ?? []), await move(page, path)]);
    await page.waitForTimeout(choosingMilliseconds);
  }
}

function print(name: string, times: Times, goal = goalMilliseconds): void {
  console.log(`\n${name}: median and slowest, in milliseconds`);
  for (const [path, taken] of times) {
    const mark = median(taken) > goal ? `  over ${goal}` : "";
    const figures = [median(taken), Math.max(...taken)].map((value) =>
      value.toFixed(0).padStart(5),
    );
    console.log(`${path.padEnd(32)}${figures.join("")}${mark}`);
  }
}

/** Milliseconds from the shortcut until the palette's field is painted and has the focus. */
async function openPalette(page: Page): Promise<number> {
  await page.evaluate(`(() => {
    delete document.documentElement.dataset.opened;
    const onKeyDown = (event) => {
      if (event.key !== "k") return;
      removeEventListener("keydown", onKeyDown, true);
      const look = () => {
        if (document.activeElement?.id !== "palette-field") return requestAnimationFrame(look);
        requestAnimationFrame(() => {
          document.documentElement.dataset.opened = String(performance.now() - event.timeStamp);
        });
      };
      requestAnimationFrame(look);
    };
    addEventListener("keydown", onKeyDown, true);
  })()`);
  await page.keyboard.press("Control+k");
  const opened = page.locator("html[data-opened]");
  await opened.waitFor({ state: "attached", timeout: 30_000 });
  const taken = Number(await opened.getAttribute("data-opened"));
  await page.keyboard.press("Escape");
  await page.locator("#palette-field").waitFor({ state: "detached" });
  return taken;
}

/** First visits in new tabs, then as many more rounds in the last tab. */
async function measure(context: BrowserContext, name: string, home: string): Promise<void> {
  const palette: Times = new Map([
    ["first", []],
    ["later", []],
  ]);
  const first: Times = new Map();
  const later: Times = new Map();
  for (let tab = 1; tab <= tabCount; tab += 1) {
    const page = await context.newPage();
    await page.goto(home);
    await page.locator("main h1").waitFor();
    await page.waitForTimeout(settlingMilliseconds);
    palette.get("first")?.push(await openPalette(page));
    for (let round = 1; round <= rounds; round += 1) {
      palette.get("later")?.push(await openPalette(page));
    }
    await walk(page, first);
    for (let round = 1; tab === tabCount && round <= rounds; round += 1) await walk(page, later);
    await page.close();
  }
  print(`${name}, opening the command palette`, palette, paletteGoalMilliseconds);
  print(`${name}, first visits in ${tabCount} tabs`, first);
  print(`${name}, ${rounds} visits more`, later);
}

const product = await startMeasuredProduct();
let browser: Browser | null = null;
console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
try {
  browser = await launchBrowser();
  for (const [name, enter] of [
    ["Customer", enterAsCustomer],
    ["Admin", enterAsAdmin],
  ] as const) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await enter(page, product.origin);
    await page.locator("main h1").waitFor();
    await measure(context, name, page.url());
    await context.close();
  }
  console.log(`\nload of the machine at the end ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await browser?.close();
  await product.stop();
}
