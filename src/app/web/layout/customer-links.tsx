import Boxes from "lucide-react/icons/boxes";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import MapPin from "lucide-react/icons/map-pin";
import MessagesSquare from "lucide-react/icons/messages-square";
import Package from "lucide-react/icons/package";
import Route from "lucide-react/icons/route";
import Settings from "lucide-react/icons/settings";
import User from "lucide-react/icons/user";
import Wallet from "lucide-react/icons/wallet";
import type { Elements } from "#ui/web/elements.ts";
import {
  furtherCustomerPages,
  specifiedCustomerPages,
  type CustomerMenuAddress,
} from "#app/rules/customer-menu.ts";
import type { MessageId } from "#platform/rules/messages.ts";

/** The name of each page of the menu. */
export const customerPageNames: Readonly<Record<CustomerMenuAddress, MessageId>> = {
  "/dashboard": "common.dashboard",
  "/dashboard/packages": "layout.myPackages",
  "/dashboard/track": "layout.trackShipment",
  "/dashboard/wallet": "common.wallet",
  "/dashboard/profile": "common.profile",
  "/dashboard/settings": "common.settings",
  "/dashboard/parcels": "layout.parcels",
  "/dashboard/address": "layout.myAddress",
  "/dashboard/messages": "cases.title",
};

const icons: Readonly<Record<CustomerMenuAddress, Elements>> = {
  "/dashboard": <LayoutDashboard size={18} />,
  "/dashboard/packages": <Package size={18} />,
  "/dashboard/track": <Route size={18} />,
  "/dashboard/wallet": <Wallet size={18} />,
  "/dashboard/profile": <User size={18} />,
  "/dashboard/settings": <Settings size={18} />,
  "/dashboard/parcels": <Boxes size={18} />,
  "/dashboard/address": <MapPin size={18} />,
  "/dashboard/messages": <MessagesSquare size={18} />,
};

function linkTo(to: CustomerMenuAddress): SidebarLink {
  return { labelId: customerPageNames[to], icon: icons[to], to, isExact: to === "/dashboard" };
}

const specifiedGroups: SidebarGroups = [{ links: specifiedCustomerPages.map(linkTo) }];
const groupsWithWarehouse: SidebarGroups = [
  ...specifiedGroups,
  { headingId: "layout.warehouse", links: furtherCustomerPages.map(linkTo) },
];

/** The menu of customers: the specified entries, and with a warehouse its own below them. */
export function customerGroups(hasWarehouse: boolean): SidebarGroups {
  return hasWarehouse ? groupsWithWarehouse : specifiedGroups;
}

export type SidebarLink = {
  readonly labelId: MessageId;
  readonly to: string;
  readonly icon: Elements;
  /** The addresses at which the link is the current one, where there are more than that of the link. */
  readonly pages?: readonly string[];
  readonly isExact?: boolean;
  /** For a page that is a document of its own. */
  readonly isDocument?: boolean;
};

/** The groups of the sidebar's links; the first has no heading. */
export type SidebarGroups = readonly {
  readonly headingId?: MessageId;
  readonly links: readonly SidebarLink[];
}[];
