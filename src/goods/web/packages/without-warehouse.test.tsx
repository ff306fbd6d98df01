// What customers see of their packages before there is a warehouse, and with one.
import { expect, test } from "vitest";
import type { ListedPackage } from "#goods/contract/packages.ts";
import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import type { FakeAnswers } from "#test/screen/fake-client.ts";
import { freightAnswer } from "#test/screen/freight-answer.ts";
import { profile } from "#test/screen/new-package.tsx";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, parcelUnderWay, publicSettings, sessionOf, superPlan } from "#test/screen/users.ts";
import NewPackagePage from "./new-package-page.tsx";
import PackagesPage from "./packages-page.tsx";

/** A package whose parcels are all here, as kept by the server. */
const ready: ListedPackage = {
  ...parcelUnderWay,
  status: "pending",
  stage: "ready",
  parcelsCount: 2,
  parcelsHereCount: 2,
};

/** Answers, with the names of the operations of the warehouse that were asked for. */
function answersFor(hasWarehouse: boolean): { answers: FakeAnswers; asked: string[] } {
  const asked: string[] = [];
  const refuse = (area: string) =>
    new Proxy(
      {},
      {
        get: (_, operation) => async () => {
          asked.push(`${area}.${String(operation)}`);
          throw new Error("This area answers nothing here.");
        },
      },
    );
  const answers: FakeAnswers = {
    auth: { readSession: async () => sessionOf(mei) },
    settings: { readPublicSettings: async () => ({ ...publicSettings, hasWarehouse }) },
    plans: { readSubscription: async () => superPlan },
    lanes: { listSuspendedLanes: async () => ({ items: [] }) },
    quotes: { estimateFreight: async (input) => freightAnswer(input) },
    users: { readProfile: async () => profile },
    packages: {
      listPackages: async () => ({
        items: [ready],
        total: 1,
        counts: { all: 1, active: 1, delivered: 0 },
      }),
      readPackage: async () => ({
        package: ready,
        images: [],
        carrierEvents: [],
        estimates: [],
        events: [],
        charges: [],
        recipient: emptyRecipient,
        returnsQuota: true,
      }),
    },
    inboundParcels: refuse("inboundParcels"),
    shipRequests: refuse("shipRequests"),
  };
  return { answers, asked };
}

async function showDetails(hasWarehouse: boolean) {
  const { answers, asked } = answersFor(hasWarehouse);
  const { screen } = await showScreen({
    element: <PackagesPage />,
    path: "/dashboard/packages",
    address: `/dashboard/packages?package=${ready.id}`,
    answers,
  });
  const dialog = screen.getByRole("dialog", { name: "Package Details" });
  await expect.element(dialog.getByRole("heading", { name: "History" })).toBeInTheDocument();
  return { screen, asked };
}

test("without a warehouse a package has no stage, no parcels and no way to ship it", async () => {
  const { screen, asked } = await showDetails(false);
  await expect.element(screen.getByText("Pending", { exact: true }).first()).toBeInTheDocument();
  expect(screen.getByText(/parcel/i).elements()).toEqual([]);
  expect(screen.getByText("Ship", { exact: true }).elements()).toEqual([]);
  expect(screen.getByText("P-1001").elements()).toEqual([]);
  expect(asked).toEqual([]);
});

test("with a warehouse it has", async () => {
  const { screen, asked } = await showDetails(true);
  await expect.element(screen.getByText(/parcel/i).first()).toBeInTheDocument();
  await expect.element(screen.getByText("Ship", { exact: true }).first()).toBeInTheDocument();
  // In the list and in the details.
  expect(screen.getByText("P-1001", { exact: true }).elements()).toHaveLength(2);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
});

test.each([
  [false, 0],
  [true, 1],
])("further tracking numbers are offered with a warehouse: %s", async (hasWarehouse, count) => {
  const { answers, asked } = answersFor(hasWarehouse);
  const { screen } = await showScreen({
    element: <NewPackagePage />,
    path: "/dashboard/packages/new",
    answers,
  });
  await expect.element(screen.getByRole("textbox", { name: "Tracking number" })).toBeVisible();
  await expect.element(screen.getByText("Recipient", { exact: true }).first()).toBeVisible();
  await expect
    .poll(() => screen.getByText(/further tracking numbers/i).elements())
    .toHaveLength(count);
  expect(hasWarehouse ? [] : asked).toEqual([]);
});

test.each([
  [false, 0],
  [true, 1],
])("New Package leads to the address with a warehouse: %s", async (hasWarehouse, count) => {
  const { answers } = answersFor(hasWarehouse);
  const { screen } = await showScreen({
    element: <NewPackagePage />,
    path: "/dashboard/packages/new",
    answers,
  });
  await expect.element(screen.getByText("Recipient", { exact: true }).first()).toBeVisible();
  await expect
    .poll(() => screen.getByRole("link", { name: "your Hong Kong address" }).elements())
    .toHaveLength(count);
});
