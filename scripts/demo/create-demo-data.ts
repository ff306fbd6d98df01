import { randomUUID } from "node:crypto";
import { ORPCError } from "@orpc/client";
import { enterWarehouseAs } from "#test/enter-warehouse-as.ts";
import { demoGoods, demoPassword, demoUsers, type DemoCustomer } from "./users.ts";
import { demoPicture } from "./picture.ts";
import { scheduleJourney } from "./warehouse-journey.ts";
import { parcelNumber } from "./carrier-steps.ts";
import { deposit, payingCard, payOut, visit, type Customer, type DemoRun } from "./customer.ts";
import { handlePackage } from "./handle-package.ts";
import { enterNumbers, enterShelves } from "./warehouse-day.ts";
import type { DemoServer } from "./demo-server.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** An action at a time in milliseconds; it may schedule more. */
type ScheduledAction = { readonly at: number; readonly action: () => Promise<void> };

/** Creates the data of the days from `startsAt` to `endsAt`: customers register, pay and ship, admins handle packages. */
export async function createDemoData(
  server: DemoServer,
  options: { adminId: string; startsAt: Date; endsAt: Date; onProgress: (line: string) => void },
): Promise<{ customers: number; packages: number }> {
  const { adminId, startsAt, endsAt, onProgress } = options;
  const actions: ScheduledAction[] = [];
  const adminBrowser = server.browser("192.0.2.1");
  await adminBrowser.signIn(adminId);
  const warehouseId = await enterWarehouseAs(adminBrowser.api, { code: "HK1" });
  await enterShelves(adminBrowser.api, warehouseId);
  await enterNumbers(adminBrowser.api);
  const demo: DemoRun = {
    server,
    admin: adminBrowser.api,
    warehouseId,
    random: seededRandom(88),
    schedule: (at, action) => void actions.push({ at, action }),
    packageCount: 0,
  };
  demoUsers.forEach((person, index) => {
    const at = startsAt.getTime() + person.registersOnDay * day + (1 + (index % 9)) * hour;
    demo.schedule(at, () => register(demo, person, `198.51.100.${index + 1}`, endsAt));
  });
  for (const at of [30, 60, 89]) {
    demo.schedule(startsAt.getTime() + at * day, async () => {
      await demo.admin.payments.startReconciliation({});
      await server.runJobs();
    });
  }
  let weeks = 0;
  for (;;) {
    actions.sort((one, other) => one.at - other.at);
    const next = actions.shift();
    if (next === undefined || next.at > endsAt.getTime()) break;
    await server.moveTo(new Date(next.at));
    const days = (next.at - startsAt.getTime()) / day;
    if (days >= weeks * 7) onProgress(`Week ${(weeks += 1)}: ${demo.packageCount} packages so far`);
    // Wallet operations of admins need a recent sign-in.
    await adminBrowser.signIn(adminId);
    await next.action();
  }
  await server.moveTo(endsAt);
  await server.runJobs();
  return { customers: demoUsers.length, packages: demo.packageCount };
}

/** The same numbers at every run (a linear congruential generator). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function register(
  demo: DemoRun,
  person: DemoCustomer,
  ipAddress: string,
  endsAt: Date,
): Promise<void> {
  const { server } = demo;
  const browser = server.browser(ipAddress);
  const { fullName, email, phone, address, city, state, country, postalCode, plan } = person;
  await browser.api.auth.signUp({ fullName, email, password: demoPassword });
  await server.runJobs();
  await browser.api.auth.completeCallback({
    accessToken: accessTokenIn(server.latestEmail(email)),
    type: "signup",
  });
  const session = await browser.api.auth.readSession({});
  if (session === null) throw new Error(`${email} was not signed in.`);
  const place = { address, addressLine2: "", city, state, country, postalCode };
  await browser.api.users.updateProfile({ fullName, phone, ...place });
  const now = server.now().getTime();
  const customer = { ...person, userId: session.person.id, browser, lastSeenAt: now };
  if (plan === null) return;
  demo.schedule(now + hour, () => subscribe(demo, customer));
  demo.schedule(now + 2 * hour, () =>
    deposit(demo, customer, 150 + 50 * Math.floor(demo.random() * 4)),
  );
  if (person.payout !== null) {
    demo.schedule(now + person.payout.afterDays * day, () => payOut(demo, customer));
  }
  if (person.hasJourney) scheduleJourney(demo, customer, endsAt.getTime());
  else demo.schedule(now + 20 * hour, () => addPackages(demo, customer));
}

async function subscribe(demo: DemoRun, customer: Customer): Promise<void> {
  const api = await visit(demo, customer);
  if (customer.plan === null) return;
  const { url } = await api.plans.startSubscription({
    plan: customer.plan,
    idempotencyKey: randomUUID(),
  });
  if (!(await demo.server.pay(url, customer, payingCard))) {
    throw new Error(`${customer.email} could not pay for the plan.`);
  }
  await demo.server.runJobs();
}

/** Registers a package and schedules the next one some days later. */
async function addPackages(demo: DemoRun, customer: Customer): Promise<void> {
  const { server, random } = demo;
  const api = await visit(demo, customer);
  const now = server.now().getTime();
  demo.schedule(now + (3 + random() * 6) * day, () => addPackages(demo, customer));
  const [description, grams] = demoGoods[Math.floor(random() * demoGoods.length)] ?? ["Books", 900];
  const origins = ["China", "China", "China", "Hong Kong", "Singapore"] as const;
  const origin = origins[Math.floor(random() * origins.length)] ?? "China";
  try {
    const { package: pkg } = await api.packages.createPackage({
      trackingNumber: parcelNumber(random),
      origin: origin === customer.destination ? "China" : origin,
      destination: customer.destination,
      description,
      estimatedWeightGrams: grams,
      idempotencyKey: randomUUID(),
    });
    demo.packageCount += 1;
    for (let image = random() < 0.6 ? 1 + Math.floor(random() * 2) : 0; image > 0; image -= 1) {
      const file = demoPicture(demo.packageCount * 3 + image);
      await api.packages.addImage({ packageId: pkg.id, file, idempotencyKey: randomUUID() });
    }
    handlePackage(demo, customer, { pkg, grams });
  } catch (error) {
    // The monthly quota is used up; the next package follows after the next payment.
    const code = error instanceof ORPCError ? String(error.code) : "";
    if (code !== "quota_exceeded" && code !== "subscription_required") throw error;
  }
}

/** The token of a verification email; throws when there is none. */
function accessTokenIn(message: string): string {
  const token = /access_token=([\w-]+)/.exec(message)?.[1];
  if (token === undefined) throw new Error("The email has no verification link.");
  return token;
}
