// Which pages of the admin area each role may open.
import { roleAccess } from "./role-access.ts";
import { isStaff } from "./has-role.ts";
import { mayUse, staffRoles, type StaffAccess, type StaffMember } from "./staff-role.ts";

/** The page of a member of staff's own account, which also sets up two-factor authentication. */
export const ownAccountPage = "/admin/dashboard/account";

/** The pages by address, in the order in which the first permitted one is opened after signing in. */
export const rolePages: Readonly<Record<string, StaffAccess>> = {
  "/admin/dashboard": roleAccess.dashboard,
  "/admin/dashboard/users": roleAccess.customers,
  "/admin/dashboard/shipments": roleAccess.shipments,
  "/admin/dashboard/payments": roleAccess.money,
  "/admin/dashboard/settings": roleAccess.admin,
  "/admin/dashboard/work-items": roleAccess.workItems,
  "/admin/dashboard/payouts": roleAccess.money,
  "/admin/dashboard/plan-payments": roleAccess.money,
  "/admin/dashboard/reconciliation": roleAccess.money,
  "/admin/dashboard/webhooks": roleAccess.money,
  "/admin/dashboard/receiving": roleAccess.receiving,
  "/admin/dashboard/inbound-parcels": roleAccess.inboundParcels,
  "/admin/dashboard/unmatched": roleAccess.parcelClaims,
  "/admin/dashboard/storage-locations": roleAccess.receiving,
  "/admin/dashboard/stocktake": roleAccess.receiving,
  "/admin/dashboard/packing": roleAccess.shipRequests,
  "/admin/dashboard/packing-prices": roleAccess.packingPrices,
  "/admin/dashboard/shipping-labels": roleAccess.packing,
  "/admin/dashboard/manifests": roleAccess.packing,
  "/admin/dashboard/number-ranges": roleAccess.services,
  "/admin/dashboard/freight": roleAccess.money,
  "/admin/dashboard/warehouses": roleAccess.warehouses,
  "/admin/dashboard/tracking": roleAccess.tracking,
  "/admin/dashboard/storage-rates": roleAccess.storageRates,
  "/admin/dashboard/services": roleAccess.services,
  "/admin/dashboard/lanes": roleAccess.lanes,
  "/admin/dashboard/carriers": roleAccess.carriers,
  "/admin/dashboard/limits": roleAccess.limits,
  "/admin/dashboard/audit": roleAccess.admin,
  "/admin/dashboard/errors": roleAccess.admin,
  "/admin/dashboard/labels": roleAccess.packing,
  "/scan": roleAccess.shipments,
  [ownAccountPage]: { roles: staffRoles },
};

function isWithin(pathname: string, page: string): boolean {
  return pathname === page || pathname.startsWith(`${page}/`);
}

/** The access level of the page at `pathname`; that of admins for a page without one. */
export function accessOfPage(pathname: string): StaffAccess {
  const page = Object.keys(rolePages)
    .filter((known) => isWithin(pathname, known))
    // The page of the whole area is only itself.
    .filter((known) => known !== "/admin/dashboard" || pathname === known)
    .at(-1);
  return (page === undefined ? undefined : rolePages[page]) ?? "admin";
}

/** Whether somebody may open the page at `pathname` now. */
export function mayOpenPage(member: StaffMember, pathname: string): boolean {
  if (pathname === ownAccountPage) return isStaff(member);
  return mayUse(member, accessOfPage(pathname));
}

/** The first page that somebody may open; the own account for a role without any page. */
export function firstPermittedPage(member: StaffMember): string {
  return Object.keys(rolePages).find((page) => mayOpenPage(member, page)) ?? ownAccountPage;
}
