import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { csvAddress } from "#web/ui/csv-address.ts";
import { adminLinks, operationsLinks } from "./admin-links.tsx";
import { customerLinks } from "./customer-links.tsx";
import { t, type MessageId } from "./messages.ts";
import type { SidebarLink } from "./sidebar-groups.ts";

type PalettePage = {
  readonly to: string;
  readonly labelId: MessageId;
  readonly descriptionId: MessageId | undefined;
  /** For pages outside of the application. */
  readonly isDocument?: boolean;
};

/** What is on the pages of the sidebar, by their addresses. */
const descriptionIds: Readonly<Record<string, MessageId>> = {
  "/dashboard": "layout.description.customer",
  "/dashboard/packages": "layout.description.packages",
  "/dashboard/track": "layout.description.track",
  "/dashboard/wallet": "layout.description.wallet",
  "/dashboard/profile": "layout.description.profile",
  "/dashboard/settings": "layout.description.settings",
  "/admin/dashboard": "layout.description.admin",
  "/admin/dashboard/users": "layout.description.users",
  "/admin/dashboard/shipments": "layout.description.shipments",
  "/admin/dashboard/payments": "layout.description.payments",
  "/admin/dashboard/settings": "layout.description.systemSettings",
  "/admin/dashboard/work-items": "layout.description.workItems",
  "/admin/dashboard/payouts": "layout.description.payouts",
  "/admin/dashboard/plan-payments": "layout.description.planPayments",
  "/admin/dashboard/reconciliation": "layout.description.reconciliation",
  "/admin/dashboard/webhooks": "layout.description.webhooks",
  "/admin/dashboard/lanes": "layout.description.lanes",
  "/admin/dashboard/limits": "layout.description.limits",
  "/admin/dashboard/audit": "layout.description.audit",
  "/admin/dashboard/errors": "layout.description.errors",
};

function describe({ to, labelId }: SidebarLink): PalettePage {
  return { to, labelId, descriptionId: descriptionIds[to] };
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
  ...customerLinks.map(describe),
  {
    to: "/dashboard/packages/new",
    labelId: "layout.newPackage",
    descriptionId: "layout.description.newPackage",
  },
  {
    to: "/dashboard/shipping-calculator",
    labelId: "layout.shippingCalculator",
    descriptionId: "layout.description.calculator",
  },
  {
    to: "/dashboard/upgrade",
    labelId: "layout.upgradeSubscription",
    descriptionId: "layout.description.upgrade",
  },
  {
    to: "/dashboard/wallet/statement",
    labelId: "layout.walletStatement",
    descriptionId: "layout.description.statement",
  },
  {
    to: "/help",
    labelId: "common.help",
    descriptionId: "layout.description.help",
    isDocument: true,
  },
  {
    to: "/contact",
    labelId: "common.contact",
    descriptionId: "layout.description.contact",
    isDocument: true,
  },
];

export const adminPages: readonly PalettePage[] = [
  ...[...adminLinks, ...operationsLinks].map(describe),
  {
    to: "/admin/dashboard/account",
    labelId: "layout.yourAccount",
    descriptionId: "layout.description.account",
  },
];

type PaletteAction = {
  readonly id: string;
  readonly label: string;
  readonly keywords?: string;
  readonly onClick: () => void;
};

function download(path: `/api/${string}.csv`): () => void {
  return () => window.location.assign(csvAddress(path));
}

const customerDownloads = (): readonly PaletteAction[] => [
  {
    id: "export-transactions",
    label: t("layout.downloadTransactions"),
    keywords: t("layout.keywords.transactions"),
    onClick: download("/api/wallet/transactions.csv"),
  },
];

const adminDownloads = (): readonly PaletteAction[] => [
  {
    id: "export-delivered",
    label: t("layout.exportDelivered"),
    keywords: t("layout.keywords.csv"),
    onClick: download("/api/admin/shipments/delivered-shipments.csv"),
  },
  {
    id: "export-audit",
    label: t("layout.exportAuditLog"),
    keywords: t("layout.keywords.csv"),
    onClick: download("/api/admin/audit/audit-log.csv"),
  },
];

/** @param options.onHelp shows the keyboard shortcuts, most of which are for admins. */
export function usePaletteActions(options: {
  readonly isForAdmins: boolean;
  readonly onHelp: () => void;
  readonly onLogOut: () => void;
}): readonly PaletteAction[] {
  const { isForAdmins, onHelp, onLogOut } = options;
  const queryClient = useQueryClient();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  return [
    {
      id: "refresh",
      label: t("layout.refreshPage"),
      onClick: () => void queryClient.invalidateQueries(),
    },
    ...(isForAdmins ? adminDownloads() : customerDownloads()),
    {
      id: "scheme",
      label: t(scheme === "dark" ? "layout.switchToLight" : "layout.switchToDark"),
      keywords: t("layout.keywords.scheme"),
      onClick: () => setColorScheme(scheme === "dark" ? "light" : "dark"),
    },
    ...(isForAdmins
      ? [
          {
            id: "shortcuts",
            label: t("layout.keyboardShortcuts"),
            keywords: t("layout.keywords.help"),
            onClick: onHelp,
          },
        ]
      : []),
    {
      id: "log-out",
      label: t("common.logOut"),
      keywords: t("layout.keywords.logOut"),
      onClick: onLogOut,
    },
  ];
}
