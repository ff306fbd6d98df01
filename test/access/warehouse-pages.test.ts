// Which pages are there without a warehouse.
import { describe, expect, test } from "vitest";
import { needsOpenedWarehouse } from "#app/rules/customer-menu.ts";
import { findStaffPage, mayOpenPage, staffPages } from "#app/rules/role-pages.ts";
import { staffRoles, type StaffRole } from "#platform/rules/staff-role.ts";
import { routedAddresses } from "#test/routed-addresses.ts";

/** The addresses of staff that each role may open without a warehouse, and those that come with it. */
const pagesOfRoles: Readonly<
  Record<
    StaffRole,
    { readonly always: readonly string[]; readonly withWarehouse: readonly string[] }
  >
> = {
  receiver: {
    always: ["shipments", "account", "scan"],
    withWarehouse: ["receiving", "inbound-parcels", "storage-locations", "stocktake"],
  },
  packer: {
    always: ["shipments", "labels", "account", "scan"],
    withWarehouse: ["packing", "shipping-labels", "manifests", "inbound-parcels"],
  },
  support: {
    always: ["", "users", "shipments", "work-items", "tracking", "account", "scan"],
    withWarehouse: ["packing", "inbound-parcels", "unmatched"],
  },
  finance: {
    always: [
      "",
      "users",
      "payments",
      "payouts",
      "case-money",
      "plan-payments",
      "reconciliation",
      "webhooks",
      "account",
    ],
    withWarehouse: ["freight"],
  },
  manager: {
    always: [
      "",
      "users",
      "shipments",
      "payments",
      "settings",
      "warehouses",
      "services",
      "carriers",
      "lanes",
      "limits",
      "work-items",
      "tracking",
      "payouts",
      "case-money",
      "plan-payments",
      "reconciliation",
      "webhooks",
      "labels",
      "account",
      "scan",
    ],
    withWarehouse: [
      "storage-rates",
      "packing-prices",
      "number-ranges",
      "freight",
      "receiving",
      "packing",
      "shipping-labels",
      "manifests",
      "inbound-parcels",
      "unmatched",
      "storage-locations",
      "stocktake",
    ],
  },
};

/** The addresses of customers and visitors: those that stay, and those that come with the warehouse. */
const otherPages = {
  always: [
    "/admin-login",
    "/auth/callback",
    "/calculator",
    "/dashboard",
    "/dashboard/messages",
    "/dashboard/packages",
    "/dashboard/packages/new",
    "/dashboard/profile",
    "/dashboard/settings",
    "/dashboard/shipping-calculator",
    "/dashboard/track",
    "/dashboard/upgrade",
    "/dashboard/wallet",
    "/dashboard/wallet/history",
    "/dashboard/wallet/statement",
    "/invitation",
    "/login",
    "/register",
    "/reset-password",
    "/t/:token",
    "/unsubscribe/:token",
  ],
  withWarehouse: [
    "/a/:labelCode",
    "/dashboard/address",
    "/dashboard/packages/:packageId/ship",
    "/dashboard/parcels",
    "/dashboard/parcels/:inboundParcelId",
    "/dashboard/parcels/claims",
    "/dashboard/parcels/ship",
    "/dashboard/ship-requests/:shipRequestId",
  ],
};

function nameOf(address: string): string {
  return address.replace(/^\/(admin\/dashboard\/?)?/, "");
}

describe("Without a warehouse", () => {
  test.each(staffRoles)("the pages of %s are those that have a meaning then", (role) => {
    const visitor = { isAdmin: false, roles: [role], hasTwoFactor: true };
    const opened = (isWarehouseEntered: boolean) =>
      staffPages
        .map(({ address }) => address)
        .filter((address) => mayOpenPage({ ...visitor, isWarehouseEntered }, address))
        .map(nameOf);
    const { always, withWarehouse } = pagesOfRoles[role];
    expect(opened(false).toSorted()).toEqual(always.toSorted());
    expect(opened(true).toSorted()).toEqual([...always, ...withWarehouse].toSorted());
  });

  test("a manager and an admin have the same pages, but for those of admins alone", () => {
    const admin = { isAdmin: true, roles: [], hasTwoFactor: false, isWarehouseEntered: false };
    const opened = staffPages
      .map(({ address }) => address)
      .filter((address) => mayOpenPage(admin, address))
      .map(nameOf);
    const forAdmins = ["audit", "errors"];
    expect(opened.toSorted()).toEqual([...pagesOfRoles.manager.always, ...forAdmins].toSorted());
  });

  test("every page of staff that is routed is one of the list", () => {
    const unknown = routedAddresses
      .filter((address) => /^\/(admin\/|scan)/.test(address))
      .filter((address) => findStaffPage(address) === undefined);
    expect(unknown).toEqual([]);
  });

  test("the pages of customers and visitors are those that have a meaning then", () => {
    const routed = routedAddresses.filter((address) => !/^\/(admin\/|scan)/.test(address));
    expect(routed.filter((address) => !needsOpenedWarehouse(address)).toSorted()).toEqual(
      otherPages.always.toSorted(),
    );
    expect(routed.filter(needsOpenedWarehouse).toSorted()).toEqual(
      otherPages.withWarehouse.toSorted(),
    );
  });
});
