import CreditCard from "lucide-react/icons/credit-card";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Package from "lucide-react/icons/package";
import Route from "lucide-react/icons/route";
import Settings from "lucide-react/icons/settings";
import Ship from "lucide-react/icons/ship";
import User from "lucide-react/icons/user";
import Users from "lucide-react/icons/users";
import Wallet from "lucide-react/icons/wallet";
import type { ReactNode } from "react";

/** Section 2 of the specification, "Customer sidebar" and "Admin sidebar". */
export type SidebarLink = { label: string; to: string; icon: ReactNode; isExact?: boolean };

export const customerLinks: readonly SidebarLink[] = [
  { label: "Dashboard", to: "/dashboard", icon: <LayoutDashboard size={18} />, isExact: true },
  { label: "My Packages", to: "/dashboard/packages", icon: <Package size={18} /> },
  { label: "Track Shipment", to: "/dashboard/track", icon: <Route size={18} /> },
  { label: "Wallet", to: "/dashboard/wallet", icon: <Wallet size={18} /> },
  { label: "Profile", to: "/dashboard/profile", icon: <User size={18} /> },
  { label: "Settings", to: "/dashboard/settings", icon: <Settings size={18} /> },
];

export const adminLinks: readonly SidebarLink[] = [
  {
    label: "Dashboard",
    to: "/admin/dashboard",
    icon: <LayoutDashboard size={18} />,
    isExact: true,
  },
  { label: "Users", to: "/admin/dashboard/users", icon: <Users size={18} /> },
  { label: "Shipments", to: "/admin/dashboard/shipments", icon: <Ship size={18} /> },
  { label: "Payments", to: "/admin/dashboard/payments", icon: <CreditCard size={18} /> },
  { label: "Settings", to: "/admin/dashboard/settings", icon: <Settings size={18} /> },
];
