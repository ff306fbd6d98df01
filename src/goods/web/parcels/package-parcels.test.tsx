// The parcels of a package in its details: taking out, merging and splitting.
import { afterEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { ListedPackage } from "#goods/contract/packages.ts";
import type { Subscription } from "#money/contract/plans.ts";
import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import {
  expectedParcel,
  listOf,
  openPackage,
  otherPackage,
  parcelsFake,
  receivedParcel,
} from "#test/screen/parcels.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { shownToasts } from "#test/screen/toasts.ts";
import { mei, sessionOf, superPlan } from "#test/screen/users.ts";
import PackagesPage from "#goods/web/packages/packages-page.tsx";

afterEach(() => page.viewport(1280, 800));

const inPackage = {
  packageId: openPackage.id,
  packageNumber: openPackage.number,
  packageTrackingNumber: openPackage.trackingNumber,
};
const expectedInPackage = { ...expectedParcel, ...inPackage };

async function showPackage(
  packages: FakeAnswers["packages"] = {},
  options: {
    pkg?: ListedPackage;
    others?: readonly ListedPackage[];
    subscription?: Subscription;
    inboundParcels?: FakeAnswers["inboundParcels"];
  } = {},
) {
  const { pkg = openPackage, others = [otherPackage], subscription = superPlan } = options;
  const { screen } = await showScreen({
    element: <PackagesPage />,
    path: "/dashboard/packages",
    address: `/dashboard/packages?package=${pkg.id}`,
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      plans: { readSubscription: async () => subscription },
      inboundParcels: {
        ...parcelsFake([expectedInPackage, receivedParcel]),
        ...options.inboundParcels,
      },
      packages: {
        listPackages: async () => listOf([pkg, ...others]),
        readPackage: async () => ({
          package: pkg,
          images: [],
          carrierEvents: [],
          estimates: [],
          events: [],
          charges: [],
          recipient: emptyRecipient,
          returnsQuota: true,
        }),
        ...packages,
      },
    },
  });
  const details = screen.getByRole("dialog", { name: "Package Details" });
  const parcels = details.getByRole("region", { name: "Parcels" });
  return { screen, details, parcels };
}

describe("the parcels of a package", () => {
  test("stand in its details with their states, and beside its status how many are here", async () => {
    const { details, parcels } = await showPackage();
    await expect
      .element(parcels.getByRole("link", { name: "SF4000000000001" }))
      .toHaveAttribute("href", `/dashboard/parcels/${expectedParcel.id}`);
    await expect.element(parcels.getByText("Not here yet")).toBeVisible();
    await expect.element(parcels.getByText("In storage")).toBeVisible();
    await expect.element(details.getByText("1 of 2 parcels is here").first()).toBeVisible();
    await expectAccessible();
  });

  test("are taken out", async () => {
    const moves: unknown[] = [];
    const { parcels } = await showPackage(
      {},
      {
        inboundParcels: {
          moveInboundParcels: async (input) => {
            moves.push(input);
            return { items: [] };
          },
        },
      },
    );
    await parcels.getByRole("button", { name: "Take out SF4000000000001" }).click();
    await expect.poll(shownToasts).toContainEqual(expect.stringMatching(/^1 parcel taken out/));
    expect(moves).toEqual([{ inboundParcelIds: [expectedParcel.id], packageId: null }]);
  });

  test("cannot be changed once the package has left", async () => {
    const { details, parcels } = await showPackage(
      {},
      { pkg: { ...openPackage, status: "in_transit", stage: "on_the_way" } },
    );
    await expect.element(parcels.getByText("SF4000000000001")).toBeVisible();
    await expect.element(details.getByText("On the way").first()).toBeVisible();
    await expect.element(parcels.getByRole("button")).not.toBeInTheDocument();
  });

  test("are not mentioned where a package has none and takes none", async () => {
    const pkg: ListedPackage = {
      ...openPackage,
      origin: "Singapore",
      parcelsCount: 0,
      parcelsHereCount: 0,
    };
    const { details, parcels } = await showPackage({}, { pkg });
    await expect.element(details.getByRole("heading", { name: "History" })).toBeVisible();
    await expect.element(parcels).not.toBeInTheDocument();
  });
});

