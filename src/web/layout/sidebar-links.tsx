import Banknote from "lucide-react/icons/banknote";
import Bug from "lucide-react/icons/bug";
import CreditCard from "lucide-react/icons/credit-card";
import Gauge from "lucide-react/icons/gauge";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import ListTodo from "lucide-react/icons/list-todo";
import Package from "lucide-react/icons/package";
import Receipt from "lucide-react/icons/receipt";
import Route from "lucide-react/icons/route";
import Scale from "lucide-react/icons/scale";
import ScrollText from "lucide-react/icons/scroll-text";
import Settings from "lucide-react/icons/settings";
import Ship from "lucide-react/icons/ship";
import User from "lucide-react/icons/user";
import Users from "lucide-react/icons/users";
import Wallet from "lucide-react/icons/wallet";
import Waypoints from "lucide-react/icons/waypoints";
import Webhook from "lucide-react/icons/webhook";
import type { ReactNode } from "react";

/** @property description shown in the command palette. */
export type SidebarLink = {
  readonly label: string;
  readonly to: string;
  readonly icon: ReactNode;
  readonly description: string;
  readonly isExact?: boolean;
};

/** Section 2 of the specification, "Customer sidebar". */
export const customerLinks: readonly SidebarLink[] = [
  {
    label: "Dashboard",
    to: "/dashboard",
    icon: <LayoutDashboard size={18} />,
    description: "Balance, plan and newest packages",
    isExact: true,
  },
  {
    label: "My Packages",
    to: "/dashboard/packages",
    icon: <Package size={18} />,
    description: "All your packages",
  },
  {
    label: "Track Shipment",
    to: "/dashboard/track",
    icon: <Route size={18} />,
    description: "Where a package is now",
  },
  {
    label: "Wallet",
    to: "/dashboard/wallet",
    icon: <Wallet size={18} />,
    description: "Balance, deposits and transactions",
  },
  {
    label: "Profile",
    to: "/dashboard/profile",
    icon: <User size={18} />,
    description: "Name, phone and address",
  },
  {
    label: "Settings",
    to: "/dashboard/settings",
    icon: <Settings size={18} />,
    description: "Emails, password and security",
  },
];

/** Section 2 of the specification, "Admin sidebar". */
export const adminLinks: readonly SidebarLink[] = [
  {
    label: "Dashboard",
    to: "/admin/dashboard",
    icon: <LayoutDashboard size={18} />,
    description: "Figures and open work",
    isExact: true,
  },
  {
    label: "Users",
    to: "/admin/dashboard/users",
    icon: <Users size={18} />,
    description: "Accounts, plans and wallets",
  },
  {
    label: "Shipments",
    to: "/admin/dashboard/shipments",
    icon: <Ship size={18} />,
    description: "Packages, legs and labels",
  },
  {
    label: "Payments",
    to: "/admin/dashboard/payments",
    icon: <CreditCard size={18} />,
    description: "Live from the payment provider",
  },
  {
    label: "Settings",
    to: "/admin/dashboard/settings",
    icon: <Settings size={18} />,
    description: "Registration, maintenance, provider",
  },
];

/** The other admin pages, most used first. */
export const operationsLinks: readonly SidebarLink[] = [
  {
    label: "Open work",
    to: "/admin/dashboard/work-items",
    icon: <ListTodo size={18} />,
    description: "Stalled packages, legs and emails",
  },
  {
    label: "Payouts",
    to: "/admin/dashboard/payouts",
    icon: <Banknote size={18} />,
    description: "Payouts that customers requested",
  },
  {
    label: "Plan payments",
    to: "/admin/dashboard/plan-payments",
    icon: <Receipt size={18} />,
    description: "Revenue by month",
  },
  {
    label: "Reconciliation",
    to: "/admin/dashboard/reconciliation",
    icon: <Scale size={18} />,
    description: "Ledger and provider compared",
  },
  {
    label: "Webhooks",
    to: "/admin/dashboard/webhooks",
    icon: <Webhook size={18} />,
    description: "Events from the payment provider",
  },
  {
    label: "Lanes",
    to: "/admin/dashboard/lanes",
    icon: <Waypoints size={18} />,
    description: "Suspended carriers and countries",
  },
  {
    label: "Limits",
    to: "/admin/dashboard/limits",
    icon: <Gauge size={18} />,
    description: "Accounts and addresses with too many attempts",
  },
  {
    label: "Audit log",
    to: "/admin/dashboard/audit",
    icon: <ScrollText size={18} />,
    description: "Staff actions and rejected attempts",
  },
  {
    label: "Errors",
    to: "/admin/dashboard/errors",
    icon: <Bug size={18} />,
    description: "Errors in the server and in browsers",
  },
];

/** The groups of the sidebar's links; the first has no heading. */
export type SidebarGroups = readonly {
  readonly heading?: string;
  readonly links: readonly SidebarLink[];
}[];

export const customerGroups: SidebarGroups = [{ links: customerLinks }];

export const adminGroups: SidebarGroups = [
  { links: adminLinks },
  { heading: "Operations", links: operationsLinks },
];
