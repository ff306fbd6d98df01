import { ORPCError } from "@orpc/client";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Subscription } from "#contract/plans.ts";
import type { FakeAnswers } from "#testing/screen/fake-client.ts";
import {
  mei,
  noPlan,
  parcelDelivered,
  parcelUnderWay,
  sessionOf,
  superPlan,
} from "#testing/screen/users.ts";
import { ownAddress } from "#testing/screen/own-address.ts";
import { shownToasts } from "#testing/screen/toasts.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import DashboardPage from "./dashboard-page.tsx";

beforeEach(() => localStorage.clear());

const noPackages = { items: [], total: 0, counts: { all: 0, active: 0, delivered: 0 } };

function showDashboard(
  subscription: Subscription,
  packages: NonNullable<FakeAnswers["packages"]> = { listPackages: async () => noPackages },
) {
  return showScreen({
    element: <DashboardPage />,
    path: "/dashboard",
    answers: {
      auth: {
        readSession: async () => sessionOf({ ...mei, subscription: subscription.subscription }),
      },
      wallet: { readWallet: async () => ({ balanceCents: 12_550 }) },
      plans: { readSubscription: async () => subscription },
      packages,
      inboundParcels: { readAddress: async () => ownAddress },
    },
  });
}

/** Whether the address is above the wallet. */
async function isAddressFirst(
  screen: Awaited<ReturnType<typeof showDashboard>>["screen"],
): Promise<boolean> {
  const address = screen.getByRole("heading", { name: "My Hong Kong address" });
  await expect.element(address).toBeVisible();
  const wallet = screen.getByText("Wallet Balance").element();
  return Boolean(
    address.element().compareDocumentPosition(wallet) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

test("a new subscriber first sees where to send a purchase, until the steps are hidden", async () => {
  const first = await showDashboard(superPlan);
  expect(await isAddressFirst(first.screen)).toBe(true);
  const steps = first.screen.getByRole("heading", { name: "Your first purchase" });
  await expect.element(steps).toBeVisible();
  await first.screen.getByRole("button", { name: "Hide these steps" }).click();
  await expect.element(steps).not.toBeInTheDocument();
  // Nothing moves under the pointer.
  expect(await isAddressFirst(first.screen)).toBe(true);
  await first.screen.unmount();
  const later = await showDashboard(superPlan);
  expect(await isAddressFirst(later.screen)).toBe(false);
});

test("without a plan the address is below the plan that shipping needs", async () => {
  const { screen } = await showDashboard(noPlan);
  expect(await isAddressFirst(screen)).toBe(false);
  expect(screen.getByRole("heading", { name: "Your first purchase" }).elements()).toEqual([]);
});

test("the wallet card links to adding funds and the history", async () => {
  const { screen } = await showDashboard(superPlan);
  await expect.element(screen.getByText("$125.50")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Add Funds" }))
    .toHaveAttribute("href", "/dashboard/wallet");
  await expect
    .element(screen.getByRole("link", { name: "View History" }))
    .toHaveAttribute("href", "/dashboard/wallet?tab=history");
});

test("a plan shows its remaining quota and maximum weight", async () => {
  const { screen } = await showDashboard(superPlan);
  const card = screen.getByRole("region", { name: "Subscription Status" });
  await expect.element(card.getByText("Super", { exact: true })).toBeVisible();
  await expect.element(card.getByText("Packages remaining this month")).toBeVisible();
  await expect.element(card.getByText("7", { exact: true })).toBeVisible();
  await expect.element(card.getByText("4 kg")).toBeVisible();
  await expect.element(card.getByText("Renews on May 14, 2031")).toBeVisible();
  await expect
    .element(card.getByRole("link", { name: "Manage Subscription" }))
    .toHaveAttribute("href", "/dashboard/settings");
});

test("a plan that ends or changes shows the date", async () => {
  const ending = await showDashboard({ ...superPlan, cancelsAtPeriodEnd: true });
  await expect
    .element(ending.screen.getByText("Active until May 14, 2031, then it ends"))
    .toBeVisible();
  const changing = await showDashboard({ ...superPlan, nextPlan: "Basic" });
  await expect.element(changing.screen.getByText("Changes to Basic on May 14, 2031")).toBeVisible();
});

test("a plan with a payment due shows no renewal date", async () => {
  const { screen } = await showDashboard({ ...superPlan, status: "past_due" });
  await expect.element(screen.getByText("Payment due", { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/Renews on/)).not.toBeInTheDocument();
});

test("without a plan, the free account and the link to upgrade are shown", async () => {
  const { screen } = await showDashboard(noPlan);
  await expect.element(screen.getByText("Free Account")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Upgrade Now" }))
    .toHaveAttribute("href", "/dashboard/upgrade");
  await expect.element(screen.getByText("Subscription needed")).toBeVisible();
  await expect.element(screen.getByText("No packages found")).not.toBeInTheDocument();
});

test("quick actions link to the five pages in the specified order", async () => {
  const { screen } = await showDashboard(superPlan);
  const title = screen.getByRole("heading", { name: "Quick Actions" });
  await expect.element(title).toBeVisible();
  const card = title.element().closest("section");
  if (card === null) throw new Error("The quick actions are in no section.");
  const links = page.elementLocator(card).getByRole("link");
  const actions = [
    ["My Packages", "/dashboard/packages"],
    ["New Package", "/dashboard/packages/new"],
    ["Track Shipment", "/dashboard/track"],
    ["Shipping Calculator", "/dashboard/shipping-calculator"],
    ["Wallet", "/dashboard/wallet"],
  ] as const;
  for (const [index, [name, address]] of actions.entries()) {
    await expect.element(links.nth(index)).toHaveAttribute("href", address);
    await expect.element(links.nth(index).getByText(name, { exact: true })).toBeVisible();
  }
  expect(links.elements()).toHaveLength(5);
});

test("the newest packages are listed with their status", async () => {
  const { screen } = await showDashboard(superPlan, {
    listPackages: async (input) => {
      expect(input).toMatchObject({ page: 1, pageSize: 5 });
      return {
        items: [parcelUnderWay, parcelDelivered],
        total: 2,
        counts: { all: 2, active: 1, delivered: 1 },
      };
    },
  });
  await expect
    .element(screen.getByRole("link", { name: "SF1234567890123" }))
    .toHaveAttribute("href", `/dashboard/packages?package=${parcelUnderWay.id}`);
  await expect.element(screen.getByText("In Transit", { exact: true })).toBeVisible();
  await expect
    .element(screen.getByText("Leg 2, Hong Kong to Singapore: In Transit"))
    .toBeInTheDocument();
});

test("with a plan but no packages, an empty state is shown", async () => {
  const { screen } = await showDashboard(superPlan);
  await expect.element(screen.getByText("No packages found")).toBeVisible();
});

test("packages can be loaded again after an error", async () => {
  let isAvailable = false;
  const { screen } = await showDashboard(superPlan, {
    listPackages: async () => {
      if (!isAvailable) throw new ORPCError("forbidden", { status: 403 });
      return noPackages;
    },
  });
  const sentence = "Failed to load packages. Please refresh the page.";
  await expect.element(screen.getByText(sentence).first()).toBeVisible();
  await expect.poll(shownToasts).toContain(sentence);
  isAvailable = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("No packages found")).toBeVisible();
});
