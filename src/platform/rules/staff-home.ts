// Where the day of a member of staff begins.
import { isStaff, type StaffMember, type StaffRole } from "./staff-role.ts";

/** The work of each role and, for a desk, where it is looked at before there is a warehouse; the first role counts. */
const homes: readonly {
  readonly role: StaffRole;
  readonly address: string;
  readonly withoutWarehouse?: string;
}[] = [
  {
    role: "receiver",
    address: "/admin/dashboard/receiving",
    withoutWarehouse: "/admin/dashboard/shipments",
  },
  {
    role: "packer",
    address: "/admin/dashboard/packing",
    withoutWarehouse: "/admin/dashboard/shipments",
  },
  { role: "support", address: "/admin/dashboard/work-items" },
  { role: "finance", address: "/admin/dashboard/payouts" },
];

type Beginner = Pick<StaffMember, "isAdmin" | "roles"> & { readonly isWarehouseEntered: boolean };

/** The page on which somebody of staff begins: admins and managers the dashboard, others the work of their first role. */
export function staffHome(person: Beginner): string {
  const hasAllWork = person.isAdmin || person.roles.includes("manager");
  const home = hasAllWork ? undefined : homes.find(({ role }) => person.roles.includes(role));
  if (home === undefined) return "/admin/dashboard";
  const { address, withoutWarehouse = address } = home;
  return person.isWarehouseEntered ? address : withoutWarehouse;
}

/** The page to open after signing in: for staff the work of their role, the dashboard for everybody else. */
export function homePath(person: Beginner): string {
  return isStaff(person) ? staffHome(person) : "/dashboard";
}
