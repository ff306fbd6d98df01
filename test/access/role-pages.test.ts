import { describe, expect, test } from "vitest";
import { operations } from "#app/contract/operations.ts";
import {
  firstPermittedPage,
  mayOpenPage,
  ownAccountPage,
  permittedSetUpPages,
  settingsPage,
  staffPages,
  setUpPages,
} from "#app/rules/role-pages.ts";
import { staffHome } from "#platform/rules/staff-home.ts";
import { staffRoles, type StaffRole, type StaffVisitor } from "#platform/rules/staff-role.ts";

/** The operation without which each page has nothing to show; null: a page without operations of staff. */
const operationOfPage: Readonly<Record<string, string | null>> = {
  "/admin/dashboard": "admin.readDashboard",
  "/admin/dashboard/users": "users.listUsers",
  "/admin/dashboard/shipments": "packages.listShipments",
  "/admin/dashboard/payments": "functions.getStripePayments",
  // Its tab "Set-up" is for the roles of the pages that it lists.
  [settingsPage]: null,
  "/admin/dashboard/work-items": "admin.listWorkItems",
  "/admin/dashboard/payouts": "wallet.listPayoutRequests",
  "/admin/dashboard/case-money": "cases.confirmGrant",
  "/admin/dashboard/plan-payments": "admin.listPlanPayments",
  "/admin/dashboard/reconciliation": "payments.listReconciliations",
  "/admin/dashboard/webhooks": "payments.listProviderEvents",
  "/admin/dashboard/receiving": "receiving.readScan",
  "/admin/dashboard/inbound-parcels": "inboundParcels.listAllInboundParcels",
  "/admin/dashboard/unmatched": "parcelClaims.listUnmatchedParcels",
  "/admin/dashboard/storage-locations": "storageLocations.listStorageLocations",
  "/admin/dashboard/stocktake": "stocktakes.recordScans",
  "/admin/dashboard/packing": "packing.listQueue",
  "/admin/dashboard/packing-prices": "boxes.listBoxes",
  "/admin/dashboard/shipping-labels": "labels.listPackagesToLabel",
  "/admin/dashboard/manifests": "manifests.openManifest",
  "/admin/dashboard/number-ranges": "numberRanges.listNumberRanges",
  "/admin/dashboard/freight": "freightFigures.readFreightFigures",
  "/admin/dashboard/warehouses": "warehouses.listWarehouses",
  "/admin/dashboard/tracking": "tracking.readTracking",
  "/admin/dashboard/storage-rates": "storageRates.listStorageRates",
  "/admin/dashboard/services": "shippingServices.listShippingServices",
  "/admin/dashboard/lanes": "lanes.listLanes",
  // Everybody who is signed in reads the list; the page changes it.
  "/admin/dashboard/carriers": "carriers.updateCarrier",
  "/admin/dashboard/limits": "limits.listLimits",
  "/admin/dashboard/audit": "audit.listEntries",
  "/admin/dashboard/errors": "errorReports.listErrors",
  "/admin/dashboard/labels": "packages.generateQrCode",
  "/scan": "packages.readQrCode",
  [ownAccountPage]: null,
};

function member(roles: StaffVisitor["roles"], hasTwoFactor = true): StaffVisitor {
  return { isAdmin: false, roles, hasTwoFactor, isWarehouseEntered: true };
}

describe("The pages of the admin area", () => {
  test("A4: open for exactly the roles that the operation they show names", () => {
    const addresses = staffPages.map(({ address }) => address);
    expect(addresses.toSorted()).toEqual(Object.keys(operationOfPage).toSorted());
    for (const [page, operation] of Object.entries(operationOfPage)) {
      if (operation === null) continue;
      const { access, needsWarehouse } = operations.find(({ name }) => name === operation) ?? {};
      const found = staffPages.find(({ address }) => address === page);
      expect([page, found?.access]).toEqual([page, access]);
      // What the page shows would be refused without one.
      expect([page, found?.needsWarehouse ?? false]).toEqual([page, needsWarehouse]);
    }
  });

  test.each([
    ["receiver", "/admin/dashboard/shipments"],
    ["packer", "/admin/dashboard/shipments"],
    ["support", "/admin/dashboard"],
    ["finance", "/admin/dashboard"],
    ["manager", "/admin/dashboard"],
  ] as const)("of %s begin with %s", (role, page) => {
    expect(firstPermittedPage(member([role]))).toBe(page);
  });

  test.each<[StaffRole[], string, string]>([
    [["receiver"], "shipments", "receiving"],
    [["packer"], "shipments", "packing"],
    [["support"], "work-items", "work-items"],
    [["finance"], "payouts", "payouts"],
    // The first of several in the order of these.
    [["finance", "support"], "work-items", "work-items"],
    [["support", "packer", "receiver"], "shipments", "receiving"],
    [["manager"], "", ""],
    [["receiver", "manager"], "", ""],
  ])(
    "on which %j begin are the work of the role, before a warehouse and with one",
    (roles, ...pages) => {
      for (const [index, isWarehouseEntered] of [false, true].entries()) {
        const visitor = { ...member(roles), isWarehouseEntered };
        const home = `/admin/dashboard/${pages[index]}`.replace(/\/$/, "");
        expect(staffHome(visitor)).toBe(home);
        expect(mayOpenPage(visitor, home)).toBe(true);
        expect(staffHome({ ...visitor, isAdmin: true })).toBe("/admin/dashboard");
      }
    },
  );

  test("Settings opens for exactly those whom a page of the set-up is for", () => {
    for (const role of staffRoles) {
      for (const isWarehouseEntered of [false, true]) {
        const visitor = { ...member([role]), isWarehouseEntered };
        const lists = permittedSetUpPages(visitor).length > 0;
        expect([role, mayOpenPage(visitor, settingsPage)]).toEqual([role, lists]);
      }
    }
    const admin = { ...member([]), isAdmin: true };
    expect(permittedSetUpPages(admin)).toEqual(setUpPages);
    expect(mayOpenPage(admin, settingsPage)).toBe(true);
  });

  test("below an address open like it, and unknown ones for admins alone", () => {
    const packer = member(["packer"]);
    expect(mayOpenPage(packer, "/admin/dashboard/shipments/1")).toBe(true);
    expect(mayOpenPage(packer, "/admin/dashboard/labels/1")).toBe(true);
    expect(mayOpenPage(packer, "/scan/1")).toBe(true);
    expect(mayOpenPage(packer, "/admin/dashboard/shipments-of-others")).toBe(false);
    expect(mayOpenPage(member(["manager"]), "/admin/dashboard/new-page")).toBe(false);
    const admin = { ...member([]), isAdmin: true };
    expect(mayOpenPage(admin, "/admin/dashboard/new-page")).toBe(true);
  });

  test("other than the own account are closed until a required two-factor authentication is on", () => {
    for (const role of staffRoles) {
      const isRequired = role === "finance" || role === "manager";
      const blocked = member([role], false);
      const first = firstPermittedPage(member([role]));
      expect([role, mayOpenPage(blocked, first)]).toEqual([role, !isRequired]);
      expect(mayOpenPage(blocked, ownAccountPage)).toBe(true);
    }
    expect(mayOpenPage(member([]), ownAccountPage)).toBe(false);
  });
});
