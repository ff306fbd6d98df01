// Points 1 and 2 of how tracking is shown, with the provider's sandbox.
import { beforeAll, describe, expect, test } from "vitest";
import type { ChangeNotice } from "#platform/contract/change-stream.ts";
import type { Package } from "#goods/contract/packages.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import {
  trackingSandboxOf,
  type SandboxStep,
  type TrackingSandboxControls,
} from "#test/tracking-sandbox.ts";
import { numberLeg } from "#test/tracking.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { isLongRun } from "#test/long-run.ts";

let app: TestApp;
let admin: TestPerson;
let support: TestPerson;
let customer: TestPerson;
let sandbox: TrackingSandboxControls;

beforeAll(async () => {
  app = await testApp({ currentTracking: "configured" });
  await enterWarehouse(app);
  sandbox = trackingSandboxOf(app);
  [admin, support, customer] = await Promise.all([
    anAdmin(app),
    aStaffMember(app, ["support"]),
    aCustomer(app, { plan: "Premium" }),
  ]);
  return () => app.close();
});

/** Gives legs of a package a number; the provider finds the carrier. */
async function follow(pkg: Package, legNumber: number, number: string): Promise<void> {
  const leg = pkg.legs[legNumber - 1];
  await numberLeg(app, admin, leg && { ...leg, carrier: null }, number);
}

describe("Shown by 1", () => {
  const steps: (SandboxStep & { readonly country: string })[] = [
    { afterHours: 0, status: "InfoReceived", country: "HK" },
    { afterHours: 1, status: "InTransit_PickedUp", country: "HK" },
    { afterHours: 1, status: "InTransit_CustomsProcessing", country: "US" },
    { afterHours: 1, status: "OutForDelivery_Other", country: "US" },
    { afterHours: 1, status: "Delivered_Other", country: "US" },
  ];

  test("each message moves leg, package, map and dashboard on open pages, with an email of each stage that is news at once", async () => {
    const trackingNumber = "SF4000000009901";
    const pkg = await aPackage(customer, { trackingNumber });
    const packageId = pkg.id;
    const number = "ZZ4000000009901";
    await sandbox.play(number, steps);
    await follow(pkg, 3, number);
    const notices = await customer.api.changeStream.subscribeToChanges({});
    const seen: ChangeNotice[] = [];
    void (async () => {
      for await (const notice of notices) seen.push(notice);
    })().catch(() => undefined);

    const shown: string[] = [];
    for (const step of steps.keys()) {
      seen.length = 0;
      if (step > 0) await sandbox.control("events", { number });
      await sandbox.receivePushes();
      await expect
        .poll(() => seen.some((notice) => JSON.stringify(notice).includes(packageId)))
        .toBe(true);
      const read = await customer.api.packages.readPackage({ packageId });
      const { items: tracked } = await customer.api.packages.trackPackage({
        trackingNumber: number,
      });
      const { items: recent } = await customer.api.packages.listPackages({});
      const { packagesOnTheWay } = await admin.api.admin.readDashboard({});
      const emails = await app.emailsTo(customer.email);
      const [latest] = read.carrierEvents;
      shown.push(
        [
          latest?.stage,
          // The map marks the country that was reported last.
          latest?.country,
          read.package.legs[2]?.status,
          read.package.status,
          tracked[0]?.carrierEvents[0]?.stage,
          recent.find(({ id }) => id === packageId)?.status,
          packagesOnTheWay.now,
          emails.filter(({ subject }) => subject.includes(`P-${pkg.number}`)).length,
        ].join(" "),
      );
    }
    expect(shown).toEqual([
      "announced HK pending pending announced pending 0 0",
      "picked_up HK in_transit in_transit picked_up in_transit 1 1",
      "customs US in_transit in_transit customs in_transit 1 1",
      "out_for_delivery US in_transit in_transit out_for_delivery in_transit 1 2",
      "delivered US delivered delivered delivered delivered 0 3",
    ]);
    expect(await sandbox.control("events", { number })).toEqual({ isPushed: false });
    await notices.return?.();
  });
});

type End = {
  /** Of the package, then of the legs with their sources. */
  readonly statuses: readonly string[];
  readonly question: string | null;
  /** Legs without news for too long. */
  readonly silent: readonly number[];
};

type StoryName = "two_carriers" | "silent" | "plain" | "comes_back" | "customs_asks";

type PlayedNumber = {
  readonly on: readonly number[];
  readonly story: StoryName;
  /** How many steps happen; all where it is missing. */
  readonly count?: number;
  /** By which the first step is later. */
  readonly delayHours?: number;
};

