// Which pages of the admin area each member of staff may open.
import { isStaff } from "#platform/rules/has-role.ts";
import {
  setUpPages,
  staffMenu,
  unlistedStaffPages,
  type MenuEntry,
  type StaffPage,
} from "./admin-menu.ts";
import {
  mayUse,
  staffRoles,
  type StaffAccess,
  type StaffVisitor,
} from "#platform/rules/staff-role.ts";

/** The page of a member of staff's own account, which also sets up two-factor authentication. */
export const ownAccountPage = "/admin/dashboard/account";

/** The page of the specified settings, with the tab "Set-up". */
export const settingsPage = "/admin/dashboard/settings";
export const setUpAddress = `${settingsPage}?tab=set-up`;

/** In the order in which the first permitted one is opened after signing in. */
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

/** The first page that somebody may open; the own account for a role without any page. */
export function firstPermittedPage(visitor: StaffVisitor): string {
  const page = staffPages.find(({ address }) => mayOpenPage(visitor, address));
  return page?.address ?? ownAccountPage;
}

/** The pages of set-up that somebody may open now. */
export function permittedSetUpPages(visitor: StaffVisitor) {
  return setUpPages.filter(({ address }) => mayOpenPage(visitor, address));
}
