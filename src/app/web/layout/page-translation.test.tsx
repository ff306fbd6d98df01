import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import type { Transaction } from "#money/contract/transactions.ts";
import type { FakeAnswers } from "#test/screen/fake-client.ts";
import { freightAnswer } from "#test/screen/freight-answer.ts";
import { ownAddress } from "#test/screen/own-address.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { translatePage } from "#test/screen/translate-page.ts";
import {
  mei,
  meiAsCustomer,
  parcelDelivered,
  parcelUnderWay,
  profileOf,
  sessionOf,
  superPlan,
} from "#test/screen/users.ts";
import InboundParcelsPage from "#goods/web/admin/inbound-parcels/inbound-parcels-page.tsx";
import PaymentsPage from "#money/web/admin/payments/payments-page.tsx";
import ShipmentsPage from "#goods/web/admin/shipments/shipments-page.tsx";
import UsersPage from "#office/web/admin/users/users-page.tsx";
import ShippingCalculatorPage from "#people/web/calculator/shipping-calculator-page.tsx";
import DashboardPage from "#office/web/packages/dashboard-page.tsx";
import PackagesPage from "#goods/web/packages/packages-page.tsx";
import WalletPage from "#money/web/wallet/wallet-page.tsx";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const admin = { ...mei, isAdmin: true };

/** The page; the test gets its query client. */
function WithClient(props: { children: ReactNode; onClient: (client: QueryClient) => void }) {
  const { children, onClient } = props;
  const client = useQueryClient();
  useEffect(() => {
    onClient(client);
  }, [client, onClient]);
  return children;
}

/** Shows a page in which everything reads `values.now`, which `expectChange` replaces. */
async function showTranslated<Values>(
  before: Values,
  options: {
    element: ReactNode;
    path: string;
    address?: string;
    answers: (values: { now: Values }) => FakeAnswers;
    shows: readonly string[];
  },
) {
  const values = { now: before };
  const clients: QueryClient[] = [];
  const { screen } = await showScreen({
    element: <WithClient onClient={(given) => clients.push(given)}>{options.element}</WithClient>,
    path: options.path,
    address: options.address ?? options.path,
    answers: options.answers(values),
  });
  const expectTexts = async (texts: readonly string[]) => {
    for (const text of texts) await expect.poll(() => document.body.innerText).toContain(text);
  };
  await expectTexts(options.shows);
  translatePage();
  const expectChange = async (
    after: Values,
    { shows, without }: { shows: readonly string[]; without: readonly string[] },
  ) => {
    values.now = after;
    await clients.at(-1)?.invalidateQueries();
    await expectTexts(shows);
    for (const text of without) expect(document.body.innerText).not.toContain(text);
  };
  return { screen, expectChange };
}

function transaction(fields: Partial<Transaction>): Transaction {
  return {
    id: "00000000-0000-4000-8000-000000000901",
    type: "deposit",
    amountCents: 5000,
    status: "pending",
    createdAt: "2031-04-02T08:30:00.000Z",
    reason: null,
    legNumber: null,
    plan: null,
    ...fields,
  };
}

const counts = { all: 2, active: 1, delivered: 1 };

test("a customer's dashboard shows the new balance, plan and status", async () => {
  const { expectChange } = await showTranslated(
    { balanceCents: 12_550, packageQuota: 7, isDelivered: false },
    {
      element: <DashboardPage />,
      path: "/dashboard",
      answers: (values) => ({
        auth: { readSession: async () => sessionOf(mei) },
        wallet: { readWallet: async () => ({ balanceCents: values.now.balanceCents }) },
        plans: {
          readSubscription: async () => ({ ...superPlan, packageQuota: values.now.packageQuota }),
        },
        packages: {
          listPackages: async () => ({
            items: [values.now.isDelivered ? parcelDelivered : parcelUnderWay],
            total: 1,
            counts,
          }),
        },
        inboundParcels: { readAddress: async () => ownAddress },
      }),
      shows: ["$125.50", "In Transit"],
    },
  );
  await expectChange(
    { balanceCents: 99, packageQuota: 3, isDelivered: true },
    { shows: ["$0.99", "Delivered"], without: ["$125.50", "In Transit"] },
  );
});

test("the wallet's history shows new statuses and amounts", async () => {
  const { expectChange } = await showTranslated(transaction({}), {
    element: <WalletPage />,
    path: "/dashboard/wallet",
    address: "/dashboard/wallet?tab=history",
    answers: (values) => ({
      auth: { readSession: async () => sessionOf(mei) },
      wallet: {
        readPayout: async () => ({ payout: null }),
        readWallet: async () => ({ balanceCents: 12_550 }),
        listTransactions: async () => ({ items: [values.now], olderThan: null }),
      },
    }),
    shows: ["$50.00", "Pending"],
  });
  await expectChange(transaction({ status: "completed", amountCents: 6100 }), {
    shows: ["$61.00", "Completed"],
    without: ["$50.00", "Pending"],
  });
});

test("the list of packages shows new counts and statuses", async () => {
  const { expectChange } = await showTranslated(
    { items: [parcelUnderWay], counts: { all: 11, active: 7, delivered: 4 } },
    {
      element: <PackagesPage />,
      path: "/dashboard/packages",
      answers: (values) => ({
        auth: { readSession: async () => sessionOf(mei) },
        plans: { readSubscription: async () => superPlan },
        packages: {
          listPackages: async () => ({ ...values.now, total: values.now.items.length }),
        },
      }),
      shows: ["Active (7)", "Delivered (4)"],
    },
  );
  await expectChange(
    {
      items: [{ ...parcelUnderWay, status: "delivered" }],
      counts: { all: 12, active: 6, delivered: 5 },
    },
    { shows: ["Active (6)", "Delivered (5)"], without: ["Active (7)", "Delivered (4)"] },
  );
});

