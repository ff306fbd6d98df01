import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { UserDetails } from "#office/contract/admin-users.ts";
import type { UserThings } from "#office/contract/user-things.ts";
import type { HistoryRow } from "#money/contract/transactions.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { mayUse, type StaffRole } from "#platform/rules/staff-role.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, profileOf, sessionOf, superPlan } from "#test/screen/users.ts";
import { PermissionsContext, WarehouseEnteredContext } from "#ui/web/permissions.ts";
import { UserDialog } from "./user-dialog.tsx";

const staff = {
  ...mei,
  id: "6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e99",
  // Finance and managers may do nothing without it.
  hasTwoFactor: true,
};
const at = "2031-04-02T08:30:00.000Z";
const id = (end: number) => `00000000-0000-4000-8000-${String(end).padStart(12, "0")}`;

const user: UserDetails = {
  ...mei,
  ...profileOf({ address: "1 Quay Street", city: "Singapore", country: "SG" }),
  memberCode: null,
  heldCents: 0,
  createdAt: at,
  updatedAt: at,
  suspendedAt: null,
  closedAt: null,
  isVerified: true,
  hasTwoFactor: false,
  suspensionReason: null,
  plan: superPlan,
  grantedRoles: [],
};

const things: UserThings = {
  packages: {
    items: [
      {
        id: id(1),
        number: 1024,
        trackingNumber: "SF1234567890123",
        destination: "Germany",
        status: "delivered",
        createdAt: at,
      },
    ],
    total: 31,
  },
  inboundParcels: {
    items: [
      {
        id: id(2),
        trackingNumber: "YT5555666677778",
        labelCode: "K7M2",
        state: "received",
        removalAsked: null,
        storageLocationCode: "A-03-1",
        createdAt: at,
      },
    ],
    total: 1,
  },
  cases: {
    items: [
      {
        id: id(3),
        number: "C00012",
        subject: "package",
        subjectName: "P-1024",
        kind: "damaged",
        isOpen: false,
        openedAt: at,
      },
    ],
    total: 1,
  },
};

const transaction = {
  id: id(11),
  type: "shipping_fee",
  amountCents: 2400,
  status: "completed",
  createdAt: at,
  reason: "Freight",
  legNumber: null,
  plan: null,
  trackingNumber: "SF1234567890123",
  packageId: id(1),
  shipRequestId: id(21),
} as const;
const shipment: HistoryRow = {
  ...transaction,
  shipment: {
    name: "P-1024",
    destination: "Germany",
    status: "completed",
    sumCents: -2400,
    transactions: [transaction],
  },
};
const deposit: HistoryRow = {
  ...transaction,
  id: id(12),
  type: "deposit",
  status: "pending",
  reason: null,
  trackingNumber: null,
  packageId: null,
  shipRequestId: null,
  payableUntil: "2099-01-01T00:00:00.000Z",
};

async function show(
  roles: readonly StaffRole[],
  answers: FakeAnswers = {},
  options: { hasWarehouse?: boolean; user?: UserDetails; isAdmin?: boolean } = {},
) {
  const viewer = { ...staff, roles: [...roles], isAdmin: options.isAdmin ?? false };
  await showScreen({
    element: (
      <PermissionsContext value={(work) => mayUse(viewer, roleAccess[work])}>
        <WarehouseEnteredContext value={options.hasWarehouse ?? true}>
          <UserDialog userId={mei.id} isCovered={false} onClose={() => {}} onAdjust={() => {}} />
        </WarehouseEnteredContext>
      </PermissionsContext>
    ),
    path: "/",
    answers: {
      auth: { readSession: async () => sessionOf(viewer) },
      plans: { listEndedPlanPayments: async () => ({ items: [] }) },
      limits: { listLimits: async () => ({ items: [], total: 0 }) },
      ...answers,
      users: {
        readUser: async () => options.user ?? user,
        listUserThings: async () => things,
        ...answers.users,
      },
    },
  });
  return page.getByRole("dialog", { name: "User Details" });
}

test("support reads packages, parcels and cases in one place, each with the way to it", async () => {
  const dialog = await show(["support"]);
  await expect.element(dialog.getByText("1 Quay Street")).toBeVisible();
  await expect.element(dialog.getByRole("tab", { name: "Wallet" })).not.toBeInTheDocument();
  await dialog.getByRole("tab", { name: "Packages 31" }).click();
  await expect
    .element(dialog.getByRole("link", { name: "P-1024" }))
    .toHaveAttribute("href", `/admin/dashboard/shipments?package=${id(1)}`);
  await expect.element(dialog.getByText("Delivered")).toBeVisible();
  await expect
    .element(dialog.getByRole("link", { name: "The newest 1 of 31" }))
    .toHaveAttribute("href", `/admin/dashboard/shipments?search=${encodeURIComponent(mei.email)}`);
  await expectAccessible();
  await dialog.getByRole("tab", { name: "Parcels 1" }).click();
  await expect
    .element(dialog.getByRole("link", { name: "YT5555666677778" }))
    .toHaveAttribute("href", `/admin/dashboard/inbound-parcels?parcel=${id(2)}`);
  await expect.element(dialog.getByText("Shelf A-03-1")).toBeVisible();
  await dialog.getByRole("tab", { name: "Cases 1" }).click();
  await expect
    .element(dialog.getByRole("link", { name: "C00012" }))
    .toHaveAttribute("href", `/admin/dashboard/work-items?kind=open_cases&case=${id(3)}`);
  await expect.element(dialog.getByText("Damaged · Package P-1024")).toBeVisible();
  await expect.element(dialog.getByText("Closed")).toBeVisible();
});

