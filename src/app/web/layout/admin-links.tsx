import Banknote from "lucide-react/icons/banknote";
import CreditCard from "lucide-react/icons/credit-card";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import ListTodo from "lucide-react/icons/list-todo";
import Package from "lucide-react/icons/package";
import ScanBarcode from "lucide-react/icons/scan-barcode";
import Settings from "lucide-react/icons/settings";
import Ship from "lucide-react/icons/ship";
import Truck from "lucide-react/icons/truck";
import Users from "lucide-react/icons/users";
import Warehouse from "lucide-react/icons/warehouse";
import { findDeskPage } from "#platform/rules/desk-pages.ts";
import {
  mayOpenPage,
  operationsEntries,
  specifiedEntries,
  warehouseEntries,
  type StaffMenuEntry,
} from "#app/rules/role-pages.ts";
import type { Elements } from "#ui/web/elements.ts";
import type { MessageId } from "#platform/rules/messages.ts";
import type { SidebarGroups, SidebarLink } from "./customer-links.tsx";
import type { StaffVisitor } from "#platform/rules/staff-role.ts";

/** The name and the picture of each entry. */
const looks: Readonly<
  Record<StaffMenuEntry["name"], { readonly labelId: MessageId; readonly icon: Elements }>
> = {
  dashboard: { labelId: "common.dashboard", icon: <LayoutDashboard size={18} /> },
  users: { labelId: "common.users", icon: <Users size={18} /> },
  shipments: { labelId: "layout.shipments", icon: <Ship size={18} /> },
  payments: { labelId: "layout.payments", icon: <CreditCard size={18} /> },
  settings: { labelId: "common.settings", icon: <Settings size={18} /> },
  openWork: { labelId: "layout.openWork", icon: <ListTodo size={18} /> },
  money: { labelId: "layout.money", icon: <Banknote size={18} /> },
  receiving: { labelId: "layout.receiving", icon: <ScanBarcode size={18} /> },
  packing: { labelId: "layout.packing", icon: <Package size={18} /> },
  dispatch: { labelId: "layout.dispatch", icon: <Truck size={18} /> },
  stock: { labelId: "layout.stock", icon: <Warehouse size={18} /> },
};

export function entryLabelId(name: StaffMenuEntry["name"]): MessageId {
  return looks[name].labelId;
}

/** The link of each entry leads to the first of its pages that the visitor may open. */
function linksTo(visitor: StaffVisitor, entries: readonly StaffMenuEntry[]): SidebarLink[] {
  return entries.flatMap(({ name, pages }) => {
    const addresses = pages
      .map(({ address }) => address)
      .filter((address) => mayOpenPage(visitor, address));
    const [to] = addresses;
    if (to === undefined) return [];
    const isDocument = findDeskPage(to) !== undefined;
    return [{ ...looks[name], to, pages: addresses, isExact: name === "dashboard", isDocument }];
  });
}

/** The menu of somebody of staff: the specified entries, and below them the others. */
export function staffGroups(visitor: StaffVisitor): SidebarGroups {
  const groups = [
    { links: linksTo(visitor, specifiedEntries) },
    { headingId: "layout.operations", links: linksTo(visitor, operationsEntries) },
    { headingId: "layout.warehouse", links: linksTo(visitor, warehouseEntries) },
  ] as const;
  return groups.filter(({ links }) => links.length > 0);
}
