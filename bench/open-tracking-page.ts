// Sends 50 messages of carriers a second over the network, and measures the answers, and how long an open page of a package
// takes to show what its carrier reports: from sending the message until its words are painted.
import { createHash, randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { chromium, type Page } from "playwright";
import { sandboxTrackingAccess } from "#app/server/open-sandboxes.ts";
import { customerPassword, visitAdmin, visitAsCustomer } from "#test/crashes/visitor.ts";
import { admin } from "#test/crashes/server-process.ts";
import { findChromium } from "#test/find-chromium.ts";
import { startMeasuredProduct } from "#test/measured-product.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 20);
/** About whose numbers the other messages are. */
const otherPackages = 40;
const pauseMilliseconds = 20;
const roundMilliseconds = 1_500;
/** Not counted: server and page compile what they run often. */
const warmUpRounds = 3;
const goals = { shown: 1_000, answered: 50 };
const secret = "a secret of benches alone, 32 characters";

const numberOf = (place: number) => `ZZ${String(400_000_000 + place)}`;

function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

let sentCount = 0;

/** Sends a message with one event; returns how many milliseconds the answer took. */
async function sendMessage(origin: string, number: string, description: string): Promise<number> {
  sentCount += 1;
  // Carriers name seconds.
  const at = new Date(Date.now() - 3_600_000 + sentCount * 1_000).toISOString();
  const events = [{ time_utc: at, time_iso: at, description, sub_status: "InTransit_Other" }];
  const info = { tracking: { providers: [{ events }] } };
  const data = { number, carrier: 0, tag: "", track_info: info };
  const body = JSON.stringify({ event: "TRACKING_UPDATED", data });
  const { apiKey } = sandboxTrackingAccess({ secret, publicUrl: origin });
  const sign = createHash("sha256").update(`${body}/${apiKey}`).digest("hex");
  const startedAt = performance.now();
  const url = `${origin}/api/webhooks/tracking`;
  const { status } = await fetch(url, { method: "POST", body, headers: { sign } });
  if (status !== 200) throw new Error(`A message was answered with ${status}.`);
  return performance.now() - startedAt;
}

/** Packages whose last leg has a number, the first one watched; returns its id and the customer's email. */
async function makePackages(origin: string) {
  const office = await visitAdmin(origin);
  const { api, email } = await visitAsCustomer(origin, 1);
  const { items } = await office.api.users.listUsers({});
  const userId = items.find((user) => user.email === email)?.id ?? "";
  await office.api.plans.giveComplimentaryPlan({ userId, plan: "Super", reason: "Measurement" });
  const packageQuota = otherPackages + 1;
  await office.api.plans.adjustQuota({ userId, packageQuota, reason: "Measurement" });
  let watched = "";
  for (let place = 0; place <= otherPackages; place += 1) {
    const { package: pkg } = await api.packages.createPackage({
      trackingNumber: `SF${String(8_000_000_000_000 + place)}`,
      origin: "China",
      destination: "United States",
      idempotencyKey: randomUUID(),
    });
    const leg = pkg.legs.at(-1);
    if (leg === undefined) throw new Error("The package has no legs.");
    const { id: legId, origin: from, destination, estimatedDeparture, estimatedArrival } = leg;
    const dates = { estimatedDeparture, estimatedArrival };
    const fields = { origin: from, destination, carrier: null, ...dates, notes: null };
    const trackingNumber = numberOf(place);
    await office.api.packages.updateLeg({ legId, ...fields, trackingNumber });
    if (place === 0) watched = pkg.id;
  }
  return { packageId: watched, email };
}

async function openPackage(page: Page, origin: string, packageId: string, email: string) {
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(customerPassword);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await page.waitForURL("**/dashboard");
  await page.goto(`${origin}/dashboard/packages?package=${packageId}`);
  await page.getByRole("heading", { name: "Carrier Updates" }).waitFor();
}

/** Milliseconds until the open page has painted the words of a message. */
async function showReport(page: Page, origin: string, words: string): Promise<number> {
  const painted = page.evaluate(
    `new Promise((resolve) => {
      // Looked for after changes alone: to look at each frame would itself take much of the processor.
      const observer = new MutationObserver(() => {
        if (!document.body.textContent.includes("${words}")) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
      });
      observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    })`,
  );
  const sentAt = Date.now();
  await sendMessage(origin, numberOf(0), words);
  return Number(await painted) - sentAt;
}

const executablePath = findChromium();
if (executablePath === null) throw new Error("This needs a Chromium.");
const account = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
const product = await startMeasuredProduct({ SECRET: secret, ...account });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
try {
  const { origin } = product;
  const { packageId, email } = await makePackages(origin);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await openPackage(page, origin, packageId, email);
  const answers: number[] = [];
  let isCounted = false;
  let isOver = false;
  const sending = (async () => {
    const underWay: Promise<unknown>[] = [];
    const startedAt = performance.now();
    for (let index = 0; !isOver; index += 1) {
      await pause(Math.max(0, startedAt + index * pauseMilliseconds - performance.now()));
      const number = numberOf(1 + (index % otherPackages));
      const answer = sendMessage(origin, number, `Event ${index}`);
      underWay.push(isCounted ? answer.then((ms) => answers.push(ms)) : answer);
    }
    await Promise.all(underWay);
    return underWay.length / ((performance.now() - startedAt) / 1000);
  })();
  const shown: number[] = [];
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    isCounted = round >= 0;
    const ms = await showReport(
      page,
      origin,
      `Report ${round + warmUpRounds} of the watched package`,
    );
    if (isCounted) shown.push(ms);
    // Not in step with the server.
    await pause(roundMilliseconds * (0.5 + Math.random()));
  }
  isOver = true;
  const rate = await sending;
  const [p50, p99] = [percentile(answers, 0.5), percentile(answers, 0.99)];
  console.log(
    `${answers.length} messages, ${rate.toFixed(0)} a second: answers p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
  );
  const slowest = Math.max(...shown);
  console.log(
    `${rounds} on an open page: median ${percentile(shown, 0.5)} ms, slowest ${slowest} ms`,
  );
  process.exitCode = p99 > goals.answered || slowest > goals.shown ? 1 : 0;
} finally {
  await browser.close();
  await product.stop();
}
