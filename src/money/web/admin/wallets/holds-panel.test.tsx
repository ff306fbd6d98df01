import { expect, test } from "vitest";
import type { Hold } from "#money/contract/wallet.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { HoldsPanel } from "./holds-panel.tsx";

const held: Hold = {
  id: "00000000-0000-4000-8000-000000000401",
  type: "shipping_fee",
  amountCents: 2000,
  state: "held",
  settledCents: null,
  reason: "Air freight",
  legNumber: 2,
  packageId: null,
  heldAt: "2031-04-02T08:30:00.000Z",
  endedAt: null,
};
const pkg = { id: "00000000-0000-4000-8000-000000000501", trackingNumber: "RB123456785GB" };
const settled: Hold = {
  ...held,
  id: crypto.randomUUID(),
  reason: "Sea freight",
  state: "settled",
  settledCents: 1840,
  endedAt: "2031-04-05T08:30:00.000Z",
};

function showHolds(wallet: NonNullable<FakeAnswers["wallet"]>, holds: Hold[] = [held, settled]) {
  return showScreen({
    element: <HoldsPanel customer={mei} />,
    path: "/admin/dashboard/users",
    answers: {
      wallet: {
        readUserWallet: async () => ({
          balanceCents: 10_550,
          heldCents: 2000,
          holds,
          transactions: [],
          packages: [pkg],
        }),
        ...wallet,
      },
    },
  });
}

test("a hold shows its package where it has one", async () => {
  const { screen } = await showHolds({}, [{ ...held, trackingNumber: "RB123456785GB" }]);
  await expect
    .element(screen.getByText("Air freight · Package RB123456785GB · Leg 2"))
    .toBeVisible();
});

test("open holds are listed with the available balance, ended ones below them", async () => {
  const { screen } = await showHolds({});
  await expect.element(screen.getByText("Air freight · Leg 2")).toBeVisible();
  await expect
    .element(screen.getByText(/can be spent/))
    .toHaveTextContent(`Wallet of ${mei.email}: $105.50 can be spent, $20.00 is on hold.`);
  await expect
    .element(screen.getByRole("list", { name: "Ended holds" }))
    .toHaveTextContent("Sea freight · Leg 2Settled Apr 5, 2031$18.40held $20.00");
  await expectAccessible();
});

test("a fee is held once, and missing or wrong input shows an error at its field", async () => {
  const requests: unknown[] = [];
  const { screen } = await showHolds(
    {
      holdShippingFee: async ({ idempotencyKey, ...rest }) => {
        requests.push(rest);
        if (requests.length === 1) throw rejected("insufficient_balance");
        return { hold: { ...held, id: idempotencyKey }, balanceCents: 0 };
      },
    },
    [],
  );
  await expect.element(screen.getByText("No fees are on hold.")).toBeVisible();
  await screen.getByRole("button", { name: "Hold a fee" }).click();
  const amount = screen.getByRole("textbox", { name: "Amount (USD)" });
  const submit = screen.getByRole("button", { name: "Hold fee" });
  await expect.element(amount).toHaveFocus();
  await amount.fill("1.005");
  await submit.click();
  await expect.element(screen.getByText("Please enter a valid positive amount.")).toBeVisible();
  await expect.element(screen.getByText("Please fill in all required fields.")).toBeVisible();
  await expect.element(amount).toHaveFocus();
  await amount.fill("12.50");
  await screen.getByRole("textbox", { name: "Reason" }).fill("Sea freight");
  await screen.getByRole("combobox", { name: "Package (optional)" }).click();
  await screen.getByRole("option", { name: "RB123456785GB" }).click();
  await screen.getByRole("combobox", { name: "Leg number (optional)" }).click();
  await screen.getByRole("option", { name: "Leg 2" }).click();
  await submit.dblClick();
  await expect
    .element(screen.getByText("User doesn't have enough wallet balance for this deduction."))
    .toBeVisible();
  await expect.element(amount).toHaveValue("12.50");
  await submit.click();
  await expect.element(screen.getByText("Fee held")).toBeVisible();
  const fee = {
    userId: mei.id,
    amount: "12.50",
    reason: "Sea freight",
    packageId: pkg.id,
    legNumber: 2,
  };
  expect(requests).toEqual([fee, fee]);
});

test("a hold is settled at the final amount, which defaults to the held amount", async () => {
  const requests: unknown[] = [];
  const { screen } = await showHolds({
    settleHold: async (input) => {
      requests.push(input);
      return { hold: { ...held, state: "settled" }, balanceCents: 0 };
    },
  });
  await screen.getByRole("button", { name: "Settle Air freight · Leg 2" }).click();
  const amount = screen.getByRole("textbox", { name: "Final amount (USD)" });
  await expect.element(amount).toHaveValue("20.00");
  await amount.fill("18.40");
  await screen.getByRole("button", { name: "Settle" }).click();
  await expect.element(screen.getByText("Hold settled")).toBeVisible();
  expect(requests).toEqual([{ holdId: held.id, amount: "18.40", reason: "" }]);
});

test("releasing a hold requires a reason", async () => {
  const requests: unknown[] = [];
  const { screen } = await showHolds({
    releaseHold: async (input) => {
      requests.push(input);
      return { hold: { ...held, state: "released" }, balanceCents: 0 };
    },
  });
  await screen.getByRole("button", { name: "Release Air freight · Leg 2" }).click();
  const release = screen.getByRole("button", { name: "Release" });
  await release.click();
  await expect.element(screen.getByText("Please fill in all required fields.")).toBeVisible();
  await screen.getByRole("textbox", { name: "Reason" }).fill("Package withdrawn");
  await release.click();
  await expect.element(screen.getByText("Hold released")).toBeVisible();
  expect(requests).toEqual([{ holdId: held.id, reason: "Package withdrawn" }]);
});
