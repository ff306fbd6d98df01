import CreditCard from "lucide-react/icons/credit-card";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Settings from "lucide-react/icons/settings";
import Ship from "lucide-react/icons/ship";
import Users from "lucide-react/icons/users";
import { lazy, Suspense } from "react";
import { findDeskPage } from "#platform/rules/desk-pages.ts";
import {
  mayOpenPage,
  operationsEntries,
  specifiedEntries,
  warehouseEntries,
  type StaffMenuEntry,
} from "#app/rules/role-pages.ts";
import type { Elements } from "#ui/web/elements.ts";
import type { LaterIconName } from "./later-admin-icons.tsx";
import type { MessageId } from "#platform/rules/messages.ts";
import type { SidebarGroups, SidebarLink } from "./customer-links.tsx";
import type { StaffVisitor } from "#platform/rules/staff-role.ts";

const iconBox = <span style={{ width: 18, height: 18 }} />;

// Those of the groups below the specified one load after the first view. A link without its picture is still a link.
const LoadedIcon = lazy(async () => {
  try {
    return { default: (await import("./later-admin-icons.tsx")).LaterAdminIcon };
  } catch {
    return { default: () => iconBox };
  }
});

function LaterIcon(props: { name: LaterIconName }) {
  return (
    <Suspense fallback={iconBox}>
      <LoadedIcon name={props.name} />
    </Suspense>
  );
}

/** The name and the picture of each entry. */
const looks: Readonly<
  Record<StaffMenuEntry["name"], { readonly labelId: MessageId; readonly icon: Elements }>
> = {
  dashboard: { labelId: "common.dashboard", icon: <LayoutDashboard size={18} /> },
  users: { labelId: "common.users", icon: <Users size={18} /> },
  shipments: { labelId: "layout.shipments", icon: <Ship size={18} /> },
  payments: { labelId: "layout.payments", icon: <CreditCard size={18} /> },
  settings: { labelId: "common.settings", icon: <Settings size={18} /> },
  openWork: { labelId: "layout.openWork", icon: <LaterIcon name="openWork" /> },
  money: { labelId: "layout.money", icon: <LaterIcon name="money" /> },
  receiving: { labelId: "layout.receiving", icon: <LaterIcon name="receiving" /> },
  packing: { labelId: "layout.packing", icon: <LaterIcon name="packing" /> },
  dispatch: { labelId: "layout.dispatch", icon: <LaterIcon name="dispatch" /> },
  stock: { labelId: "layout.stock", icon: <LaterIcon name="stock" /> },
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
