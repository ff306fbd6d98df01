// Measures the time from saving a file in development to seeing the change, in an open page and in the server.
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Page } from "playwright";
import { startDevLoop, type DevLoop } from "#testing/dev-loop.ts";
import { chromiumLaunchOptions } from "#testing/find-chromium.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const goalsSeconds = { screen: 1, server: 2 };
/** Nobody saves twice sooner. */
const pauseMilliseconds = 1_000;
const screenFile = "src/web/layout/not-found-page.tsx";
const serverFile = "src/server/http/health.ts";

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function secondsToSeeScreen(dev: DevLoop, page: Page, round: number): Promise<number> {
  const startedAt = performance.now();
  dev.edit(
    screenFile,
    /The address (may be|was) mistyped( \d+)?/,
    `The address was mistyped ${round}`,
  );
  await page.getByText(`mistyped ${round},`).waitFor();
  return (performance.now() - startedAt) / 1000;
}

async function secondsToSeeServer(dev: DevLoop, round: number): Promise<number> {
  const startedAt = performance.now();
  dev.edit(serverFile, /\{ status: "(ok|changed \d+)" \}/, `{ status: "changed ${round}" }`);
  for (;;) {
    const response = await fetch(`${dev.address}/healthz`);
    if (response.ok && (await response.text()).includes(`changed ${round}`)) break;
    await sleep(5);
  }
  return (performance.now() - startedAt) / 1000;
}

async function measure(seconds: (round: number) => Promise<number>): Promise<number[]> {
  const measured: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    await sleep(pauseMilliseconds);
    measured.push(await seconds(round));
  }
  return measured;
}

const startedAt = performance.now();
const dev = await startDevLoop({
  email: "admin@sampan.example",
  password: "lighthouse at the pier 7",
});
const startSeconds = (performance.now() - startedAt) / 1000;
const browser = await chromium.launch(chromiumLaunchOptions());
try {
  const page = await browser.newPage();
  await page.goto(`${dev.address}/no-such-page`);
  await page.getByText("may be mistyped").waitFor();
  await page.waitForLoadState("networkidle");
  const screen = await measure((round) => secondsToSeeScreen(dev, page, round));
  const server = await measure((round) => secondsToSeeServer(dev, round));
  const line = (values: readonly number[]) =>
    `${median(values).toFixed(2)} s (${values.map((value) => value.toFixed(2)).join(", ")})`;
  console.log(
    `load ${loadavg()
      .map((value) => value.toFixed(1))
      .join(" ")}, ${rounds} rounds, median`,
  );
  console.log(`first start, nothing cached: ${startSeconds.toFixed(1)} s`);
  console.log(`a screen, from saving to seeing it: ${line(screen)}`);
  console.log(`the server, from saving to its first answer: ${line(server)}`);
  const isWithin = median(screen) <= goalsSeconds.screen && median(server) <= goalsSeconds.server;
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await browser.close();
  await dev.remove();
}
