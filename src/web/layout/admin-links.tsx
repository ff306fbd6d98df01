import CreditCard from "lucide-react/icons/credit-card";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Settings from "lucide-react/icons/settings";
import Ship from "lucide-react/icons/ship";
import Users from "lucide-react/icons/users";
import { lazy, Suspense } from "react";
import type { LaterIconName } from "./later-admin-icons.tsx";
import type { SidebarGroups, SidebarLink } from "./sidebar-groups.ts";

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

export const warehouseLinks: readonly SidebarLink[] = [
  {
    labelId: "layout.receiving",
    to: "/admin/dashboard/receiving",
    icon: <LaterIcon name="receiving" />,
    isDocument: true,
  },
  {
    labelId: "layout.packing",
    to: "/admin/dashboard/packing",
    icon: <LaterIcon name="packing" />,
    isDocument: true,
  },
  {
    labelId: "layout.shippingLabels",
    to: "/admin/dashboard/shipping-labels",
    icon: <LaterIcon name="shippingLabels" />,
  },
  {
    labelId: "layout.manifests",
    to: "/admin/dashboard/manifests",
    icon: <LaterIcon name="manifests" />,
    isDocument: true,
  },
  {
    labelId: "layout.inboundParcels",
    to: "/admin/dashboard/inbound-parcels",
    icon: <LaterIcon name="inboundParcels" />,
  },
  {
    labelId: "layout.unmatchedParcels",
    to: "/admin/dashboard/unmatched",
    icon: <LaterIcon name="unmatchedParcels" />,
  },
  {
    labelId: "layout.storageLocations",
    to: "/admin/dashboard/storage-locations",
    icon: <LaterIcon name="storageLocations" />,
  },
  {
    labelId: "layout.stocktake",
    to: "/admin/dashboard/stocktake",
    icon: <LaterIcon name="stocktake" />,
    isDocument: true,
  },
  {
    labelId: "layout.warehouses",
    to: "/admin/dashboard/warehouses",
    icon: <LaterIcon name="warehouses" />,
  },
];

/** The other admin pages, most used first. */
export const operationsLinks: readonly SidebarLink[] = [
  {
    labelId: "layout.openWork",
    to: "/admin/dashboard/work-items",
    icon: <LaterIcon name="openWork" />,
  },
  {
    labelId: "layout.tracking",
    to: "/admin/dashboard/tracking",
    icon: <LaterIcon name="tracking" />,
  },
  {
    labelId: "layout.payouts",
    to: "/admin/dashboard/payouts",
    icon: <LaterIcon name="payouts" />,
  },
  {
    labelId: "layout.planPayments",
    to: "/admin/dashboard/plan-payments",
    icon: <LaterIcon name="planPayments" />,
  },
  {
    labelId: "layout.reconciliation",
    to: "/admin/dashboard/reconciliation",
    icon: <LaterIcon name="reconciliation" />,
  },
  {
    labelId: "layout.webhooks",
    to: "/admin/dashboard/webhooks",
    icon: <LaterIcon name="webhooks" />,
  },
  {
    labelId: "layout.freight",
    to: "/admin/dashboard/freight",
    icon: <LaterIcon name="freight" />,
  },
  {
    labelId: "layout.numberRanges",
    to: "/admin/dashboard/number-ranges",
    icon: <LaterIcon name="numberRanges" />,
  },
  {
    labelId: "layout.storageRates",
    to: "/admin/dashboard/storage-rates",
    icon: <LaterIcon name="storageRates" />,
  },
  {
    labelId: "layout.packingPrices",
    to: "/admin/dashboard/packing-prices",
    icon: <LaterIcon name="packingPrices" />,
  },
  {
    labelId: "layout.shippingServices",
    to: "/admin/dashboard/services",
    icon: <LaterIcon name="shippingServices" />,
  },
  {
    labelId: "layout.lanes",
    to: "/admin/dashboard/lanes",
    icon: <LaterIcon name="lanes" />,
  },
  {
    labelId: "layout.carriers",
    to: "/admin/dashboard/carriers",
    icon: <LaterIcon name="carriers" />,
  },
  {
    labelId: "layout.limits",
    to: "/admin/dashboard/limits",
    icon: <LaterIcon name="limits" />,
  },
  {
    labelId: "layout.auditLog",
    to: "/admin/dashboard/audit",
    icon: <LaterIcon name="auditLog" />,
  },
  {
    labelId: "layout.errors",
    to: "/admin/dashboard/errors",
    icon: <LaterIcon name="errors" />,
  },
];

export const adminGroups: SidebarGroups = [
  { links: adminLinks },
  { headingId: "layout.warehouse", links: warehouseLinks },
  { headingId: "layout.operations", links: operationsLinks },
];
