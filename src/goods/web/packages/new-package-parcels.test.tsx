// Further parcels of a new package, and the offer of an open one.
import { afterEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { rejected } from "#test/screen/fake-client.ts";
import { created, showNewPackage } from "#test/screen/new-package.tsx";
import { foundNumber, listOf, openPackage, otherPackage } from "#test/screen/parcels.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, sessionOf, superPlan } from "#test/screen/users.ts";
import PackagesPage from "./packages-page.tsx";

afterEach(() => page.viewport(1280, 800));

const noPackages = async () => listOf([]);

const pasting = (numbers: readonly string[]) => ({
  inboundParcels: {
    readPasted: async () => ({
      items: numbers.map((number) => foundNumber(number)),
      repeatedCount: 0,
      leftOutCount: 0,
    }),
  },
});

describe("further tracking numbers", () => {
  test("are pasted, and sent without the package's own", async () => {
    const sent: unknown[] = [];
    const { screen, number, add } = await showNewPackage(
      {
        listPackages: noPackages,
        createPackage: async ({ furtherTrackingNumbers }) => {
          sent.push(furtherTrackingNumbers);
          return created;
        },
      },
      pasting(["SF4000000000001", "SF4000000000002", "SF4000000000003"]),
    );
    await number.fill("sf-4000000000001");
    const field = screen.getByRole("textbox", { name: "Further tracking numbers" });
    await field.fill("three numbers");
    await add.click();
    await expect.element(screen.getByText(/These numbers are not added yet/)).toBeVisible();
    expect(sent).toEqual([]);
    await screen.getByRole("button", { name: "Add numbers" }).click();
    const chips = screen.getByRole("list", { name: "Found tracking numbers" });
    await expect
      .element(chips.getByText("This is the number of the package itself."))
      .toBeVisible();
    await chips.getByRole("button", { name: "Remove SF4000000000003" }).click();
    await add.click();
    await expect.poll(() => sent).toEqual([["SF4000000000002"]]);
  });

  test("come from the Parcels page, and stay when saving fails", async () => {
    const { screen, number, add } = await showNewPackage(
      {
        listPackages: noPackages,
        createPackage: () => Promise.reject(rejected("too_many_inbound_parcels")),
      },
      { state: { trackingNumbers: ["SF4000000000001", "SF4000000000002"] } },
    );
    await expect.element(number).toHaveValue("SF4000000000001");
    await expect.element(screen.getByText("SF4000000000002")).toBeVisible();
    await add.click();
    await expect.element(screen.getByText(/at most 500 expected parcels/)).toBeVisible();
    await expect.element(screen.getByText("SF4000000000002")).toBeVisible();
  });

  test("that stay in other packages are named afterwards, with links", async () => {
    const { router, number, add } = await showNewPackage({
      listPackages: noPackages,
      createPackage: async () => ({ ...created, inOtherPackages: ["SF4000000000002"] }),
    });
    await number.fill("SF4000000000001");
    await add.click();
    await expect.poll(() => router.state.location.pathname).toBe("/dashboard/packages");
    expect(router.state.location.state).toEqual({ inOtherPackages: ["SF4000000000002"] });
    const { screen } = await showScreen({
      element: <PackagesPage />,
      path: "/dashboard/packages",
      state: router.state.location.state,
      answers: {
        auth: { readSession: async () => sessionOf(mei) },
        plans: { readSubscription: async () => superPlan },
        packages: { listPackages: noPackages },
        inboundParcels: {
          readPasted: async () => ({
            items: [
              foundNumber("SF4000000000002", {
                inboundParcelId: "parcel",
                packageNumber: 1003,
                packageTrackingNumber: "YT88",
              }),
            ],
            repeatedCount: 0,
            leftOutCount: 0,
          }),
        },
      },
    });
    const notice = screen
      .getByRole("status")
      .filter({ hasText: "One number is in another package" });
    await expect.element(notice.getByText("In package P-1003 · YT88")).toBeVisible();
    await expect
      .element(notice.getByRole("link", { name: "SF4000000000002" }))
      .toHaveAttribute("href", "/dashboard/parcels/parcel");
    await notice.getByRole("button", { name: "Close" }).click();
    await expect.element(notice).not.toBeInTheDocument();
  });
});

describe("an open package to the same destination", () => {
  const offer = "Add to your open package. Your quota stays.";

  test("is offered once there is a number, and takes it with the others", async () => {
    const declared: unknown[] = [];
    const { screen, router, number } = await showNewPackage(
      { listPackages: async () => listOf([openPackage]) },
      {
        inboundParcels: {
          declareInboundParcels: async ({ items, packageId }) => {
            declared.push({ items, packageId });
            return { items: [], inOtherPackages: [] };
          },
        },
      },
    );
    await expect.element(number).toBeVisible();
    await expect.element(screen.getByText(offer)).not.toBeInTheDocument();
    await number.fill("SF4000000000001");
    await expect.element(screen.getByText(offer)).toBeVisible();
    await screen.getByRole("button", { name: "Add to this package" }).click();
    await expect.poll(() => router.state.location.search).toBe(`?package=${openPackage.id}`);
    expect(declared).toEqual([
      {
        items: [{ trackingNumber: "SF4000000000001", description: "" }],
        packageId: openPackage.id,
      },
    ]);
  });

  test("that has left in the meantime is refused, and the form stays", async () => {
    const { screen, number } = await showNewPackage(
      { listPackages: async () => listOf([openPackage, otherPackage]) },
      {
        inboundParcels: {
          declareInboundParcels: () => Promise.reject(rejected("package_not_open")),
        },
      },
    );
    await number.fill("SF4000000000001");
    await expect.element(screen.getByRole("combobox", { name: "Open package" })).toBeVisible();
    await screen.getByRole("button", { name: "Add to this package" }).click();
    await expect.element(screen.getByText(/This package has left the warehouse/)).toBeVisible();
    await expect.element(number).toHaveValue("SF4000000000001");
  });

  test("is not offered for another destination", async () => {
    const { screen, number } = await showNewPackage(
      { listPackages: async () => listOf([openPackage]) },
      { country: "DE" },
    );
    await number.fill("SF4000000000001");
    await expect.element(screen.getByText(/^To Germany/)).toBeVisible();
    await expect.element(screen.getByText(offer)).not.toBeInTheDocument();
  });
});
