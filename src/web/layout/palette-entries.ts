import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { roleAccess } from "#core/role-access.ts";
import { mayOpenPage } from "#core/role-pages.ts";
import { mayUse, type StaffAccess, type StaffMember } from "#core/staff-role.ts";
import { csvAddress } from "#web/ui/csv-address.ts";
import { adminLinks, operationsLinks, warehouseLinks } from "./admin-links.tsx";
import { customerLinks, customerWarehouseLinks } from "./customer-links.tsx";
import { t, type MessageId } from "./palette-messages.ts";
import type { SidebarLink } from "./sidebar-groups.ts";

type PalettePage = {
  readonly to: string;
  readonly labelId: MessageId;
  readonly descriptionId: MessageId | undefined;
  /** For pages that are a document of their own. */
  readonly isDocument?: boolean;
};

/** What is on the pages of the sidebar, by their addresses. */
const descriptionIds: Readonly<Record<string, MessageId>> = {
  "/dashboard": "palette.description.customer",
  "/dashboard/packages": "palette.description.packages",
  "/dashboard/parcels": "palette.description.parcels",
  "/dashboard/track": "palette.description.track",
  "/dashboard/address": "palette.description.address",
  "/dashboard/wallet": "palette.description.wallet",
  "/dashboard/profile": "palette.description.profile",
  "/dashboard/settings": "palette.description.settings",
  "/admin/dashboard": "palette.description.admin",
  "/admin/dashboard/users": "palette.description.users",
  "/admin/dashboard/shipments": "palette.description.shipments",
  "/admin/dashboard/payments": "palette.description.payments",
  "/admin/dashboard/settings": "palette.description.systemSettings",
  "/admin/dashboard/work-items": "palette.description.workItems",
  "/admin/dashboard/tracking": "palette.description.tracking",
  "/admin/dashboard/payouts": "palette.description.payouts",
  "/admin/dashboard/plan-payments": "palette.description.planPayments",
  "/admin/dashboard/reconciliation": "palette.description.reconciliation",
  "/admin/dashboard/webhooks": "palette.description.webhooks",
  "/admin/dashboard/receiving": "palette.description.receiving",
  "/admin/dashboard/storage-locations": "palette.description.storageLocations",
  "/admin/dashboard/stocktake": "palette.description.stocktake",
  "/admin/dashboard/packing": "palette.description.packing",
  "/admin/dashboard/packing-prices": "palette.description.packingPrices",
  "/admin/dashboard/unmatched": "palette.description.unmatched",
  "/admin/dashboard/warehouses": "palette.description.warehouses",
  "/admin/dashboard/storage-rates": "palette.description.storageRates",
  "/admin/dashboard/services": "palette.description.shippingServices",
  "/admin/dashboard/lanes": "palette.description.lanes",
  "/admin/dashboard/carriers": "palette.description.carriers",
  "/admin/dashboard/limits": "palette.description.limits",
  "/admin/dashboard/audit": "palette.description.audit",
  "/admin/dashboard/errors": "palette.description.errors",
};

function describe({ to, labelId, isDocument = false }: SidebarLink): PalettePage {
  return { to, labelId, descriptionId: descriptionIds[to], isDocument };
}

/** The page with its name and description in the language of the document. */
export function translatePage({ labelId, descriptionId, ...page }: PalettePage) {
  return {
    ...page,
    label: t(labelId),
    description: descriptionId === undefined ? "" : t(descriptionId),
  };
}

export const customerPages: readonly PalettePage[] = [
  ...[...customerLinks, ...customerWarehouseLinks].map(describe),
  {
    to: "/dashboard/packages/new",
    labelId: "palette.newPackage",
    descriptionId: "palette.description.newPackage",
  },
  {
    to: "/dashboard/parcels/claims",
    labelId: "palette.claimParcel",
    descriptionId: "palette.description.claimParcel",
  },
  {
    to: "/dashboard/shipping-calculator",
    labelId: "palette.shippingCalculator",
    descriptionId: "palette.description.calculator",
  },
  {
    to: "/dashboard/upgrade",
    labelId: "palette.upgradeSubscription",
    descriptionId: "palette.description.upgrade",
  },
  {
    to: "/dashboard/wallet/statement",
    labelId: "palette.walletStatement",
    descriptionId: "palette.description.statement",
  },
  {
    to: "/help",
    labelId: "common.help",
    descriptionId: "palette.description.help",
    isDocument: true,
  },
  {
    to: "/contact",
    labelId: "common.contact",
    descriptionId: "palette.description.contact",
    isDocument: true,
  },
];

const adminPages: readonly PalettePage[] = [
  ...[...adminLinks, ...warehouseLinks, ...operationsLinks].map(describe),
  {
    to: "/admin/dashboard/account",
    labelId: "layout.yourAccount",
    descriptionId: "palette.description.account",
  },
];

/** The pages of the admin area that the member of staff may open. */
export function adminPagesFor(member: StaffMember): readonly PalettePage[] {
  return adminPages.filter(({ to }) => mayOpenPage(member, to));
}

type PaletteAction = {
  readonly id: string;
  readonly label: string;
  readonly keywords?: string;
  readonly onClick: () => void;
};

type StaffAction = PaletteAction & { readonly access: StaffAccess };

function download(path: `/api/${string}.csv`): () => void {
  return () => window.location.assign(csvAddress(path));
}

const customerDownloads = (): readonly PaletteAction[] => [
  {
    id: "export-transactions",
    label: t("palette.downloadTransactions"),
    keywords: t("palette.keywords.transactions"),
    onClick: download("/api/wallet/transactions.csv"),
  },
];

const staffDownloads = (): readonly StaffAction[] => [
  {
    id: "export-delivered",
    access: roleAccess.packageChanges,
    label: t("palette.exportDelivered"),
    keywords: t("palette.keywords.csv"),
    onClick: download("/api/admin/shipments/delivered-shipments.csv"),
  },
  {
    id: "export-audit",
    access: roleAccess.admin,
    label: t("palette.exportAuditLog"),
    keywords: t("palette.keywords.csv"),
    onClick: download("/api/admin/audit/audit-log.csv"),
  },
];

function downloadsFor(member: StaffMember | null): readonly PaletteAction[] {
  if (member === null) return customerDownloads();
  return staffDownloads()
    .filter(({ access }) => mayUse(member, access))
    .map(({ access: _access, ...action }) => action);
}

/** @param options.onHelp shows the keyboard shortcuts, most of which are for admins. */
export function usePaletteActions(options: {
  readonly staffMember: StaffMember | null;
  readonly onHelp: () => void;
  readonly onLogOut: () => void;
}): readonly PaletteAction[] {
  const { staffMember, onHelp, onLogOut } = options;
  const queryClient = useQueryClient();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  return [
    {
      id: "refresh",
      label: t("palette.refreshPage"),
      onClick: () => void queryClient.invalidateQueries(),
    },
    ...downloadsFor(staffMember),
    {
      id: "scheme",
      label: t(scheme === "dark" ? "palette.switchToLight" : "palette.switchToDark"),
      keywords: t("palette.keywords.scheme"),
      onClick: () => setColorScheme(scheme === "dark" ? "light" : "dark"),
    },
    ...(staffMember
      ? [
          {
            id: "shortcuts",
            label: t("palette.keyboardShortcuts"),
            keywords: t("palette.keywords.help"),
            onClick: onHelp,
          },
        ]
      : []),
    {
      id: "log-out",
      label: t("common.logOut"),
      keywords: t("palette.keywords.logOut"),
      onClick: onLogOut,
    },
  ];
}
