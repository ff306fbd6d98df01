import Boxes from "lucide-react/icons/boxes";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import MapPin from "lucide-react/icons/map-pin";
import Package from "lucide-react/icons/package";
import Route from "lucide-react/icons/route";
import Settings from "lucide-react/icons/settings";
import User from "lucide-react/icons/user";
import Wallet from "lucide-react/icons/wallet";
import type { SidebarGroups, SidebarLink } from "./sidebar-groups.ts";

/** Section 2 of the specification, "Customer sidebar". */
export const customerLinks: readonly SidebarLink[] = [
  {
    labelId: "common.dashboard",
    to: "/dashboard",
    icon: <LayoutDashboard size={18} />,
    isExact: true,
  },
  {
    labelId: "layout.myPackages",
    to: "/dashboard/packages",
    icon: <Package size={18} />,
  },
  {
    labelId: "layout.trackShipment",
    to: "/dashboard/track",
    icon: <Route size={18} />,
  },
  {
    labelId: "common.wallet",
    to: "/dashboard/wallet",
    icon: <Wallet size={18} />,
  },
  {
    labelId: "common.profile",
    to: "/dashboard/profile",
    icon: <User size={18} />,
  },
  {
    labelId: "common.settings",
    to: "/dashboard/settings",
    icon: <Settings size={18} />,
  },
];

/** What customers need for parcels on their way to the warehouse and in it. */
export const customerWarehouseLinks: readonly SidebarLink[] = [
  {
    labelId: "layout.parcels",
    to: "/dashboard/parcels",
    icon: <Boxes size={18} />,
  },
  {
    labelId: "layout.myAddress",
    to: "/dashboard/address",
    icon: <MapPin size={18} />,
  },
];

export const customerGroups: SidebarGroups = [
  { links: customerLinks },
  { headingId: "layout.warehouse", links: customerWarehouseLinks },
];
