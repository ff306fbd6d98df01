import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Payout } from "#money/contract/payouts.ts";
import type { Transaction } from "#money/contract/transactions.ts";
import type { Hold } from "#money/contract/wallet.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import WalletPage from "./wallet-page.tsx";

type AuthAnswers = NonNullable<FakeAnswers["auth"]>;
type WalletAnswers = NonNullable<FakeAnswers["wallet"]>;

function showWallet(wallet: WalletAnswers = {}, auth: AuthAnswers = {}, query = "") {
  return showScreen({
    element: <WalletPage />,
    path: "/dashboard/wallet",
    address: `/dashboard/wallet${query}`,
    answers: {
      auth: { readSession: async () => sessionOf(mei), ...auth },
      wallet: {
        readPayout: async () => ({ payout: null }),
        readWallet: async () => ({ balanceCents: 12_550 }),
        listTransactions: async () => ({ items: [], olderThan: null }),
        ...wallet,
      },
    },
  });
}

const createdAt = "2031-04-02T08:30:00.000Z";
const held: Hold = {
  id: "00000000-0000-4000-8000-000000000402",
  type: "payout",
  amountCents: 4000,
  state: "held",
  settledCents: null,
  reason: "Requested by you",
  legNumber: null,
  packageId: null,
  heldAt: createdAt,
  endedAt: null,
};
const paid: Transaction = {
  id: "00000000-0000-4000-8000-000000000403",
  type: "payout",
  amountCents: 700,
  status: "completed",
  createdAt,
  reason: "Bank transfer FT-42",
  legNumber: null,
  plan: null,
};
const requested: Transaction = {
  ...paid,
  id: "00000000-0000-4000-8000-000000000404",
  amountCents: 5000,
  status: "pending",
  reason: "Requested by you",
};
const open: Payout = {
  id: "00000000-0000-4000-8000-000000000401",
  amountCents: 4000,
  destination: "•••• 6819",
  createdAt: "2031-04-02T08:30:00.000Z",
  startedAt: null,
  settledAt: null,
  outcome: null,
  reason: null,
  reference: null,
};

async function openDialog(wallet: WalletAnswers, auth: AuthAnswers = {}, balanceCents = 12_550) {
  const { screen } = await showWallet(
    { readWallet: async () => ({ balanceCents }), ...wallet },
    auth,
  );
  await screen.getByRole("button", { name: "Request payout" }).click();
  return page.getByRole("dialog", { name: "Request payout" });
}

test("a payout is requested once, after reauthentication, and the typed values are kept", async () => {
  const requests: { amount: unknown; details: string; idempotencyKey: string }[] = [];
  let payout: Payout | null = null;
  let isReauthenticated = false;
  const dialog = await openDialog(
    {
      readPayout: async () => ({ payout }),
      requestPayout: async (input) => {
        if (!isReauthenticated) throw rejected("reauthentication_required");
        requests.push(input);
        payout = open;
        return open;
      },
    },
    {
      confirmPassword: async () => {
        isReauthenticated = true;
        return { reauthenticatedUntil: "2031-04-02T08:45:00.000Z" };
      },
    },
  );
  const amount = dialog.getByRole("textbox", { name: "Amount (USD)" });
  await expect.element(amount).toHaveValue("125.50");
  await expect.element(amount).toHaveFocus();
  await amount.fill("40");
  const details = dialog.getByRole("textbox", { name: "Bank details" });
  await details.fill("Example Bank, 123-456-789");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Request payout" }).dblClick();
  const reauthentication = page.getByRole("dialog", { name: "Confirm it's you" });
  await reauthentication.getByRole("button", { name: "Cancel" }).click();
  await expect.element(reauthentication).not.toBeInTheDocument();
  await expect.element(details).toHaveValue("Example Bank, 123-456-789");
  await expect.element(amount).toHaveValue("40");
  await dialog.getByRole("button", { name: "Request payout" }).click();
  await reauthentication.getByLabelText("Password", { exact: true }).fill("correct-password");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("•••• 6819", { exact: false })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ amount: "40", details: "Example Bank, 123-456-789" });
  expect(page.getByRole("button", { name: "Request payout" }).elements()).toEqual([]);
});

test("an invalid payout is shown at its field before anything is sent", async () => {
  const requests: unknown[] = [];
  const dialog = await openDialog({
    requestPayout: async (input) => {
      requests.push(input);
      throw rejected("payout_above_balance");
    },
  });
  const amount = dialog.getByRole("textbox", { name: "Amount (USD)" });
  const send = dialog.getByRole("button", { name: "Request payout" });
  for (const text of ["", "0.99", "125.51", "1e3"]) {
    await amount.fill(text);
    await send.click();
    await expect
      .element(dialog.getByText("Please enter an amount from $1.00 to $125.50.", { exact: false }))
      .toBeVisible();
    await expect.element(amount).toHaveFocus();
    await expect.element(amount).toHaveValue(text);
  }
  await amount.fill("125.50");
  await send.click();
  await expect.element(dialog.getByText("Please enter your bank details.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Bank details" }).fill("Example Bank");
  await send.click();
  await expect
    .element(dialog.getByText("Your wallet balance is lower than this.", { exact: false }))
    .toBeVisible();
  await expect.element(amount).toHaveFocus();
  expect(requests).toHaveLength(1);
});