/** The stories of the numbers that legs have, of some their first steps alone, and where they end 20 days later. */
const stories: readonly [what: string, numbers: readonly PlayedNumber[], end: End][] = [
  [
    "one number on two legs",
    [{ on: [2, 3], story: "two_carriers" }],
    {
      // Its carriers report nothing where the first leg ends.
      statuses: ["delivered", "delivered route", "delivered route", "delivered carrier"],
      question: null,
      silent: [],
    },
  ],
  [
    "a second carrier that is silent",
    [
      { on: [2], story: "plain" },
      { on: [3], story: "silent", delayHours: 120 },
    ],
    {
      statuses: ["in_transit", "delivered route", "delivered carrier", "in_transit carrier"],
      question: null,
      silent: [3],
    },
  ],
  [
    "one that comes back",
    [{ on: [3], story: "comes_back" }],
    {
      statuses: ["in_transit", "delivered route", "delivered route", "in_transit carrier"],
      question: "returned",
      silent: [],
    },
  ],
  [
    "one about which customs ask",
    [{ on: [3], story: "customs_asks", count: 5 }],
    {
      statuses: ["in_transit", "delivered route", "delivered route", "in_transit carrier"],
      question: "customs_information_required",
      silent: [3],
    },
  ],
  [
    "one that customs released after they asked",
    [{ on: [3], story: "customs_asks" }],
    {
      statuses: ["delivered", "delivered route", "delivered route", "delivered carrier"],
      question: null,
      silent: [],
    },
  ],
];

test.runIf(isLongRun)("Shown by 2: stories end as in the table", async () => {
  app.clock.set(new Date());
  const packages: Package[] = [];
  for (const [, numbers] of stories) {
    const pkg = await aPackage(customer, { trackingNumber: freshNumber() });
    packages.push(pkg);
    for (const { on, story, count, delayHours = 0 } of numbers) {
      const number = freshNumber();
      const route = { origin: "HK", destination: on.includes(3) ? "US" : "SG" };
      const { steps } = await sandbox.control<{ steps: SandboxStep[] }>("stories", {
        number,
        story,
        ...route,
      });
      const [first, ...others] = steps.slice(0, count);
      if (first === undefined) throw new Error(`The story ${story} has no steps.`);
      const delayed = { ...first, afterHours: first.afterHours + delayHours };
      await sandbox.play(number, [delayed, ...others]);
      for (const legNumber of on) await follow(pkg, legNumber, number);
    }
  }
  app.clock.advance(20 * 24 * 3_600_000);
  await sandbox.receivePushes();
  const { items: questions } = await support.api.tracking.listQuestions({ page: 1, pageSize: 100 });
  const ends = await Promise.all(
    packages.map(async ({ id: packageId }): Promise<End> => {
      const { package: read, estimates } = await customer.api.packages.readPackage({ packageId });
      return {
        statuses: [
          read.status,
          ...read.legs.map(({ status, statusSource }) => `${status} ${statusSource}`),
        ],
        question: questions.find((one) => one.packageId === packageId)?.question ?? null,
        silent: estimates.flatMap(({ legNumber, silentDays }) =>
          silentDays === null ? [] : [legNumber],
        ),
      };
    }),
  );
  expect(ends.map((end, index) => [stories[index]?.[0], end])).toEqual(
    stories.map(([what, , end]) => [what, end]),
  );
});

test("an event of a number on two legs is shown with the leg on which it happened", async () => {
  app.clock.set(new Date());
  const pkg = await aPackage(customer, { trackingNumber: freshNumber() });
  const number = freshNumber();
  await sandbox.play(number, [
    { afterHours: 1, status: "InTransit_Departure", country: "HK" },
    { afterHours: 1, status: "InTransit_Arrival", country: "SG" },
    { afterHours: 1, status: "InTransit_CustomsProcessing", country: "US" },
    { afterHours: 1, status: "Delivered_Other" },
  ]);
  for (const legNumber of [2, 3]) await follow(pkg, legNumber, number);
  app.clock.advance(5 * 3_600_000);
  await sandbox.receivePushes();
  const { carrierEvents } = await customer.api.packages.readPackage({ packageId: pkg.id });
  const shown = carrierEvents.map(({ stage, legNumber }) => `${stage} ${legNumber}`);
  expect(shown).toEqual(["delivered 3", "customs 3", "arrived 2", "departed 2"]);
});
