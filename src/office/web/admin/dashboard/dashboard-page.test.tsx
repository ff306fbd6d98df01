import { ORPCError } from "@orpc/client";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import type { Dashboard } from "#office/contract/admin.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import type { FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, meiAsCustomer, parcelUnderWay } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { deskAccountKey, writeDeskAccount } from "#ui/web/desk/desk-account.ts";
import type { ApiQueries } from "#office/web/api.ts";
import AdminDashboardPage, { handle } from "./dashboard-page.tsx";
import AdminSettingsPage from "#app/web/admin/settings/settings-page.tsx";

afterEach(() => page.viewport(1280, 800));

const shipments = {
  items: [{ ...parcelUnderWay, userEmail: mei.email, customer: meiAsCustomer }],
  total: 1204,
  counts: { all: 1204, active: 1100, delivered: 104 },
};

const dashboard: Dashboard = {
  activeCustomers: { now: 1284, before: 1190 },
  packagesOnTheWay: { now: 347, before: 347 },
  revenue: {
    monthStartsAt: "2031-04-01T00:00:00.000Z",
    nowCents: 4_213_700,
    beforeCents: 4_500_000,
  },
  walletMoney: { nowCents: 9_120_050, heldCents: 12_000, beforeCents: 9_000_000 },
  weeks: Array.from({ length: 12 }, (_, week) => ({
    startsOn: `2031-0${1 + Math.floor(week / 4)}-${String(6 + 7 * (week % 4)).padStart(2, "0")}`,
    registered: 80 + 7 * week,
    delivered: Math.max(0, 80 - 6 * week),
  })),
  months: Array.from({ length: 12 }, (_, month) => ({
    startsOn: `2030-${String(1 + month).padStart(2, "0")}-01`,
    amountCents: 3_000_000 + 150_000 * month,
  })),
  stages: [
    { stage: "to_pack", count: 12, oldestSince: "2031-04-02T08:30:00.000Z", ownCount: 0 },
    { stage: "owner_unknown", count: 0, oldestSince: null, ownCount: 0 },
    { stage: "late", count: 1204, oldestSince: "2031-03-30T08:30:00.000Z", ownCount: 2 },
  ],
  work: [
    { kind: "failed_events", count: 2 },
    { kind: "open_claims", count: 3 },
  ],
};

/** Nothing is left to set up. */
const readSetUp = async () => ({ service: [], warehouse: null, isWarehouseOffered: false });

function answers(part: Partial<FakeAnswers> = {}): FakeAnswers {
  return {
    admin: { readDashboard: async () => dashboard, readSetUp },
    packages: { listShipments: async () => shipments },
    functions: { getStripePayments: async () => ({ payments: [] }) },
    ...part,
  };
}

async function showDashboard(part: Partial<FakeAnswers> = {}, colorScheme?: "light" | "dark") {
  return await showScreen({
    element: <AdminDashboardPage />,
    path: "/admin/dashboard",
    answers: answers(part),
    ...(colorScheme ? { colorScheme } : {}),
  });
}

test.each([
  ["1,284", "/admin/dashboard/users?state=subscribed"],
  ["347", "/admin/dashboard/shipments?status=in_transit"],
  ["$42,137.00", "/admin/dashboard/plan-payments?month=2031-04"],
  ["$91,200.50", "/admin/dashboard/users?state=withMoney&sort=walletBalance.desc"],
])("the figure %s leads to the list behind it", async (figure, list) => {
  const { screen } = await showDashboard();
  await expect.element(screen.getByRole("link", { name: figure })).toHaveAttribute("href", list);
});

test("each figure shows its change", async () => {
  const { screen } = await showDashboard();
  for (const sentence of [
    "94 more than 30 days ago",
    "Same as 30 days ago",
    "$2,863.00 less than at this point in March",
    "$1,200.50 more than 30 days ago",
    "Includes $120.00 on hold for fees",
  ]) {
    await expect.element(screen.getByText(sentence)).toBeVisible();
  }
});

test("each stage has its count and its oldest, or what belongs there, and links to its list", async () => {
  const { screen } = await showDashboard();
  for (const [name, list] of [
    [/^12 ?To pack ?Oldest: Apr 2, 2031$/, "/admin/dashboard/work-items?kind=to_pack"],
    [/^0 ?Owner unknown ?Parcels that are here/, "/admin/dashboard/work-items?kind=owner_unknown"],
    [/^1,204 ?Late/, "/admin/dashboard/work-items?kind=late"],
    [/2.*webhooks are stalled/, "/admin/dashboard/webhooks?state=dead"],
    [/3.*claims are open/, "/admin/dashboard/unmatched?tab=claims"],
  ] as const) {
    await expect.element(screen.getByRole("link", { name })).toHaveAttribute("href", list);
  }
});

