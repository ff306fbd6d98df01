import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { csvAddress } from "#web/ui/csv-address.ts";
import { adminLinks, operationsLinks } from "./admin-links.tsx";
import { customerLinks } from "./customer-links.tsx";
import type { SidebarLink } from "./sidebar-groups.ts";

type PalettePage = {
  readonly to: string;
  readonly label: string;
  readonly description: string;
  /** For pages outside of the application. */
  readonly isDocument?: boolean;
};

/** What is on the pages of the sidebar, by their addresses. */
const descriptions: Readonly<Record<string, string>> = {
  "/dashboard": "Balance, plan and newest packages",
  "/dashboard/packages": "All your packages",
  "/dashboard/track": "Where a package is now",
  "/dashboard/wallet": "Balance, deposits and transactions",
  "/dashboard/profile": "Name, phone and address",
  "/dashboard/settings": "Emails, password and security",
  "/admin/dashboard": "Figures and open work",
  "/admin/dashboard/users": "Accounts, plans and wallets",
  "/admin/dashboard/shipments": "Packages, legs and labels",
  "/admin/dashboard/payments": "Live from the payment provider",
  "/admin/dashboard/settings": "Registration, maintenance, provider",
  "/admin/dashboard/work-items": "Stalled packages, legs and emails",
  "/admin/dashboard/payouts": "Payouts that customers requested",
  "/admin/dashboard/plan-payments": "Revenue by month",
  "/admin/dashboard/reconciliation": "Ledger and provider compared",
  "/admin/dashboard/webhooks": "Events from the payment provider",
  "/admin/dashboard/lanes": "Suspended carriers and countries",
  "/admin/dashboard/limits": "Accounts and addresses with too many attempts",
  "/admin/dashboard/audit": "Staff actions and rejected attempts",
  "/admin/dashboard/errors": "Errors in the server and in browsers",
};

function describe({ to, label }: SidebarLink): PalettePage {
  return { to, label, description: descriptions[to] ?? "" };
}

export const customerPages: readonly PalettePage[] = [
  ...customerLinks.map(describe),
  { to: "/dashboard/packages/new", label: "New Package", description: "Register a package" },
  {
    to: "/dashboard/shipping-calculator",
    label: "Shipping Calculator",
    description: "Estimate shipping costs",
  },
  {
    to: "/dashboard/upgrade",
    label: "Upgrade Subscription",
    description: "Choose or change a plan",
  },
  {
    to: "/dashboard/wallet/statement",
    label: "Wallet Statement",
    description: "Deposits and charges of one month",
  },
  { to: "/help", label: "Help", description: "Questions and answers", isDocument: true },
  { to: "/contact", label: "Contact", description: "How to reach us", isDocument: true },
];

export const adminPages: readonly PalettePage[] = [
  ...[...adminLinks, ...operationsLinks].map(describe),
  {
    to: "/admin/dashboard/account",
    label: "Your account",
    description: "Password, two-factor, sessions",
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

const customerDownloads: readonly PaletteAction[] = [
  {
    id: "export-transactions",
    label: "Download wallet transactions",
    keywords: "csv export history",
    onClick: download("/api/wallet/transactions.csv"),
  },
];

const adminDownloads: readonly PaletteAction[] = [
  {
    id: "export-delivered",
    label: "Export delivered shipments",
    keywords: "csv download",
    onClick: download("/api/admin/shipments/delivered-shipments.csv"),
  },
  {
    id: "export-audit",
    label: "Export the audit log",
    keywords: "csv download",
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
      label: "Refresh this page",
      onClick: () => void queryClient.invalidateQueries(),
    },
    ...(isForAdmins ? adminDownloads : customerDownloads),
    {
      id: "scheme",
      label: scheme === "dark" ? "Switch to light" : "Switch to dark",
      keywords: "theme colours",
      onClick: () => setColorScheme(scheme === "dark" ? "light" : "dark"),
    },
    ...(isForAdmins
      ? [{ id: "shortcuts", label: "Keyboard shortcuts", keywords: "help keys", onClick: onHelp }]
      : []),
    { id: "log-out", label: "Log out", keywords: "sign out leave", onClick: onLogOut },
  ];
}
