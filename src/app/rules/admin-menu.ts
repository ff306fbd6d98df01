// The entries of the menu of staff with their pages: who may open each, and whether it is there without a warehouse.
import { roleAccess } from "#platform/rules/role-access.ts";
import { staffRoles, type StaffAccess, type StaffRole } from "#platform/rules/staff-role.ts";

export type StaffPage = {
  readonly address: string;
  readonly access: StaffAccess;
  /** There only once a warehouse has been entered. */
  readonly needsWarehouse?: true;
};

/** The pages of the tab "Set-up" of Settings, in the order of its index. */
export const setUpPages = [
  { address: "/admin/dashboard/warehouses", access: roleAccess.warehouses },
  {
    address: "/admin/dashboard/storage-rates",
    access: roleAccess.storageRates,
    needsWarehouse: true,
  },
  {
    address: "/admin/dashboard/packing-prices",
    access: roleAccess.packingPrices,
    needsWarehouse: true,
  },
  { address: "/admin/dashboard/services", access: roleAccess.services },
  { address: "/admin/dashboard/carriers", access: roleAccess.carriers },
  { address: "/admin/dashboard/number-ranges", access: roleAccess.services, needsWarehouse: true },
  { address: "/admin/dashboard/lanes", access: roleAccess.lanes },
  { address: "/admin/dashboard/limits", access: roleAccess.limits },
  { address: "/admin/dashboard/audit", access: roleAccess.admin },
  { address: "/admin/dashboard/errors", access: roleAccess.admin },
] as const satisfies readonly StaffPage[];

function rolesNamedBy(pages: readonly StaffPage[]): readonly StaffRole[] {
  return staffRoles.filter((role) =>
    pages.some(({ access }) => access !== "admin" && access.roles.includes(role)),
  );
}

export type MenuEntry = {
  readonly name: string;
  /** The page that the entry opens, and its tabs. */
  readonly pages: readonly StaffPage[];
};

/** Section 2 of the specification, "Admin sidebar". */
export const specifiedEntries = [
  {
    name: "dashboard",
    pages: [{ address: "/admin/dashboard", access: roleAccess.dashboard }],
  },
  {
    name: "users",
    pages: [{ address: "/admin/dashboard/users", access: roleAccess.customers }],
  },
  {
    name: "shipments",
    pages: [{ address: "/admin/dashboard/shipments", access: roleAccess.shipments }],
  },
  {
    name: "payments",
    pages: [{ address: "/admin/dashboard/payments", access: roleAccess.money }],
  },
  {
    name: "settings",
    pages: [
      // For everybody whom a page of the set-up is for; its other tabs are for admins.
      { address: "/admin/dashboard/settings", access: { roles: rolesNamedBy(setUpPages) } },
      ...setUpPages,
    ],
  },
] as const satisfies readonly MenuEntry[];

export const operationsEntries = [
  {
    name: "openWork",
    pages: [
      { address: "/admin/dashboard/work-items", access: roleAccess.workItems },
      { address: "/admin/dashboard/tracking", access: roleAccess.tracking },
    ],
  },
  {
    name: "money",
    pages: [
      { address: "/admin/dashboard/payouts", access: roleAccess.money },
      { address: "/admin/dashboard/plan-payments", access: roleAccess.money },
      { address: "/admin/dashboard/reconciliation", access: roleAccess.money },
      { address: "/admin/dashboard/webhooks", access: roleAccess.money },
      { address: "/admin/dashboard/freight", access: roleAccess.money, needsWarehouse: true },
    ],
  },
] as const satisfies readonly MenuEntry[];

export const warehouseEntries = [
  {
    name: "receiving",
    pages: [
      {
        address: "/admin/dashboard/receiving",
        access: roleAccess.receiving,
        needsWarehouse: true,
      },
    ],
  },
  {
    name: "packing",
    pages: [
      {
        address: "/admin/dashboard/packing",
        access: roleAccess.shipRequests,
        needsWarehouse: true,
      },
    ],
  },
  {
    name: "dispatch",
    pages: [
      {
        address: "/admin/dashboard/shipping-labels",
        access: roleAccess.packing,
        needsWarehouse: true,
      },
      { address: "/admin/dashboard/manifests", access: roleAccess.packing, needsWarehouse: true },
    ],
  },
  {
    name: "stock",
    pages: [
      {
        address: "/admin/dashboard/inbound-parcels",
        access: roleAccess.inboundParcels,
        needsWarehouse: true,
      },
      {
        address: "/admin/dashboard/unmatched",
        access: roleAccess.parcelClaims,
        needsWarehouse: true,
      },
      {
        address: "/admin/dashboard/storage-locations",
        access: roleAccess.receiving,
        needsWarehouse: true,
      },
      { address: "/admin/dashboard/stocktake", access: roleAccess.receiving, needsWarehouse: true },
    ],
  },
] as const satisfies readonly MenuEntry[];

/** All entries, in the order of the menu. */
export const staffMenu = [...specifiedEntries, ...operationsEntries, ...warehouseEntries];

export type StaffMenuEntry = (typeof staffMenu)[number];
export type StaffMenuAddress = StaffMenuEntry["pages"][number]["address"];

/** The pages of staff that no menu shows. */
export const unlistedStaffPages = [
  { address: "/admin/dashboard/labels", access: roleAccess.packing },
  { address: "/scan", access: roleAccess.shipments },
] as const satisfies readonly StaffPage[];
