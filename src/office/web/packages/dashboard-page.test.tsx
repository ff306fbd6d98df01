import { ORPCError } from "@orpc/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { OwnAddress } from "#goods/contract/own-address.ts";
import type { Subscription } from "#money/contract/plans.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import type { FakeAnswers } from "#test/screen/fake-client.ts";
import {
  mei,
  noPlan,
  parcelDelivered,
  parcelUnderWay,
  publicSettings,
  sessionOf,
  superPlan,
} from "#test/screen/users.ts";
import { ownAddress } from "#test/screen/own-address.ts";
import { packedRequest } from "#test/screen/ship-requests.ts";
import { shownToasts } from "#test/screen/toasts.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import DashboardPage from "./dashboard-page.tsx";

beforeEach(() => localStorage.clear());
afterEach(() => page.viewport(1280, 800));

const noPackages = { items: [], total: 0, counts: { all: 0, active: 0, delivered: 0 } };

function showDashboard(
  subscription: Subscription,
  packages: NonNullable<FakeAnswers["packages"]> = { listPackages: async () => noPackages },
  others: FakeAnswers = {},
  colorScheme: "light" | "dark" = "light",
) {
  return showScreen({
    colorScheme,
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
      shipRequests: { listShipRequests: async () => ({ items: [], total: 0 }) },
      ...others,
    },
  });
}

type Screen = Awaited<ReturnType<typeof showDashboard>>["screen"];

/** The cards of the page from above, by the words that name them. */
async function orderOf(screen: Screen, names: readonly string[]): Promise<string[]> {
  const places = await Promise.all(
    names.map(async (name) => {
      const element = screen.getByText(name, { exact: true }).first();
      await expect.element(element).toBeVisible();
      return { name, top: element.element().getBoundingClientRect().top };
    }),
  );
  return places.toSorted((one, other) => one.top - other.top).map(({ name }) => name);
}

const specifiedOrder = ["Wallet Balance", "Quick Actions", "Recent Packages"];

test.each([
  [1280, "beside"],
  [860, "below"],
  [390, "below"],
])(
  "at %i pixels what is specified comes first, the plan %s the wallet, the steps below",
  async (width, place) => {
    await page.viewport(width, 844);
    const { screen } = await showDashboard(superPlan);
    const order = [...specifiedOrder, "My Hong Kong address"];
    expect(await orderOf(screen, order)).toEqual(order);
    await expect
      .element(screen.getByRole("heading", { name: "Your first purchase" }))
      .toBeVisible();
    const balance = screen.getByText("$125.50").element().getBoundingClientRect();
    expect(balance.bottom).toBeLessThan(844);
    const plan = screen.getByText("Subscription Status").element().getBoundingClientRect();
    expect(plan.top > balance.bottom ? "below" : "beside").toBe(place);
  },
);

test("without a warehouse there are the specified cards alone, and nothing of it is asked for", async () => {
  const { screen } = await showDashboard(superPlan, undefined, {
    settings: { readPublicSettings: async () => ({ ...publicSettings, hasWarehouse: false }) },
    inboundParcels: {},
    shipRequests: {},
  });
  expect(screen.getByRole("navigation").elements()).toEqual([]);
  expect(await orderOf(screen, specifiedOrder)).toEqual(specifiedOrder);
  await expect.element(screen.getByText("No packages found")).toBeVisible();
  const headings = screen.getByRole("heading").elements();
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    "Dashboard",
    "Quick Actions",
    "Recent Packages",
  ]);
});

test("hidden steps stay hidden", async () => {
  const first = await showDashboard(superPlan);
  const steps = first.screen.getByRole("heading", { name: "Your first purchase" });
  await expect.element(steps).toBeVisible();
  await first.screen.getByRole("button", { name: "Hide these steps" }).click();
  await expect.element(steps).not.toBeInTheDocument();
  await first.screen.unmount();
  const later = await showDashboard(superPlan);
  await expect
    .element(later.screen.getByRole("heading", { name: "My Hong Kong address" }))
    .toBeVisible();
  expect(later.screen.getByRole("heading", { name: "Your first purchase" }).elements()).toEqual([]);
});

/** What readAddress answers once parcels and packages are at these places. */
function withOverview(overview: Partial<OwnAddress["overview"]>): FakeAnswers {
  return {
    inboundParcels: {
      readAddress: async () => ({
        ...ownAddress,
        progress: { hasDeclared: true, hasReceived: true, hasShipped: false },
        overview: { ...ownAddress.overview, ...overview },
      }),
    },
  };
}

test("at the first sign-in one slim line welcomes and leads to the steps, of which a plan is one", async () => {
  await page.viewport(390, 844);
  const { screen } = await showDashboard(noPlan);
  const line = screen.getByRole("link", { name: /^Welcome/ });
  await expect.element(line).toBeVisible();
  expect(line.element().getBoundingClientRect().height).toBeLessThanOrEqual(48);
  const target = line.element().getAttribute("href")?.slice(1) ?? "";
  const steps = document.getElementById(target);
  expect(steps?.textContent).toContain("Your first purchase");
  expect(steps?.textContent).toContain("Choose a plan");
  await line.click();
  await expect.poll(() => document.activeElement).toBe(steps);
  await screen.getByRole("button", { name: "Hide these steps" }).click();
  await expect.element(line).not.toBeInTheDocument();
});

