// Reports Lighthouse scores of public pages of the built product: mobile, the median of several runs.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { findChromium } from "#test/find-chromium.ts";
import { startMeasuredProduct } from "#test/measured-product.ts";

const lighthouse = "lighthouse@13.5.0";
const runs = Number(process.env["BENCH_RUNS"] ?? 5);
const pages = (process.env["BENCH_PAGES"] ?? "/,/pricing,/services,/login").split(",");

const report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({ score: z.number().nullish(), numericValue: z.number().optional() }),
  ),
});
type Report = z.infer<typeof report>;

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const mostTries = 3;

/** Lighthouse sometimes loses the browser's trace; such a run is repeated. */
async function auditAgain(...target: Parameters<typeof audit>): Promise<Report> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await audit(...target);
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      const reason = /Runtime error encountered: .*/.exec(said)?.[0] ?? said.slice(0, 500);
      if (tries === mostTries) throw new Error(reason, { cause: error });
      console.log(`A run on ${target[0]} is repeated. ${reason}`);
    }
  }
}

async function audit(address: string, folder: string, chromium: string): Promise<Report> {
  const args = [
    "--yes",
    lighthouse,
    address,
    "--quiet",
    "--output=json",
    "--output-path=stdout",
    "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
  ];
  const { stdout } = await promisify(execFile)("npx", args, {
    cwd: folder,
    maxBuffer: 100_000_000,
    env: { ...process.env, CHROME_PATH: chromium },
  });
  return report.parse(JSON.parse(stdout));
}

function line(address: string, reports: readonly Report[]): string {
  const score = (name: string) =>
    Math.round(median(reports.map(({ categories }) => (categories[name]?.score ?? 0) * 100)));
  const value = (name: string) =>
    median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
  const categories = ["performance", "accessibility", "best-practices", "seo"].map(
    (name) => `${name} ${score(name)}`,
  );
  return [
    address.padEnd(10),
    ...categories,
    `LCP ${(value("largest-contentful-paint") / 1000).toFixed(2)} s`,
    `CLS ${value("cumulative-layout-shift").toFixed(3)}`,
    `${(value("total-byte-weight") / 1000).toFixed(0)} KB`,
  ].join("  ");
}

/** The audits that cost a category its last points, from the last run. */
function shortcomings({ audits }: Report): string {
  const names = Object.entries(audits)
    .filter(([, { score }]) => typeof score === "number" && score < 0.9)
    .map(([name]) => name);
  return names.length === 0 ? "" : `           below 90: ${names.join(", ")}`;
}

const chromium = findChromium();
if (chromium === null) throw new Error("Lighthouse needs a Chromium.");
const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
const product = await startMeasuredProduct();
console.log(`${runs} runs each, mobile; load of the machine ${loadavg()[0]?.toFixed(1)}`);
try {
  for (const page of pages) {
    const reports: Report[] = [];
    for (let run = 0; run < runs; run += 1) {
      reports.push(await auditAgain(`${product.origin}${page}`, folder, chromium));
    }
    console.log(line(page, reports));
    const last = reports.at(-1);
    const short = last === undefined ? "" : shortcomings(last);
    if (short !== "") console.log(short);
  }
  console.log(`load of the machine at the end ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
