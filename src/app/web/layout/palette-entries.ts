import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import {
  furtherCustomerPages,
  needsOpenedWarehouse,
  specifiedCustomerPages,
  type CustomerMenuAddress,
} from "#app/rules/customer-menu.ts";
import { findDeskPage } from "#platform/rules/desk-pages.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayOpenPage, ownAccountPage, setUpAddress, staffMenu } from "#app/rules/role-pages.ts";
import {
  mayUse,
  type StaffAccess,
  type StaffMember,
  type StaffVisitor,
} from "#platform/rules/staff-role.ts";
import { useRefetch } from "#ui/web/action.ts";
import { csvAddress } from "#ui/web/save-file.ts";
import { entryLabelId } from "./admin-links.tsx";
import { customerPageNames } from "./customer-links.tsx";
import type { MessageId } from "#platform/rules/messages.ts";
import { t } from "#ui/web/i18n/messages.tsx";
import { staffPageDescriptions, staffPageNames } from "./admin-pages.ts";

type PalettePage = {
  readonly to: string;
  readonly labelId: MessageId;
  readonly descriptionId: MessageId;
  /** The entry of the menu under which the page is found. */
  readonly entryId?: MessageId;
  /** For pages that are a document of their own. */
  readonly isDocument?: boolean;
};

/** What is on the pages of the customers' menu. */
const customerDescriptions: Readonly<Record<CustomerMenuAddress, MessageId>> = {
  "/dashboard": "palette.description.customer",
  "/dashboard/packages": "palette.description.packages",
  "/dashboard/parcels": "palette.description.parcels",
  "/dashboard/track": "palette.description.track",
  "/dashboard/address": "palette.description.address",
  "/dashboard/messages": "palette.description.messages",
  "/dashboard/wallet": "palette.description.wallet",
  "/dashboard/profile": "palette.description.profile",
  "/dashboard/settings": "palette.description.settings",
};

/** The page with its name and description in the language of the document. */
export function translatePage({ labelId, descriptionId, entryId, ...page }: PalettePage) {
  return {
    ...page,
    label: t(labelId),
    description: t(descriptionId),
    entry: entryId === undefined ? "" : t(entryId),
  };
}

const customerPages: readonly PalettePage[] = [
  ...[...specifiedCustomerPages, ...furtherCustomerPages].map((to) => ({
    to,
    labelId: customerPageNames[to],
    descriptionId: customerDescriptions[to],
  })),
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

/** The pages that customers may open. */
export function customerPagesFor(hasWarehouse: boolean): readonly PalettePage[] {
  return customerPages.filter(({ to }) => hasWarehouse || !needsOpenedWarehouse(to));
}

const adminPages: readonly PalettePage[] = [
  ...staffMenu.flatMap(({ name, pages }) =>
    pages.map(({ address }) => ({
      to: address,
      labelId: staffPageNames[address],
      entryId: entryLabelId(name),
      descriptionId: staffPageDescriptions[address],
      isDocument: findDeskPage(address) !== undefined,
    })),
  ),
  {
    to: setUpAddress,
    labelId: "layout.setUp",
    entryId: "common.settings",
    descriptionId: "palette.description.setUp",
  },
  {
    to: ownAccountPage,
    labelId: "layout.yourAccount",
    descriptionId: "palette.description.account",
  },
];

/** The pages of the admin area that the member of staff may open. */
export function adminPagesFor(visitor: StaffVisitor): readonly PalettePage[] {
  return adminPages.filter(({ to }) => mayOpenPage(visitor, to.replace(/\?.*/, "")));
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
  const refetch = useRefetch();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  return [
    {
      id: "refresh",
      label: t("palette.refreshPage"),
      onClick: refetch,
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
