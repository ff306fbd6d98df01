// What staff choose, and what each reader reads, where a package is delivered before its legs say so.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { SharedPackage } from "#goods/contract/package-shares.ts";
import type { ShipmentDetails } from "#goods/contract/packages.ts";
import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import {
  mei,
  meiAsCustomer,
  parcelDelivered,
  parcelUnderWay,
  sessionOf,
  superPlan,
} from "#test/screen/users.ts";
import PackagesPage from "#goods/web/packages/packages-page.tsx";
import SharedPackagePage from "#goods/web/shared-package/shared-package-page.tsx";
import type { ApiClient } from "#app/web/api.ts";
import ShipmentsPage from "./shipments-page.tsx";

type Input = Parameters<ApiClient["packages"]["setPackageStatus"]>[0];

const pkg = { ...parcelUnderWay, userEmail: mei.email, customer: meiAsCustomer };
const byHand = { ...parcelUnderWay, status: "delivered" as const };
const counts = { all: 2, active: 0, delivered: 2 };
const details: ShipmentDetails = {
  package: pkg,
  images: [],
  carrierEvents: [],
  estimates: [],
  events: [],
  charges: [],
  recipient: emptyRecipient,
  planMaxWeightGrams: 4000,
  shipRequestReference: null,
};

async function showShipments() {
  const inputs: Input[] = [];
  const items = [
    { ...pkg, ...byHand },
    { ...pkg, ...parcelDelivered },
  ];
  const { screen } = await showScreen({
    element: <ShipmentsPage />,
    path: "/admin/dashboard/shipments",
    address: `/admin/dashboard/shipments?package=${pkg.id}`,
    answers: {
      packages: {
        listShipments: async () => ({ items, total: 2, counts }),
        listQrCodes: async () => ({ items: [] }),
        readShipment: async () => details,
        setPackageStatus: async (input) => {
          inputs.push(input);
          return { ...pkg, status: input.status };
        },
      },
    },
  });
  const dialog = screen.getByRole("dialog", {
    name: `Package Details - ${pkg.trackingNumber}`,
  });
  const choose = async (status: string) => {
    await dialog.getByRole("combobox", { name: "Package status" }).click();
    await page.getByRole("option", { name: status }).click();
  };
  const setsLegs = dialog.getByRole("checkbox", { name: "Set the legs to Delivered too" });
  const save = dialog.getByRole("button", { name: "Update status" });
  return { screen, choose, setsLegs, save, inputs };
}

test("staff who set Delivered set the legs too, unless they untick it", async () => {
  const first = await showShipments();
  await first.choose("Processing");
  await expect.element(first.setsLegs).not.toBeInTheDocument();
  await first.choose("Delivered");
  await expect.element(first.setsLegs).toBeChecked();
  await first.save.click();
  await expect.poll(() => first.inputs).toMatchObject([{ status: "delivered", setsLegs: true }]);
  await first.screen.unmount();

  const second = await showShipments();
  await second.choose("Delivered");
  await second.setsLegs.click();
  await second.save.click();
  await expect.poll(() => second.inputs).toMatchObject([{ status: "delivered", setsLegs: false }]);
});

test("another status sets no legs", async () => {
  const { choose, save, inputs } = await showShipments();
  await choose("Processing");
  await save.click();
  await expect.poll(() => inputs).toMatchObject([{ status: "processing", setsLegs: false }]);
});

test("staff read that staff set it, only where the legs say something else", async () => {
  const { screen } = await showShipments();
  const textOf = (row: number) => screen.getByRole("row").nth(row).element().textContent;
  await expect.poll(() => textOf(1)).toContain("Deliveredset by our staff");
  expect(textOf(2)).toContain("Delivered");
  expect(textOf(2)).not.toContain("set by our staff");
});

test("customers read it in the list", async () => {
  const { screen } = await showScreen({
    element: <PackagesPage />,
    path: "/dashboard/packages",
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      plans: { readSubscription: async () => superPlan },
      packages: {
        listPackages: async () => ({ items: [byHand, parcelDelivered], total: 2, counts }),
      },
    },
  });
  await expect.element(screen.getByText("set by our staff")).toBeVisible();
  expect(screen.getByText("set by our staff").elements()).toHaveLength(1);
});

test("whoever has the link of a shared package reads it", async () => {
  const shared: SharedPackage = {
    origin: "China",
    destination: "United States",
    status: "delivered",
    deliveredAt: null,
    endsAt: null,
    estimates: [],
    legs: parcelUnderWay.legs.map((leg) => ({
      legNumber: leg.legNumber,
      origin: leg.origin,
      destination: leg.destination,
      carrier: leg.carrier,
      estimatedDeparture: null,
      estimatedArrival: null,
      status: leg.status,
      departedAt: null,
      arrivedAt: null,
    })),
    carrierEvents: [],
    photos: [],
  };
  const { screen } = await showScreen({
    element: <SharedPackagePage />,
    path: "/t/:token",
    address: `/t/${"x".repeat(64)}`,
    answers: { packageShares: { readShared: async () => shared } },
  });
  await expect.element(screen.getByText("set by our staff")).toBeVisible();
});
