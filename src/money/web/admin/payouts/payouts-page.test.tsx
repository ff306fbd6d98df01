import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { PayoutRequest } from "#money/contract/payouts.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import PayoutsPage from "./payouts-page.tsx";

const admin = { ...mei, email: "staff@example.com", isAdmin: true };
const open: PayoutRequest = {
  id: "00000000-0000-4000-8000-000000000401",
  userId: mei.id,
  userEmail: mei.email,
  amountCents: 12_550,
  balanceCents: 0,
  createdAt: "2031-04-02T08:30:00.000Z",
  startedAt: null,
  startedBy: null,
  settledAt: null,
  outcome: null,
  reason: null,
  reference: null,
};
const declined: PayoutRequest = {
  ...open,
  id: "00000000-0000-4000-8000-000000000402",
  userEmail: "li@example.com",
  settledAt: open.createdAt,
  outcome: "declined",
  reason: "No such account",
};
const started = { details: "IBAN GB00 0000", startedAt: open.createdAt, startedBy: admin.email };

async function show(wallet: FakeAnswers["wallet"] = {}, auth: FakeAnswers["auth"] = {}) {
  const { screen } = await showScreen({
    element: <PayoutsPage />,
    path: "/admin/dashboard/payouts",
    answers: {
      auth: { readSession: async () => sessionOf(admin), ...auth },
      wallet: {
        listPayoutRequests: async () => ({ items: [open, declined], total: 2, openCount: 1 }),
        startPayout: async () => started,
        ...wallet,
      },
    },
  });
  return screen;
}

async function settle(wallet: FakeAnswers["wallet"] = {}, auth: FakeAnswers["auth"] = {}) {
  const screen = await show(wallet, auth);
  await screen.getByRole("button", { name: `Settle the payout of ${mei.email}` }).click();
  return { screen, dialog: page.getByRole("dialog", { name: "Settle payout" }) };
}

test("all requests are exported", async () => {
  const screen = await show();
  const link = screen.getByRole("link", { name: "Export (2)" });
  await expect.element(link).toBeVisible();
  const { pathname } = new URL((link.element() as HTMLAnchorElement).href);
  expect(pathname).toBe("/api/admin/payout-requests/payouts.csv");
});

test("a payout is paid: its details are shown on request, and it is marked as paid once with the reference", async () => {
  const requests: unknown[] = [];
  let isReauthenticated = false;
  const { screen, dialog } = await settle(
    {
      startPayout: async () => {
        if (!isReauthenticated) throw rejected("reauthentication_required");
        return started;
      },
      settlePayoutRequest: async (input) => {
        requests.push(input);
        return {};
      },
    },
    {
      confirmPassword: async () => {
        isReauthenticated = true;
        return { reauthenticatedUntil: "2031-04-02T08:45:00.000Z" };
      },
    },
  );
  await expect.element(screen.getByText("1 open payout.")).toBeVisible();
  await expect.element(screen.getByText("No such account")).toBeVisible();
  expect(dialog.getByText("IBAN GB00 0000").elements()).toEqual([]);
  await expectAccessible();
  await dialog.getByRole("button", { name: "Show payment details" }).click();
  const reauthentication = page.getByRole("dialog", { name: "Confirm it's you" });
  await reauthentication.getByLabelText("Password", { exact: true }).fill("calm harbour");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByText("IBAN GB00 0000")).toBeVisible();
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await expect.element(dialog.getByText("Please fill in all required fields.")).toBeVisible();
  const reference = dialog.getByRole("textbox", { name: "Reference of the bank transfer" });
  await expect.element(reference).toHaveFocus();
  await reference.fill("FT-42");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Mark as paid" }).dblClick();
  await expect.element(page.getByText("Payout marked as paid")).toBeVisible();
  expect(requests).toEqual([{ payoutRequestId: open.id, isPaid: true, reference: "FT-42" }]);
});

test("a payout is declined with a reason, and the input stays when that fails", async () => {
  const requests: unknown[] = [];
  const { dialog } = await settle({
    settlePayoutRequest: async (input) => {
      requests.push(input);
      if (requests.length === 1) throw new TypeError("Failed to fetch");
      return {};
    },
  });
  await dialog.getByRole("radio", { name: "Declined" }).click();
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  await reason.fill("No such account");
  await dialog.getByRole("button", { name: "Decline payout" }).click();
  await expect
    .element(dialog.getByText("An unexpected error occurred. Please try again."))
    .toBeVisible();
  await expect.element(reason).toHaveValue("No such account");
  await dialog.getByRole("button", { name: "Decline payout" }).click();
  await expect.element(page.getByText("Payout declined")).toBeVisible();
  expect(requests[1]).toEqual({
    payoutRequestId: open.id,
    isPaid: false,
    reason: "No such account",
  });
});

test("a payout that has already ended shows a message, and one taken by a dispute cannot be paid", async () => {
  let code: "insufficient_balance" | "conflict" = "insufficient_balance";
  const { dialog } = await settle({
    listPayoutRequests: async () => ({
      items: [{ ...open, balanceCents: -500 }],
      total: 1,
      openCount: 1,
    }),
    settlePayoutRequest: () => Promise.reject(rejected(code)),
  });
  await expect.element(dialog.getByText("Not enough money in the wallet")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reference of the bank transfer" }).fill("FT-42");
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await expect
    .element(
      dialog.getByText("A dispute has debited this money from the wallet.", { exact: false }),
    )
    .toBeVisible();
  code = "conflict";
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await expect.element(page.getByText("This payout has already ended")).toBeVisible();
});

test("a payout that somebody else has started to pay shows a warning", async () => {
  const { dialog } = await settle({
    listPayoutRequests: async () => ({
      items: [{ ...open, startedAt: open.createdAt, startedBy: "ada@example.com" }],
      total: 1,
      openCount: 1,
    }),
    startPayout: async () => ({ ...started, startedBy: "ada@example.com" }),
  });
  await expect.element(dialog.getByText("ada@example.com has started this payout")).toBeVisible();
});

test("an empty list shows a message", async () => {
  const none = await show({
    listPayoutRequests: async () => ({ items: [], total: 0, openCount: 0 }),
  });
  await expect.element(none.getByText("No payouts requested")).toBeVisible();
  await expectAccessible();
});

test("a list that cannot be loaded can be retried", async () => {
  const screen = await show({ listPayoutRequests: () => Promise.reject(rejected("forbidden")) });
  await expect.element(screen.getByText("The payouts could not be loaded")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});