test("nobody is welcomed who has declared a parcel", async () => {
  const { screen } = await showDashboard(noPlan, undefined, withOverview({ awaitedParcels: 1 }));
  await expect.element(screen.getByText("Your first purchase")).toBeVisible();
  expect(screen.getByRole("link", { name: /^Welcome/ }).elements()).toEqual([]);
});

test.each([
  [1280, "light"],
  [390, "dark"],
  [320, "light"],
] as const)(
  "at %i pixels one strip below the wallet says where things are, %s",
  async (width, colorScheme) => {
    await page.viewport(width, 844);
    const places = {
      awaitedParcels: 2,
      shelvedParcels: 3,
      requestedParcels: 4,
      travellingPackages: 1,
    };
    const { screen } = await showDashboard(superPlan, undefined, withOverview(places), colorScheme);
    const strip = screen.getByRole("navigation", { name: "Your parcels and packages" });
    for (const [name, address] of [
      [/^On the way\s*2$/, "/dashboard/parcels?group=awaited"],
      [/^On our shelf\s*3$/, "/dashboard/parcels?group=here"],
      ["Ship", "/dashboard/parcels/ship"],
      [/^Being packed\s*4$/, "/dashboard/packages?tab=active"],
      [/^Travelling\s*1$/, "/dashboard/packages?tab=active"],
    ] as const) {
      const link = strip.getByRole("link", { name, exact: true });
      await expect.element(link).toHaveAttribute("href", address);
      expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    }
    const order = ["Wallet Balance", "On our shelf", "Quick Actions", "Recent Packages"];
    expect(await orderOf(screen, order)).toEqual(order);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await expectAccessible();
  },
);

test("the strip is there before anything is counted, and where nothing is", async () => {
  const { promise, resolve } = Promise.withResolvers<OwnAddress>();
  const { screen } = await showDashboard(superPlan, undefined, {
    inboundParcels: { readAddress: () => promise },
  });
  const shelf = screen.getByRole("link", { name: /^On our shelf/ });
  await expect.element(shelf).toHaveTextContent("On our shelf–");
  const { height } = shelf.element().closest("nav")?.getBoundingClientRect() ?? {};
  resolve(ownAddress);
  await expect.element(shelf).toHaveTextContent("On our shelf0");
  expect(shelf.element().closest("nav")?.getBoundingClientRect().height).toBe(height);
  expect(screen.getByRole("link", { name: "Ship", exact: true }).elements()).toEqual([]);
  expect(screen.getByText("Being packed").elements()).toEqual([]);
});

test.each([
  [{ shelvedParcels: 3, awaitedParcels: 2 }, "3 parcels are on our shelf", "Ship", "/ship"],
  [{ awaitedParcels: 1 }, "1 parcel is on its way to us", "Show parcels", "?group=awaited"],
])(
  "with %o and no package the recent card says that instead",
  async (overview, title, act, address) => {
    const { screen } = await showDashboard(superPlan, undefined, withOverview(overview));
    await expect.element(screen.getByText(title)).toBeVisible();
    expect(screen.getByText("No packages found").elements()).toEqual([]);
    const card = screen.getByText(title).element().closest("section");
    if (card === null) throw new Error("The sentence is in no card.");
    await expect
      .element(page.elementLocator(card).getByRole("link", { name: act }))
      .toHaveAttribute("href", `/dashboard/parcels${address}`);
  },
);

test("without a plan the recent card says that one is needed, whatever is on the shelf", async () => {
  const { screen } = await showDashboard(noPlan, undefined, withOverview({ shelvedParcels: 1 }));
  await expect.element(screen.getByText("Subscription needed")).toBeVisible();
  expect(screen.getByText("1 parcel is on our shelf").elements()).toEqual([]);
});

test("the slim line asks for the address that parcels on the shelf need", async () => {
  const { screen } = await showDashboard(
    superPlan,
    undefined,
    withOverview({ shelvedParcels: 1, isAddressMissing: true }),
  );
  const line = screen.getByRole("link", { name: /^Action needed/ });
  await expect.element(line).toHaveAttribute("href", "/dashboard/parcels/ship");
  await expect.element(line.getByText("Add your address")).toBeVisible();
});

const waitingRequest = { ...packedRequest, waitingReason: "price" } as const;

test.each([
  [1, "See the prices", `/dashboard/ship-requests/${waitingRequest.id}`],
  [3, "Show them", "/dashboard/parcels"],
])(
  "one slim line is above the wallet while %i requests wait for the customer",
  async (total, act, address) => {
    await page.viewport(390, 844);
    const { screen } = await showDashboard(superPlan, undefined, {
      shipRequests: { listShipRequests: async () => ({ items: [waitingRequest], total }) },
    });
    const line = screen.getByRole("link", { name: `Action needed ${act}` });
    await expect.element(line).toHaveAttribute("href", address);
    const { height, bottom } = line.element().getBoundingClientRect();
    expect(height).toBeLessThanOrEqual(48);
    const balance = screen.getByText("$125.50");
    await expect.element(balance).toBeVisible();
    const { top, bottom: end } = balance.element().getBoundingClientRect();
    expect(top).toBeGreaterThan(bottom);
    expect(end).toBeLessThan(844);
  },
);

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
  await expect
    .element(changing.screen.getByText("From May 14, 2031: Basic, $129.00"))
    .toBeVisible();
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
