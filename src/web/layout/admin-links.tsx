import Banknote from "lucide-react/icons/banknote";
import Bug from "lucide-react/icons/bug";
import CreditCard from "lucide-react/icons/credit-card";
import Gauge from "lucide-react/icons/gauge";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import ListTodo from "lucide-react/icons/list-todo";
import Receipt from "lucide-react/icons/receipt";
import Scale from "lucide-react/icons/scale";
import ScrollText from "lucide-react/icons/scroll-text";
import Settings from "lucide-react/icons/settings";
import Ship from "lucide-react/icons/ship";
import Truck from "lucide-react/icons/truck";
import Users from "lucide-react/icons/users";
import Waypoints from "lucide-react/icons/waypoints";
import Webhook from "lucide-react/icons/webhook";
import type { SidebarGroups, SidebarLink } from "./sidebar-groups.ts";

/** Section 2 of the specification, "Admin sidebar". */
export const adminLinks: readonly SidebarLink[] = [
  {
    labelId: "common.dashboard",
    to: "/admin/dashboard",
    icon: <LayoutDashboard size={18} />,
    isExact: true,
  },
  {
    labelId: "common.users",
    to: "/admin/dashboard/users",
    icon: <Users size={18} />,
  },
  {
    labelId: "layout.shipments",
    to: "/admin/dashboard/shipments",
    icon: <Ship size={18} />,
  },
  {
    labelId: "layout.payments",
    to: "/admin/dashboard/payments",
    icon: <CreditCard size={18} />,
  },
  {
    labelId: "common.settings",
    to: "/admin/dashboard/settings",
    icon: <Settings size={18} />,
  },
];

/** The other admin pages, most used first. */
export const operationsLinks: readonly SidebarLink[] = [
  {
    labelId: "layout.openWork",
    to: "/admin/dashboard/work-items",
    icon: <ListTodo size={18} />,
  },
  {
    labelId: "layout.payouts",
    to: "/admin/dashboard/payouts",
    icon: <Banknote size={18} />,
  },
  {
    labelId: "layout.planPayments",
    to: "/admin/dashboard/plan-payments",
    icon: <Receipt size={18} />,
  },
  {
    labelId: "layout.reconciliation",
    to: "/admin/dashboard/reconciliation",
    icon: <Scale size={18} />,
  },
  {
    labelId: "layout.webhooks",
    to: "/admin/dashboard/webhooks",
    icon: <Webhook size={18} />,
  },
  {
    labelId: "layout.lanes",
    to: "/admin/dashboard/lanes",
    icon: <Waypoints size={18} />,
  },
  {
    labelId: "layout.carriers",
    to: "/admin/dashboard/carriers",
    icon: <Truck size={18} />,
  },
  {
    labelId: "layout.limits",
    to: "/admin/dashboard/limits",
    icon: <Gauge size={18} />,
  },
  {
    labelId: "layout.auditLog",
    to: "/admin/dashboard/audit",
    icon: <ScrollText size={18} />,
  },
  {
    labelId: "layout.errors",
    to: "/admin/dashboard/errors",
    icon: <Bug size={18} />,
  },
];

export const adminGroups: SidebarGroups = [
  { links: adminLinks },
  { headingId: "layout.operations", links: operationsLinks },
];
