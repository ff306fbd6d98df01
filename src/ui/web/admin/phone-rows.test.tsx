import { beforeEach, expect, test } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import type { Transaction } from "#money/contract/transactions.ts";
import { emptyRecipient } from "#catalogue/rules/recipient.ts";
import {
  mei,
  meiAsCustomer,
  parcelDelivered,
  parcelUnderWay,
  profileOf,
  sessionOf,
} from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import WalletPage from "#money/web/wallet/wallet-page.tsx";
import PaymentsPage from "#money/web/admin/payments/payments-page.tsx";
import ShipmentsPage from "#goods/web/admin/shipments/shipments-page.tsx";
import UsersPage from "#office/web/admin/users/users-page.tsx";

beforeEach(async () => {
  await page.viewport(390, 844);
});

const count = 16;
const ids = Array.from(
  { length: count },
  (_, index) => `00000000-0000-4000-8000-0000000009${index + 10}`,
);
const createdAt = "2031-04-02T08:30:00.000Z";

/** Expects rows below `rowHeight`, nothing wider than the phone, and targets for fingers. */
async function expectCompact(rows: Locator, rowHeight: number): Promise<void> {
  await expect.element(rows.nth(count)).toBeVisible();
  const heights = rows
    .elements()
    .slice(1)
    .map((row) => row.getBoundingClientRect().height);
  expect(Math.max(...heights)).toBeLessThan(rowHeight);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  // The header is only for screen readers.
  const targets = [
    ...document.querySelectorAll(":is(a[href], button, input, [role=tab]):not(thead *)"),
  ];
  expect(targets.length).toBeGreaterThan(3);
  const small = targets
    .map((target) => ({ name: target.textContent, box: target.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0 && box.height < 44);
  expect(small).toEqual([]);
}

test("16 shipments take less than 2,100 pixels, with a fourth line where an address is long", async () => {
  const [first, second] = [
    {
      ...parcelUnderWay,
      userEmail: "li.wei.with.a.long.name@subdomain.example.com",
      customer: meiAsCustomer,
    },
    { ...parcelDelivered, userEmail: mei.email, customer: meiAsCustomer },
  ];
  const shipments = ids.map((id, index) => ({ ...(index % 2 === 0 ? first : second), id }));
  const { screen } = await showScreen({
    element: <ShipmentsPage />,
    path: "/admin/dashboard/shipments",
    answers: {
      packages: {
        listShipments: async () => ({
          items: shipments,
          total: 41,
          counts: { all: 41, active: 33, delivered: 8 },
        }),
        readShipment: async () => ({
          package: first,
          images: [],
          carrierEvents: [],
          estimates: [],
          events: [],
          charges: [],
          recipient: emptyRecipient,
          planMaxWeightGrams: null,
          shipRequestReference: null,
        }),
        listQrCodes: async () => ({ items: [] }),
      },
    },
  });
  const rows = screen.getByRole("row");
  await expect.element(screen.getByRole("navigation", { name: "Pages" })).toBeVisible();
  await expectCompact(rows, 120);
  const { bottom } = rows.nth(count).element().getBoundingClientRect();
  expect(bottom + window.scrollY).toBeLessThan(2100);
  const row = rows.nth(1);
  const email = row
    .getByText(/li\.wei/)
    .first()
    .element();
  expect(email.getBoundingClientRect().right).toBeLessThanOrEqual(390);
  for (const text of [/li\.wei/, "United States", "In Transit", "Apr 2, 2031"]) {
    await expect.element(row.getByText(text).first()).toBeVisible();
  }
  // Between the margins of the page the whole destination is readable.
  await page.viewport(358, 844);
  const boxOf = (text: string) => row.getByText(text).first().element().getBoundingClientRect();
  const [route, weight] = [boxOf("United States"), boxOf("1.85 kg")];
  expect(route.right).toBeLessThanOrEqual(weight.left);
  const trackingNumber = first.trackingNumber;
  await row.getByRole("button", { name: `Delete ${trackingNumber}` }).click();
  await expect.element(page.getByRole("dialog", { name: "Delete this package?" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await row.getByRole("button", { name: `View details of ${trackingNumber}` }).click();
  await expect
    .element(page.getByRole("dialog", { name: `Package Details - ${trackingNumber}` }))
    .toBeVisible();
});

test("users take rows below 140 pixels", async () => {
  const user = {
    ...mei,
    ...profileOf(),
    heldCents: 500,
    createdAt,
    updatedAt: createdAt,
    suspendedAt: null,
    closedAt: null,
  };
  const { screen } = await showScreen({
    element: <UsersPage />,
    path: "/admin/dashboard/users",
    answers: {
      users: {
        listUsers: async () => ({ items: ids.map((id) => ({ ...user, id })), total: count }),
      },
    },
  });
  await expect.element(screen.getByRole("row").nth(count)).toBeVisible();
  await expectCompact(screen.getByRole("row"), 140);
});

test("payments take rows below 125 pixels", async () => {
  const payment = {
    user_email: mei.email,
    type: "one_time_payment",
    description: "Wallet deposit",
    amount: 1250.5,
    currency: "usd",
    date: createdAt,
    status: "succeeded",
  } as const;
  const { screen } = await showScreen({
    element: <PaymentsPage />,
    path: "/admin/dashboard/payments",
    answers: {
      auth: { readSession: async () => sessionOf({ ...mei, isAdmin: true }) },
      functions: {
        getStripePayments: async () => ({
          payments: ids.map((id) => ({ ...payment, id, references: [] })),
        }),
      },
    },
  });
  await expect.element(screen.getByRole("row").nth(count)).toBeVisible();
  await expectCompact(screen.getByRole("row"), 125);
});

test("wallet transactions take rows below 120 pixels", async () => {
  const transaction: Transaction = {
    id: "",
    type: "shipping_fee",
    amountCents: 5000,
    status: "completed",
    createdAt,
    reason: "Air freight",
    legNumber: 2,
    plan: null,
    trackingNumber: "SF1234567890123",
  };
  const { screen } = await showScreen({
    element: <WalletPage />,
    path: "/dashboard/wallet",
    address: "/dashboard/wallet?tab=history",
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      wallet: {
        readPayout: async () => ({ payout: null }),
        readWallet: async () => ({ balanceCents: 12_550 }),
        listTransactions: async () => ({
          items: ids.map((id) => ({ ...transaction, id })),
          olderThan: null,
        }),
      },
    },
  });
  await expect.element(screen.getByRole("row").nth(count)).toBeVisible();
  await expectCompact(screen.getByRole("row"), 120);
});
