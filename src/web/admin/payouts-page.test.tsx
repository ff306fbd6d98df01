// What staff see of payouts that customers asked for, and how they settle one.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { PayoutRequest } from "#contract/office-people.ts";
import { expectAccessible } from "#testing/screen/expect-accessible.ts";
import { refused, type FakeAnswers } from "#testing/screen/fake-client.ts";
import { mei } from "#testing/screen/people.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import PayoutsPage from "./payouts-page.tsx";

const open: PayoutRequest = {
  id: "00000000-0000-4000-8000-000000000401",
  userId: mei.id,
  userEmail: mei.email,
  amountCents: 12_550,
  balanceCents: 12_550,
  details: "IBAN GB00 0000",
  createdAt: "2031-04-02T08:30:00.000Z",
  settledAt: null,
  isPaid: null,
};
const declined: PayoutRequest = {
  ...open,
  id: "00000000-0000-4000-8000-000000000402",
  userEmail: "li@example.com",
  details: null,
  settledAt: open.createdAt,
  isPaid: false,
};

async function show(people: FakeAnswers["people"] = {}) {
  const { screen } = await showScreen({
    element: <PayoutsPage />,
    path: "/admin/dashboard/payouts",
    answers: {
      people: {
        listPayoutRequests: async () => ({ items: [open, declined], total: 2, openCount: 1 }),
        ...people,
      },
      wallet: {
        readUserWallet: async () => ({
          balanceCents: 12_550,
          heldCents: 0,
          holds: [],
          transactions: [],
        }),
        adjustWallet: async ({ isPayout = false }) => ({
          transaction: {
            id: open.id,
            type: "shipping_fee",
            amountCents: 12_550,
            status: "completed",
            createdAt: open.createdAt,
            reason: "Payout",
            legNumber: null,
            plan: null,
            isPayout,
          },
          balanceCents: 0,
        }),
      },
    },
  });
  return screen;
}

test("open and settled ones are told apart, and one is settled with a note, once", async () => {
  const asked: unknown[] = [];
  const screen = await show({
    settlePayoutRequest: async (input) => {
      asked.push(input);
      return {};
    },
  });
  await expect.element(screen.getByText("1 is open.")).toBeVisible();
  await expect.element(screen.getByText("Declined")).toBeVisible();
  await screen.getByRole("button", { name: `Settle the payout of ${mei.email}` }).click();
  const dialog = page.getByRole("dialog", { name: "Settle payout" });
  await expect.element(dialog.getByText("IBAN GB00 0000")).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Settle as paid" }).click();
  await expect.element(dialog.getByText("Please fill in all required fields.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Note" }).fill("Sent by bank");
  await dialog.getByRole("button", { name: "Settle as paid" }).dblClick();
  await expect.element(page.getByText("Payout settled")).toBeVisible();
  expect(asked).toEqual([{ payoutRequestId: open.id, isPaid: true, reason: "Sent by bank" }]);
});

test("one is declined with a reason; what somebody else settled first is told", async () => {
  const screen = await show({ settlePayoutRequest: () => Promise.reject(refused("conflict")) });
  await screen.getByRole("button", { name: `Settle the payout of ${mei.email}` }).click();
  const dialog = page.getByRole("dialog", { name: "Settle payout" });
  await dialog.getByRole("radio", { name: "Declined" }).click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("No such account");
  await dialog.getByRole("button", { name: "Decline payout" }).click();
  await expect.element(page.getByText("Somebody else settled this payout first")).toBeVisible();
});

test("what is still in the wallet is taken off it first, with the amount filled in", async () => {
  const screen = await show();
  await screen.getByRole("button", { name: `Settle the payout of ${mei.email}` }).click();
  await page.getByRole("button", { name: "Take it off the wallet" }).click();
  const wallet = page.getByRole("dialog", { name: "Adjust wallet" });
  await expect.element(wallet.getByRole("textbox", { name: "Amount (USD)" })).toHaveValue("125.50");
  await expect.element(wallet.getByRole("radio", { name: "Deduction" })).toBeChecked();
  await wallet.getByRole("button", { name: "Take payout off" }).click();
  await expect.element(wallet.getByText("Payout taken off")).toBeVisible();
});

test("no payouts, and a list that cannot be loaded, are told apart", async () => {
  const none = await show({
    listPayoutRequests: async () => ({ items: [], total: 0, openCount: 0 }),
  });
  await expect.element(none.getByText("No payouts asked for")).toBeVisible();
  await expectAccessible();
});

test("a list that cannot be loaded can be asked for again", async () => {
  const screen = await show({ listPayoutRequests: () => Promise.reject(refused("forbidden")) });
  await expect.element(screen.getByText("The payouts could not be loaded")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});