test("open work stands below the four cards and beside the two lists, on a phone below them", async () => {
  const { screen } = await showDashboard();
  await expect.element(screen.getByText("1,284")).toBeVisible();
  const box = (name: string) =>
    screen.getByRole("heading", { name }).element().getBoundingClientRect();
  const isBeside = () => box("Open work").left > box("Newest packages").right;
  expect(isBeside()).toBe(true);
  expect(box("Open work").top).toBe(box("Newest packages").top);
  await page.viewport(390, 844);
  expect(isBeside()).toBe(false);
  expect(box("Open work").top).toBeGreaterThan(box("Newest payments").bottom);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test("what needs attention stands alone for a role without stages, and says when there is nothing", async () => {
  const { screen } = await showDashboard({
    admin: { readDashboard: async () => ({ ...dashboard, stages: [] }), readSetUp },
  });
  await expect.element(screen.getByRole("link", { name: /webhooks are stalled/ })).toBeVisible();
  expect(screen.getByText("Needs attention").elements()).toEqual([]);
  await screen.unmount();
  const quiet = await showDashboard({
    admin: { readDashboard: async () => ({ ...dashboard, stages: [], work: [] }), readSetUp },
  });
  await expect.element(quiet.screen.getByText("No open work")).toBeVisible();
});

test("the charts are drawn, and can be shown as tables", async () => {
  const { screen } = await showDashboard();
  await expect
    .poll(() => document.querySelectorAll(".recharts-bar-rectangle").length)
    .toBeGreaterThan(20);
  await screen.getByText("Show as table").first().click();
  const table = screen.getByRole("table", { name: "Packages by week" });
  await expect.element(table.getByRole("row", { name: "Jan 6 80 0" })).toBeVisible();
  await expect
    .element(table.getByRole("link", { name: "80" }).first())
    .toHaveAttribute("href", "/admin/dashboard/shipments?week=2031-01-06&tab=delivered");
});

test.each(["light", "dark"] as const)(
  "the dashboard is accessible in the %s scheme",
  async (scheme) => {
    const { screen } = await showDashboard({}, scheme);
    await expect.element(screen.getByText("1,284")).toBeVisible();
    await expectAccessible();
  },
);

test("the newest package links to its details", async () => {
  const { screen } = await showDashboard();
  await expect
    .element(screen.getByRole("link", { name: parcelUnderWay.trackingNumber }))
    .toHaveAttribute("href", `/admin/dashboard/shipments?package=${parcelUnderWay.id}`);
});

test("figures that cannot be loaded show an alert with a retry button and no numbers", async () => {
  const failing = () => Promise.reject(new ORPCError("unexpected", { status: 500 }));
  let tries = 0;
  const { screen } = await showDashboard({
    admin: {
      readSetUp,
      readDashboard: () => {
        tries += 1;
        return tries === 1 ? failing() : Promise.resolve(dashboard);
      },
    },
    packages: { listShipments: failing },
    functions: { getStripePayments: failing },
  });
  await expect
    .element(screen.getByText("Failed to load packages. Please try again.").first())
    .toBeVisible();
  await expect.element(screen.getByText("Failed to load payments").first()).toBeVisible();
  await expect.element(screen.getByText("The figures could not be loaded")).toBeVisible();
  await screen.getByRole("button", { name: "Try again" }).first().click();
  await expect.element(screen.getByText("1,284")).toBeVisible();
});

test("settings show the environment and link to the documents", async () => {
  const { screen } = await showScreen({
    element: <AdminSettingsPage />,
    path: "/admin/dashboard/settings",
    answers: {
      settings: {
        readPublicSettings: async () => ({
          isSandbox: true,
          hasSandboxMailbox: true,
          supportEmail: "help@sampan.example",
          isInMaintenance: false,
          isRegistrationOpen: true,
          hasWarehouse: true,
        }),
      },
    },
  });
  await expect.element(screen.getByText("Sandbox, no real money moves")).toBeVisible();
  await expect.element(screen.getByText("help@sampan.example")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: /^API documentation/ }))
    .toHaveAttribute("href", "/api/docs");
  await expect.element(screen.getByRole("link", { name: /^Sandbox mailbox/ })).toBeVisible();
});

test.each([
  ["receiver", false],
  ["support", true],
] as const)(
  "where a %s used a desk of this browser, the figures are read early: %s",
  async (role, isRead) => {
    writeDeskAccount({ id: mei.id, isAdmin: false, roles: [role], hasTwoFactor: false });
    onTestFinished(() => localStorage.removeItem(deskAccountKey));
    let reads = 0;
    const queryFn = async () => (reads += 1);
    const api = {
      admin: { readDashboard: { queryOptions: () => ({ queryKey: ["early"], queryFn }) } },
    };
    handle.startReading?.(api as unknown as ApiQueries, new QueryClient(), new URLSearchParams());
    await new Promise((resolve) => setTimeout(resolve));
    expect(reads).toBe(isRead ? 1 : 0);
  },
);

test("where nothing was added or paid yet, a sentence stands in place of each chart", async () => {
  const none = {
    weeks: dashboard.weeks.map((week) => ({ ...week, registered: 0, delivered: 0 })),
    months: dashboard.months?.map((month) => ({ ...month, amountCents: 0 })) ?? null,
  };
  const { screen } = await showDashboard({
    admin: { readDashboard: async () => ({ ...dashboard, ...none }), readSetUp },
  });
  await expect
    .element(screen.getByText("No package was added in the last twelve weeks."))
    .toBeVisible();
  await expect
    .element(screen.getByText("Nobody paid for a plan in the last twelve months."))
    .toBeVisible();
  expect(screen.getByText("Show as table").elements()).toEqual([]);
});