describe("merging", () => {
  test("offers open packages to the same destination, and says what happens to the quota", async () => {
    const merges: unknown[] = [];
    const elsewhere = { ...otherPackage, id: crypto.randomUUID(), destination: "Germany" };
    const { screen, parcels } = await showPackage(
      {
        mergePackages: async (input) => {
          merges.push(input);
          return { package: openPackage, isQuotaReturned: true };
        },
      },
      { others: [otherPackage, elsewhere] },
    );
    await parcels.getByRole("button", { name: "Merge with another package" }).click();
    const dialog = screen.getByRole("dialog", { name: "Merge two packages" });
    await expect.element(dialog.getByText(/The other package is voided/)).toBeVisible();
    await expect.element(dialog.getByText(/one package is added back to your quota/)).toBeVisible();
    await expectAccessible();
    const merge = dialog.getByRole("button", { name: "Merge packages" });
    await merge.click();
    await expect.element(dialog.getByText("Choose a package.")).toBeVisible();
    expect(merges).toEqual([]);
    await dialog.getByRole("combobox", { name: "Package to merge into this one" }).click();
    await expect.poll(() => screen.getByRole("option").elements().length).toBe(1);
    await screen.getByRole("option", { name: /^P-1003 · YT8800000000002/ }).click();
    await merge.click();
    await expect
      .poll(shownToasts)
      .toContain("Packages merged: One package was added back to your quota.");
    expect(merges).toEqual([{ packageId: openPackage.id, fromPackageId: otherPackage.id }]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test("says so where there is no other package, and why it was refused", async () => {
    const { screen, parcels } = await showPackage({}, { others: [] });
    await parcels.getByRole("button", { name: "Merge with another package" }).click();
    await expect
      .element(screen.getByText("You have no other open package to United States."))
      .toBeVisible();
  });

  test("that is refused shows why and keeps the choice", async () => {
    const { screen, parcels } = await showPackage({
      mergePackages: () => Promise.reject(rejected("package_not_open")),
    });
    await parcels.getByRole("button", { name: "Merge with another package" }).click();
    const field = screen.getByRole("combobox", { name: "Package to merge into this one" });
    await field.click();
    await screen.getByRole("option", { name: /^P-1003 · YT8800000000002/ }).click();
    await screen.getByRole("button", { name: "Merge packages" }).click();
    await expect.element(screen.getByText(/This package has left the warehouse/)).toBeVisible();
    await expect.element(field).toHaveValue("P-1003 · YT8800000000002 · United States · 1 parcel");
  });
});

describe("splitting", () => {
  test("moves the chosen parcels, leaves one, and says what it uses", async () => {
    const splits: unknown[] = [];
    const { screen, parcels } = await showPackage({
      splitPackage: async ({ packageId, inboundParcelIds }) => {
        splits.push({ packageId, inboundParcelIds });
        return { package: otherPackage };
      },
    });
    await parcels.getByRole("button", { name: "Split" }).click();
    const dialog = screen.getByRole("dialog", { name: "Split this package" });
    await expect
      .element(dialog.getByText(/uses one of your quota: 7 packages are left this month/))
      .toBeVisible();
    await expectAccessible();
    await dialog.getByRole("button", { name: "Split package" }).click();
    await expect.element(dialog.getByText("Choose at least one parcel.")).toBeVisible();
    const boxes = dialog.getByRole("checkbox");
    await boxes.first().click({ force: true });
    await boxes.last().click({ force: true });
    await dialog.getByRole("button", { name: "Move 2 parcels" }).click();
    await expect
      .element(dialog.getByText("Leave at least one parcel in this package."))
      .toBeVisible();
    await boxes.last().click({ force: true });
    await dialog.getByRole("button", { name: "Move 1 parcel", exact: true }).click();
    await expect.poll(shownToasts).toContain("Package split: The new package is YT8800000000002.");
    expect(splits).toEqual([{ packageId: openPackage.id, inboundParcelIds: [expectedParcel.id] }]);
  });

  test("without a package left of the quota is answered as New Package is", async () => {
    const { screen, parcels } = await showPackage(
      {},
      { subscription: { ...superPlan, packageQuota: 0 } },
    );
    await parcels.getByRole("button", { name: "Split" }).click();
    await expect.element(screen.getByText("Package Quota Exceeded")).toBeVisible();
    await expect.element(screen.getByRole("checkbox")).not.toBeInTheDocument();
  });
});