test("the calculator shows the price of what is chosen next", async () => {
  const { screen } = await showTranslated(null, {
    element: <ShippingCalculatorPage />,
    path: "/dashboard/shipping-calculator",
    answers: () => ({
      lanes: { listSuspendedLanes: async () => ({ items: [] }) },
      quotes: { estimateFreight: async (input) => freightAnswer(input) },
    }),
    shows: ["Your quote appears here"],
  });
  const choose = async (label: string, option: string) => {
    await screen.getByRole("combobox", { name: label }).click();
    await screen.getByRole("option", { name: option, exact: true }).click();
  };
  const weight = screen.getByRole("spinbutton", { name: "Weight (kg)" });
  await choose("Destination", "USA");
  await choose("Carrier", "Hong Kong Post");
  await choose("Service", "Air");
  await weight.fill("2.3");
  const quote = screen.getByRole("status");
  const quoted = () => quote.element().textContent;
  await expect.poll(quoted).toMatch(/SGD\s285\.00/);
  translatePage();
  await weight.fill("0.4");
  await expect.poll(quoted).not.toMatch(/SGD\s285\.00/);
  await expect.poll(quoted).toMatch(/SGD\s\d/);
});

test("the shipments of staff show new counts and statuses", async () => {
  const shipment = { ...parcelUnderWay, userEmail: mei.email, customer: meiAsCustomer };
  const { expectChange } = await showTranslated(
    { items: [shipment], counts: { all: 1204, active: 1203, delivered: 1 } },
    {
      element: <ShipmentsPage />,
      path: "/admin/dashboard/shipments",
      answers: (values) => ({
        auth: { readSession: async () => sessionOf(admin) },
        packages: {
          listShipments: async () => ({ ...values.now, total: values.now.items.length }),
          listQrCodes: async () => ({ items: [] }),
        },
      }),
      shows: ["1,204", "1,203", "In Transit"],
    },
  );
  await expectChange(
    {
      items: [{ ...shipment, status: "processing" }],
      counts: { all: 1210, active: 1206, delivered: 4 },
    },
    { shows: ["1,210", "1,206", "Processing"], without: ["1,204", "1,203"] },
  );
});

test("the users of staff show the new sums", async () => {
  const { expectChange } = await showTranslated(
    { total: 12, walletBalanceCents: 12_550 },
    {
      element: <UsersPage />,
      path: "/admin/dashboard/users",
      answers: (values) => ({
        auth: { readSession: async () => sessionOf(admin) },
        users: {
          listUsers: async () => ({
            items: [
              {
                ...mei,
                ...profileOf({ country: "SG" }),
                heldCents: 0,
                createdAt: "2031-01-05T08:00:00.000Z",
                updatedAt: "2031-04-02T08:30:00.000Z",
                suspendedAt: null,
                closedAt: null,
                walletBalanceCents: values.now.walletBalanceCents,
              },
            ],
            total: values.now.total,
          }),
        },
      }),
      shows: ["$125.50", "12"],
    },
  );
  await expectChange(
    { total: 31, walletBalanceCents: 4210 },
    { shows: ["$42.10", "31"], without: ["$125.50"] },
  );
});

test("the payments of staff show new amounts and statuses", async () => {
  const payment = {
    references: [],
    id: "ch_deposit",
    user_email: mei.email,
    type: "one_time_payment" as const,
    description: "Wallet deposit",
    currency: "usd",
    date: new Date().toISOString(),
  };
  const { expectChange } = await showTranslated(
    [{ ...payment, amount: 1250.5, status: "pending" }],
    {
      element: <PaymentsPage />,
      path: "/admin/dashboard/payments",
      answers: (values) => ({
        auth: { readSession: async () => sessionOf(admin) },
        functions: { getStripePayments: async () => ({ payments: values.now }) },
      }),
      shows: ["$1,250.50", "(1 records)"],
    },
  );
  await expectChange(
    [
      { ...payment, amount: -31, status: "succeeded" },
      { ...payment, id: "ch_next", amount: 9.5, status: "succeeded" },
    ],
    { shows: ["$31.00", "$9.50", "(2 records)"], without: ["$1,250.50", "(1 records)"] },
  );
});

test("the parcels of staff show new counts", async () => {
  const before = {
    all: 2,
    awaited: 17,
    here: 1,
    unmatched: 1,
    overdue: 0,
    long_stored: 0,
    removal_asked: 0,
    proof_sent: 0,
    gone: 204,
  };
  const { expectChange } = await showTranslated(before, {
    element: <InboundParcelsPage />,
    path: "/admin/dashboard/inbound-parcels",
    answers: (values) => ({
      auth: { readSession: async () => sessionOf(admin) },
      inboundParcels: {
        listAllInboundParcels: async () => ({ items: [], total: 0, counts: values.now }),
      },
    }),
    shows: ["17", "204"],
  });
  await expectChange(
    { ...before, awaited: 19, gone: 10_000 },
    { shows: ["19", "10,000+"], without: ["17", "204"] },
  );
});
