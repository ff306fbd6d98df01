// What happens in the demo's ninety days: people join, pay and ship, staff move their packages on, day by day.
import { randomUUID } from "node:crypto";
import { ORPCError } from "@orpc/client";
import { demoGoods, demoPassword, demoUsers, type DemoPerson } from "./users.ts";
import { drawParcel } from "./picture.ts";
import { deposit, payingCard, visit, type Customer, type Story } from "./customer.ts";
import { handlePackage } from "./handle-package.ts";
import type { Shop } from "./shop.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Something that happens at a moment; it may plan more. */
type Happening = { readonly at: number; readonly happen: () => Promise<void> };

/** Plays the days from `startsAt` until `endsAt`. `tell` hears of each week. */
export async function play(
  shop: Shop,
  options: { adminId: string; startsAt: Date; endsAt: Date; notify: (line: string) => void },
): Promise<{ customers: number; packages: number }> {
  const { adminId, startsAt, endsAt, notify } = options;
  const happenings: Happening[] = [];
  const adminBrowser = shop.browser("192.0.2.1");
  const story: Story = {
    shop,
    admin: adminBrowser.api,
    chance: chanceOf(88),
    plan: (at, happen) => void happenings.push({ at, happen }),
    packageCount: 0,
  };
  demoUsers.forEach((person, index) => {
    const at = startsAt.getTime() + person.joinsOnDay * day + (1 + (index % 9)) * hour;
    story.plan(at, () => join(story, person, `198.51.100.${index + 1}`));
  });
  for (const at of [30, 60, 89]) {
    story.plan(startsAt.getTime() + at * day, async () => {
      await story.admin.payments.startReconciliation({});
      await shop.settle();
    });
  }
  let weeks = 0;
  for (;;) {
    happenings.sort((one, other) => one.at - other.at);
    const next = happenings.shift();
    if (next === undefined || next.at > endsAt.getTime()) break;
    await shop.moveTo(new Date(next.at));
    const days = (next.at - startsAt.getTime()) / day;
    if (days >= weeks * 7) notify(`Week ${(weeks += 1)}: ${story.packageCount} packages so far`);
    // What staff may do with money wants a sign-in of the last minutes.
    await adminBrowser.signInOrChallenge(adminId);
    await next.happen();
  }
  await shop.moveTo(endsAt);
  return { customers: demoUsers.length, packages: story.packageCount };
}

/** The same numbers at every run, so that demos are much alike (a linear congruential generator). */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function join(story: Story, person: DemoPerson, ipAddress: string): Promise<void> {
  const { shop } = story;
  const browser = shop.browser(ipAddress);
  const { fullName, email, phone, address, city, country, postalCode, plan } = person;
  await browser.api.auth.signUp({ fullName, email, password: demoPassword });
  await shop.settle();
  await browser.api.auth.completeCallback({
    accessToken: accessTokenIn(shop.emailTo(email)),
    type: "signup",
  });
  const session = await browser.api.auth.readSession({});
  if (session === null) throw new Error(`${email} was not signed in.`);
  await browser.api.users.updateProfile({ fullName, phone, address, city, country, postalCode });
  const now = shop.now().getTime();
  const customer = { ...person, userId: session.person.id, browser, lastSeenAt: now };
  if (plan === null) return;
  story.plan(now + hour, () => subscribe(story, customer));
  story.plan(now + 2 * hour, () =>
    deposit(story, customer, 150 + 50 * Math.floor(story.chance() * 4)),
  );
  story.plan(now + 20 * hour, () => addPackages(story, customer));
}

async function subscribe(story: Story, customer: Customer): Promise<void> {
  const api = await visit(story, customer);
  if (customer.plan === null) return;
  const { url } = await api.plans.startSubscription({
    plan: customer.plan,
    idempotencyKey: randomUUID(),
  });
  if (!(await story.shop.pay(url, customer, payingCard))) {
    throw new Error(`${customer.email} could not pay for the plan.`);
  }
  await story.shop.settle();
}

/** Registers a package and comes back with the next some days later. */
async function addPackages(story: Story, customer: Customer): Promise<void> {
  const { shop, chance } = story;
  const api = await visit(story, customer);
  const now = shop.now().getTime();
  story.plan(now + (3 + chance() * 6) * day, () => addPackages(story, customer));
  const [description, grams] = demoGoods[Math.floor(chance() * demoGoods.length)] ?? ["Books", 900];
  const origins = ["China", "China", "China", "Hong Kong", "Singapore"] as const;
  const origin = origins[Math.floor(chance() * origins.length)] ?? "China";
  try {
    const { package: pkg } = await api.packages.createPackage({
      trackingNumber: `SF${String(Math.floor(chance() * 1e13)).padStart(13, "0")}`,
      origin: origin === customer.destination ? "China" : origin,
      destination: customer.destination,
      description,
      estimatedWeightGrams: grams,
      idempotencyKey: randomUUID(),
    });
    story.packageCount += 1;
    for (let image = chance() < 0.6 ? 1 + Math.floor(chance() * 2) : 0; image > 0; image -= 1) {
      const picture = drawParcel(story.packageCount * 3 + image);
      const file = new File([picture], `parcel-${image}.png`, { type: "image/png" });
      await api.packages.addImage({ packageId: pkg.id, file });
    }
    handlePackage(story, customer, { pkg, grams });
  } catch (error) {
    // The month's packages are used up: back after the next payment.
    const code = error instanceof ORPCError ? String(error.code) : "";
    if (code !== "quota_exceeded" && code !== "subscription_required") throw error;
  }
}

/** The single-use token in a letter that verifies an address; throws when the letter has none. */
function accessTokenIn(message: string): string {
  const token = /access_token=([\w-]+)/.exec(message)?.[1];
  if (token === undefined) throw new Error("The letter holds no link to verify the address.");
  return token;
}