test("finance reads the history of the wallet, whose shipments open, and nothing can be paid there", async () => {
  const asked: unknown[] = [];
  const dialog = await show(["finance"], {
    wallet: {
      listUserTransactions: async (input) => {
        asked.push(input);
        return input.before === undefined
          ? { items: [shipment, deposit], olderThan: deposit.id }
          : { items: [], olderThan: null };
      },
    },
  });
  await expect.element(dialog.getByRole("tab", { name: /^Packages/ })).not.toBeInTheDocument();
  await dialog.getByRole("tab", { name: "Wallet" }).click();
  const row = dialog.getByRole("button", { name: "Package P-1024 to Germany" });
  await row.click();
  await expect.element(dialog.getByText("Freight")).toBeVisible();
  // Packages are not theirs to open.
  await expect
    .element(dialog.getByRole("link", { name: "SF1234567890123" }))
    .not.toBeInTheDocument();
  await expect
    .element(dialog.getByRole("link", { name: "Payment Management" }))
    .toHaveAttribute("href", `/admin/dashboard/payments?search=${encodeURIComponent(mei.email)}`);
  await expect.element(dialog.getByText("Not paid")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Dismiss" })).not.toBeInTheDocument();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Load older transactions" }).click();
  await expect
    .poll(() => asked)
    .toEqual([{ userId: mei.id }, { userId: mei.id, before: deposit.id }]);
});

test("a manager opens the package of a transaction", async () => {
  const dialog = await show(["manager"], {
    wallet: { listUserTransactions: async () => ({ items: [shipment], olderThan: null }) },
  });
  await dialog.getByRole("tab", { name: "Wallet" }).click();
  await dialog.getByRole("button", { name: "Package P-1024 to Germany" }).click();
  await expect
    .element(dialog.getByRole("link", { name: "SF1234567890123" }))
    .toHaveAttribute("href", `/admin/dashboard/shipments?package=${id(1)}`);
});

test.each([
  ["support", ["Details", "Packages 31", "Parcels 1", "Cases 1"]],
  ["finance", ["Details", "Wallet"]],
  ["manager", ["Details", "Wallet", "Packages 31", "Parcels 1", "Cases 1"]],
] as const)("%s sees the tabs of what the role may read", async (role, tabs) => {
  const dialog = await show([role]);
  await expect
    .poll(() =>
      dialog
        .getByRole("tab")
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(tabs);
});

test.each([
  [true, 1],
  [false, 0],
])("who credited a wallet is in the audit log, for admins: %s", async (isAdmin, count) => {
  const { payableUntil: _payableUntil, ...done } = deposit;
  const credit: HistoryRow = {
    ...done,
    id: id(13),
    type: "admin_credit",
    status: "completed",
    reason: "Goodwill",
  };
  const dialog = await show(
    ["manager"],
    { wallet: { listUserTransactions: async () => ({ items: [credit], olderThan: null }) } },
    { isAdmin },
  );
  await dialog.getByRole("tab", { name: "Wallet" }).click();
  await expect.element(dialog.getByText("Goodwill")).toBeVisible();
  expect(dialog.getByRole("link", { name: /^Something is wrong/ }).elements()).toEqual([]);
  const links = dialog.getByRole("link", { name: "Audit log" }).elements();
  expect(links.map((link) => link.getAttribute("href"))).toEqual(
    Array.from(
      { length: count },
      () =>
        `/admin/dashboard/audit?action=wallet.adjustWallet&target=${encodeURIComponent(mei.email)}`,
    ),
  );
});

test("without a warehouse nothing names parcels, and packages have their tracking numbers", async () => {
  const dialog = await show(["support"], {}, { hasWarehouse: false });
  await dialog.getByRole("tab", { name: "Packages 31" }).click();
  await expect.element(dialog.getByRole("link", { name: "SF1234567890123" })).toBeVisible();
  await expect.element(dialog.getByRole("tab", { name: /^Parcels/ })).not.toBeInTheDocument();
});

test("what cannot be loaded is tried again, and nothing yet is said", async () => {
  let isWell = false;
  const none = { items: [], total: 0 };
  const dialog = await show(["support"], {
    users: {
      listUserThings: async () => {
        if (!isWell) throw rejected("unexpected");
        return { packages: none, inboundParcels: none, cases: none };
      },
    },
  });
  await dialog.getByRole("tab", { name: "Cases" }).click();
  await expect.element(dialog.getByText("This could not be loaded")).toBeVisible();
  isWell = true;
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect.element(dialog.getByText("Nothing yet")).toBeVisible();
});

test.each([390, 320])("at %i px nothing is wider than the phone", async (width) => {
  await page.viewport(width, 760);
  const dialog = await show(["manager"], {
    wallet: { listUserTransactions: async () => ({ items: [shipment, deposit], olderThan: null }) },
  });
  await dialog.getByRole("tab", { name: "Wallet" }).click();
  await dialog.getByRole("button", { name: "Package P-1024 to Germany" }).click();
  await expect.element(dialog.getByText("Freight")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await page.viewport(1280, 800);
});