test("a payout is retried with the same idempotency key after a lost connection", async () => {
  const keys: string[] = [];
  const dialog = await openDialog({
    requestPayout: async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      if (keys.length === 1) throw new TypeError("Failed to fetch");
      return open;
    },
  });
  const details = dialog.getByRole("textbox", { name: "Bank details" });
  await details.fill("Example Bank");
  const send = dialog.getByRole("button", { name: "Request payout" });
  await send.click();
  await expect
    .element(dialog.getByText("Your payout could not be requested.", { exact: false }))
    .toBeVisible();
  await expect.element(details).toHaveValue("Example Bank");
  await send.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(keys[0]).toBe(keys[1]);
});

for (const [balanceCents, message] of [
  [0, "There is no money in your wallet that can be paid out."],
  [99, "A payout is at least $1.00, and your wallet has"],
] as const) {
  test(`a payout of a balance of ${balanceCents} cents is not possible`, async () => {
    const dialog = await openDialog({}, {}, balanceCents);
    await expect.element(dialog.getByText(message, { exact: false })).toBeVisible();
    expect(dialog.getByRole("textbox").elements()).toEqual([]);
  });
}

test("an open payout is shown beside the balance and can be withdrawn after confirmation", async () => {
  const withdrawn: unknown[] = [];
  let payout: Payout = open;
  const { screen } = await showWallet({
    readWallet: async () => ({
      balanceCents: 8550,
      heldCents: 4000,
      holds: [held],
    }),
    readPayout: async () => ({ payout }),
    withdrawPayout: async (input) => {
      withdrawn.push(input);
      payout = { ...open, settledAt: open.createdAt, outcome: "withdrawn" };
      return payout;
    },
  });
  await expect
    .element(screen.getByText("is reserved for your payout", { exact: false }))
    .toBeVisible();
  expect(screen.getByRole("list", { name: "Fees on hold" }).elements()).toEqual([]);
  await expectAccessible();
  await screen.getByRole("button", { name: "Withdraw request" }).click();
  const confirmation = page.getByRole("dialog", { name: "Withdraw payout request" });
  await expect.element(confirmation).toBeVisible();
  await expectAccessible();
  await confirmation.getByRole("button", { name: "Withdraw request" }).click();
  await expect.element(page.getByText("Payout withdrawn")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Request payout" })).toBeVisible();
  expect(withdrawn).toEqual([{ payoutRequestId: open.id }]);
});

test("a payout that is being processed cannot be withdrawn", async () => {
  const payout = { ...open, startedAt: open.createdAt };
  const { screen } = await showWallet({ readPayout: async () => ({ payout }) });
  await expect.element(screen.getByText("Processing")).toBeVisible();
  expect(screen.getByRole("button", { name: "Withdraw request" }).elements()).toEqual([]);
});

test("a declined payout shows the reason, and another can be requested", async () => {
  const payout: Payout = {
    ...open,
    settledAt: open.createdAt,
    outcome: "declined",
    reason: "No such account",
  };
  const { screen } = await showWallet({ readPayout: async () => ({ payout }) });
  await expect.element(screen.getByText("No such account", { exact: false })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Request payout" })).toBeVisible();
});

test("a payout that was declined long ago is no longer shown", async () => {
  const settledAt = new Date(Date.now() - 31 * 86_400_000).toISOString();
  const payout: Payout = { ...open, settledAt, outcome: "declined", reason: "No such account" };
  const { screen } = await showWallet({ readPayout: async () => ({ payout }) });
  await expect.element(screen.getByRole("button", { name: "Request payout" })).toBeEnabled();
  expect(screen.getByText("Your payout was declined").elements()).toEqual([]);
});

test("a payout can be loaded again after an error", async () => {
  let isAvailable = false;
  const { screen } = await showWallet({
    readPayout: async () => {
      if (!isAvailable) throw rejected("forbidden");
      return { payout: open };
    },
  });
  await expect.element(screen.getByText("Your payout could not be loaded")).toBeVisible();
  isAvailable = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("•••• 6819", { exact: false })).toBeVisible();
});

test("payouts are shown in the history as pending and as completed", async () => {
  const { screen } = await showWallet(
    {
      listTransactions: async () => ({
        items: [requested, paid],
        olderThan: null,
      }),
    },
    {},
    "?tab=history",
  );
  const rows = screen.getByRole("row");
  for (const text of ["Payout", "Requested by you", "Pending", "-$50.00"]) {
    await expect.element(rows.nth(1).getByText(text, { exact: true })).toBeInTheDocument();
  }
  for (const text of ["Payout", "Bank transfer FT-42", "Completed", "-$7.00"]) {
    await expect.element(rows.nth(2).getByText(text, { exact: true })).toBeInTheDocument();
  }
});
