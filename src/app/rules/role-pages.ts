// Which pages of the admin area each member of staff may open.
import {
  isStaff,
  mayUse,
  staffRoles,
  type StaffAccess,
  type StaffVisitor,
  type StaffRole,
} from "#platform/rules/staff-role.ts";
import { roleAccess } from "#platform/rules/role-access.ts";

type StaffPage = {
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

type MenuEntry = {
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
      { address: "/admin/dashboard/case-money", access: roleAccess.money },
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
const unlistedStaffPages = [
  { address: "/admin/dashboard/labels", access: roleAccess.packing },
  { address: "/scan", access: roleAccess.shipments },
] as const satisfies readonly StaffPage[];

/** The page of a member of staff's own account, which also sets up two-factor authentication. */
export const ownAccountPage = "/admin/dashboard/account";

/** The page of the specified settings, with the tab "Set-up". */
export const settingsPage = "/admin/dashboard/settings";
export const setUpAddress = `${settingsPage}?tab=set-up`;

/** In the order in which the first permitted one is opened from a desk. */
export const staffPages: readonly StaffPage[] = [
  ...staffMenu.flatMap(({ pages }: MenuEntry) => pages),
  ...unlistedStaffPages,
  { address: ownAccountPage, access: { roles: staffRoles } },
];

/** `pathname` without trailing slashes, as it is compared with addresses. */
function comparable(pathname: string): string {
  return pathname.toLowerCase().replace(/\/+$/, "");
}

/** The page at `pathname` or above it; the page of the whole area is only itself. */
export function findStaffPage(pathname: string): StaffPage | undefined {
  const path = comparable(pathname);
  return staffPages.find(
    ({ address }) =>
      path === address || (address !== "/admin/dashboard" && path.startsWith(`${address}/`)),
  );
}

/** Whether the page at `pathname` is there only once a warehouse has been entered. */
export function needsEnteredWarehouse(pathname: string): boolean {
  return findStaffPage(pathname)?.needsWarehouse === true;
}

/** The access level of the page at `pathname`; that of admins for a page without one. */
function accessOfPage(pathname: string): StaffAccess {
  return findStaffPage(pathname)?.access ?? "admin";
}

/** Whether somebody may open the page at `pathname` now. */
export function mayOpenPage(visitor: StaffVisitor, pathname: string): boolean {
  if (comparable(pathname) === ownAccountPage) return isStaff(visitor);
  if (needsEnteredWarehouse(pathname) && !visitor.isWarehouseEntered) return false;
  return mayUse(visitor, accessOfPage(pathname));
}

/** The first page of the admin area that somebody may open, to which desks lead back; the own account for a role without any. */
export function firstPermittedPage(visitor: StaffVisitor): string {
  const page = staffPages.find(({ address }) => mayOpenPage(visitor, address));
  return page?.address ?? ownAccountPage;
}

/** The pages of set-up that somebody may open now. */
export function permittedSetUpPages(visitor: StaffVisitor) {
  return setUpPages.filter(({ address }) => mayOpenPage(visitor, address));
}
