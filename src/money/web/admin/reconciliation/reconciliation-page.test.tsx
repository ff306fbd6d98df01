import { expect, test } from "vitest";
import type { Reconciliation } from "#money/contract/payments.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import ReconciliationPage from "./reconciliation-page.tsx";

const agreeing: Reconciliation = {
  id: "00000000-0000-4000-8000-000000000501",
  cause: "schedule",
  startedAt: "2031-04-02T02:00:00.000Z",
  finishedAt: "2031-04-02T02:00:04.000Z",
  windowStartsAt: "2031-03-30T02:00:00.000Z",
  windowEndsAt: "2031-04-02T02:00:00.000Z",
  paymentsCompared: 1204,
  repairedCount: 0,
  differenceCents: 0,
  repairs: [],
  differences: [],
};
const differing: Reconciliation = {
  ...agreeing,
  id: "00000000-0000-4000-8000-000000000502",
  cause: "admin",
  repairedCount: 1,
  differenceCents: 1250,
  repairs: [
    {
      kind: "deposit",
      subject: "cs_repaired",
      amountCents: 5000,
      sentence: "A paid deposit was not credited, and is now.",
    },
  ],
  differences: [
    {
      kind: "deposit",
      subject: "cs_odd",
      amountCents: 1250,
      sentence: "A deposit was credited that the provider does not know.",
    },
  ],
};

function showPage(answers: Partial<FakeAnswers> = {}) {
  return showScreen({
    element: <ReconciliationPage />,
    path: "/admin/dashboard/reconciliation",
    answers: {
      payments: { listReconciliations: async () => ({ items: [agreeing], total: 1 }) },
      wallet: { listRefundShortfalls: async () => ({ items: [] }) },
      extraServices: { listUnpaidExtraServices: async () => ({ items: [] }) },
      ...answers,
    },
  });
}

test("a comparison without differences shows what was compared", async () => {
  const { screen } = await showPage();
  await expect.element(screen.getByRole("heading", { name: "Last comparison" })).toBeVisible();
  await expect.element(screen.getByText("Agrees", { exact: true }).first()).toBeVisible();
  await expect.element(screen.getByText("1,204").first()).toBeVisible();
  await expect.element(screen.getByText("No open refunds")).toBeVisible();
  await expectAccessible();
});

test("differences and repairs are shown to the cent, also of earlier comparisons", async () => {
  const { screen } = await showPage({
    payments: {
      listReconciliations: async ({ pageSize }) =>
        pageSize === 1
          ? { items: [agreeing], total: 2 }
          : { items: [agreeing, differing], total: 2 },
    },
  });
  await screen
    .getByRole("button", { name: /^View details of the comparison of/ })
    .nth(1)
    .click();
  const dialog = screen.getByRole("dialog", { name: "Comparison" });
  const differences = dialog.getByRole("list", { name: "Differences" });
  await expect.element(differences.getByText(/that the provider does not know/)).toBeVisible();
  await expect.element(differences.getByText("$12.50")).toBeVisible();
  await expect
    .element(dialog.getByRole("list", { name: "Repairs" }).getByText("$50.00"))
    .toBeVisible();
  await expectAccessible();
});

test("Compare now starts one comparison, and the new report replaces the last one", async () => {
  let isReady = false;
  let requests = 0;
  const { screen } = await showPage({
    payments: {
      listReconciliations: async () =>
        isReady ? { items: [differing, agreeing], total: 2 } : { items: [agreeing], total: 1 },
      startReconciliation: async () => {
        requests += 1;
        return {};
      },
    },
  });
  await expect.element(screen.getByText("Agrees", { exact: true }).first()).toBeVisible();
  await screen.getByRole("button", { name: "Compare now" }).dblClick();
  isReady = true;
  await expect.element(screen.getByRole("list", { name: "Differences" })).toBeVisible();
  expect(requests).toBe(1);
});

test("a comparison that cannot be started shows an error", async () => {
  const { screen } = await showPage({
    payments: {
      listReconciliations: async () => ({ items: [], total: 0 }),
      startReconciliation: () => Promise.reject(rejected("too_many_requests")),
    },
  });
  await expect.element(screen.getByText("No comparisons yet")).toBeVisible();
  await screen.getByRole("button", { name: "Compare now" }).click();
  await expect
    .element(screen.getByText("Too many attempts. Please wait and try again."))
    .toBeVisible();
});

test("extra services that a wallet could not pay are listed with what is missing", async () => {
  const { screen } = await showPage({
    extraServices: {
      listUnpaidExtraServices: async () => ({
        items: [
          {
            extraServiceRequestId: "00000000-0000-4000-8000-000000000602",
            userId: mei.id,
            email: mei.email,
            name: "Stretch film",
            shortfallCents: 60,
            doneAt: "2031-04-02T08:30:00.000Z",
          },
        ],
      }),
    },
  });
  const table = screen.getByRole("table", { name: "Unpaid extra services" });
  await expect.element(table.getByText("Stretch film")).toBeVisible();
  await expect.element(table.getByText("$0.60")).toBeVisible();
  await expectAccessible();
});

test("refunds that were already spent are listed with the missing amount", async () => {
  const { screen } = await showPage({
    wallet: {
      listRefundShortfalls: async () => ({
        items: [
          {
            depositId: "00000000-0000-4000-8000-000000000601",
            userId: mei.id,
            email: mei.email,
            paymentIntentId: "pi_1",
            amountCents: 10_000,
            refundedCents: 8000,
            debitedCents: 5500,
            createdAt: "2031-04-02T08:30:00.000Z",
          },
        ],
      }),
    },
  });
  const table = screen.getByRole("table", { name: "Uncovered refunds" });
  await expect.element(table.getByText("$25.00")).toBeVisible();
  await expect.element(table.getByText(mei.email)).toBeVisible();
  await expectAccessible();
});

test("a failed load can be retried", async () => {
  let isWell = false;
  const { screen } = await showPage({
    payments: {
      listReconciliations: async () => {
        if (!isWell) throw rejected("forbidden");
        return { items: [agreeing], total: 1 };
      },
    },
  });
  await expect.element(screen.getByText("The comparisons could not be loaded")).toBeVisible();
  isWell = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("Agrees", { exact: true }).first()).toBeVisible();
});
