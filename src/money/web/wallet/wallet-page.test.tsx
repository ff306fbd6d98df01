import { ORPCError } from "@orpc/client";
import { beforeEach, describe, expect, test } from "vitest";
import type { Hold } from "#money/contract/wallet.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { orderedExtra } from "#test/screen/extra-services.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { mei } from "#test/screen/users.ts";
import { shownToasts } from "#test/screen/toasts.ts";
import { showWallet, transaction } from "#test/screen/wallet.tsx";

beforeEach(() => {
  sessionStorage.clear();
});

function hold(fields: Partial<Hold>): Hold {
  return {
    id: crypto.randomUUID(),
    type: "shipping_fee",
    amountCents: 1200,
    state: "held",
    settledCents: null,
    reason: "Sea freight",
    legNumber: null,
    packageId: null,
    heldAt: "2031-04-02T08:30:00.000Z",
    endedAt: null,
    ...fields,
  };
}

describe("a pending deposit", () => {
  test("can be continued while its checkout may be open, and shows an error when it has ended", async () => {
    const requests: unknown[] = [];
    const payable = transaction({
      status: "pending",
      payableUntil: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const expired = transaction({ status: "pending", payableUntil: "2020-01-01T00:00:00.000Z" });
    const { screen } = await showWallet("/dashboard/wallet?tab=history", {
      listTransactions: async () => ({ items: [payable, expired], olderThan: null }),
      resumeDeposit: async (input) => {
        requests.push(input);
        throw rejected("deposit_ended");
      },
    });
    await screen.getByRole("button", { name: "Continue payment" }).click();
    await expect
      .element(screen.getByText("This deposit can no longer be paid. Please start a new one."))
      .toBeVisible();
    expect(requests).toEqual([{ transactionId: payable.id }]);
  });

  test("reads 'Not paid' beside its badge and can be dismissed", async () => {
    const pending = transaction({
      status: "pending",
      payableUntil: new Date(Date.now() + 3_600_000).toISOString(),
    });
    let current = pending;
    const { screen } = await showWallet("/dashboard/wallet?tab=history", {
      listTransactions: async () => ({ items: [current], olderThan: null }),
      cancelDeposit: async ({ transactionId }) => {
        expect(transactionId).toBe(pending.id);
        current = { ...pending, status: "canceled" };
        return { transaction: current };
      },
    });
    await expect.element(screen.getByText("Pending")).toBeVisible();
    await expect.element(screen.getByText("Not paid")).toBeVisible();
    await screen.getByRole("button", { name: "Dismiss" }).click();
    await expect.element(screen.getByText("Canceled")).toBeVisible();
    await expect.element(screen.getByText("Not paid")).not.toBeInTheDocument();
  });
});

describe("the overview", () => {
  test("shows the balance in dollars with two decimals", async () => {
    const { screen } = await showWallet("/dashboard/wallet?tab=anything");
    await expect.element(screen.getByText("$125.50")).toBeVisible();
    await expect
      .element(screen.getByRole("tab", { name: "Overview" }))
      .toHaveAttribute("aria-selected", "true");
  });

  test("lists holds beside the balance", async () => {
    const { screen } = await showWallet("/dashboard/wallet", {
      readWallet: async () => ({
        balanceCents: 12_550,
        heldCents: 3200,
        holds: [hold({ reason: "Air freight", legNumber: 2, amountCents: 2000 }), hold({})],
      }),
    });
    await expect
      .element(
        screen.getByText("In addition, $32.00 is on hold for quoted fees.", { exact: false }),
      )
      .toBeVisible();
    const fees = screen.getByRole("list", { name: "Fees on hold" }).getByRole("listitem");
    await expect.element(fees.nth(0).getByText("Air freight · Leg 2")).toBeVisible();
    await expect.element(fees.nth(0).getByText("$20.00")).toBeVisible();
    await expect.element(fees.nth(1).getByText("$12.00")).toBeVisible();
    await expectAccessible();
  });

  test("lets an extra service that is not done be cancelled where its hold is", async () => {
    let isOpen = true;
    const cancelled: unknown[] = [];
    const service = (isCancellable: boolean, name: string) =>
      hold({
        type: "service_fee",
        reason: "Extra service",
        amountCents: 140,
        extraService: {
          extraServiceRequestId: orderedExtra.id,
          name,
          inboundParcelId: orderedExtra.inboundParcelId,
          packageId: null,
          isCancellable,
        },
      });
    const { screen } = await showWallet(
      "/dashboard/wallet",
      {
        readWallet: async () => ({
          balanceCents: 12_550,
          heldCents: 280,
          holds: isOpen ? [service(true, "Contents check"), service(false, "Stretch film")] : [],
        }),
      },
      {
        extraServices: {
          cancelExtraService: async (input) => {
            cancelled.push(input);
            if (cancelled.length === 1) throw rejected("conflict");
            isOpen = false;
            return { ...orderedExtra, state: "cancelled" };
          },
        },
      },
    );
    const fees = screen.getByRole("list", { name: "Fees on hold" }).getByRole("listitem");
    await expect.element(fees.nth(0).getByText("Contents check")).toBeVisible();
    await expect
      .element(fees.nth(0).getByRole("link", { name: "View the parcel" }))
      .toHaveAttribute("href", `/dashboard/parcels/${orderedExtra.inboundParcelId}`);
    // One that is done is charged.
    expect(fees.nth(1).getByRole("button").elements()).toEqual([]);
    await expectAccessible();
    const cancel = fees.nth(0).getByRole("button", { name: "Cancel Contents check" });
    await cancel.click();
    await expect
      .poll(shownToasts)
      .toContainEqual(expect.stringContaining("The extra service was not cancelled"));
    await cancel.click();
    await expect.element(screen.getByText("Contents check")).not.toBeInTheDocument();
    const extraServiceRequestId = orderedExtra.id;
    expect(cancelled).toEqual([{ extraServiceRequestId }, { extraServiceRequestId }]);
  });

  test("shows no holds if there are none", async () => {
    const { screen } = await showWallet("/dashboard/wallet");
    await expect.element(screen.getByText("$125.50")).toBeVisible();
    expect(screen.getByText(/on hold/i).elements()).toEqual([]);
  });

  test("adding funds links the terms", async () => {
    const { screen } = await showWallet("/dashboard/wallet");
    await expect
      .element(screen.getByRole("form", { name: "Add Funds" }).getByRole("link"))
      .toHaveAttribute("href", "/terms");
  });

  for (const [amount, message] of [
    ["", "Please enter a valid amount to deposit."],
    ["-5", "Please enter a valid amount to deposit."],
    ["1.005", "Please enter a valid amount to deposit."],
    [
      "10000.01",
      "Please enter a valid amount to deposit. A deposit is at least $1.00 and at most $10,000.00.",
    ],
  ] as const) {
    test(`rejects the deposit amount '${amount}', keeps it and focuses the field`, async () => {
      const { screen } = await showWallet("/dashboard/wallet");
      const field = screen.getByRole("spinbutton", { name: "Amount (USD)" });
      await field.fill(amount);
      await screen.getByRole("button", { name: "Add Funds" }).click();
      const toast = screen.getByRole("alert");
      await expect.element(toast.getByText("Invalid amount")).toBeVisible();
      await expect.element(toast.getByText(message, { exact: true })).toBeVisible();
      await expect.element(field).toHaveFocus();
      expect((field.element() as HTMLInputElement).value).toBe(amount);
    });
  }

  test("opens the checkout once when the button is clicked twice", async () => {
    const amounts: unknown[] = [];
    const { screen } = await showWallet("/dashboard/wallet", {
      startDeposit: async (input) => {
        amounts.push(input.amount);
        return { url: "#checkout" };
      },
    });
    await screen.getByText("$100", { exact: true }).click();
    await screen.getByRole("button", { name: "Add Funds" }).dblClick();
    await expect.element(screen.getByText("Opening the secure checkout...")).toBeVisible();
    expect(amounts).toEqual(["100"]);
    window.location.hash = "";
  });

  test("shows an error when the checkout could not be opened, keeps the amount and reports the error", async () => {
    const keys: string[] = [];
    const { screen, reports } = await showWallet("/dashboard/wallet", {
      startDeposit: async ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        throw keys.length < 2
          ? new TypeError("Failed to fetch")
          : new ORPCError("deposit_failed", { status: 502 });
      },
    });
    await screen.getByRole("spinbutton", { name: "Amount (USD)" }).fill("42.10");
    const button = screen.getByRole("button", { name: "Add Funds" });
    for (const attempt of [1, 2, 3]) {
      await button.click();
      await expect
        .element(screen.getByText("Could not create deposit session. Please try again.").last())
        .toBeVisible();
      await expect.poll(() => keys.length).toBe(attempt);
    }
    await expect.element(screen.getByText("Deposit failed").first()).toBeVisible();
    expect(screen.getByRole("spinbutton").element()).toHaveProperty("value", "42.10");
    expect(keys[0], "a lost connection reuses the key").toBe(keys[1]);
    expect(keys[2], "a response renews the key").not.toBe(keys[1]);
    expect(reports).toEqual(["wallet deposit", "wallet deposit", "wallet deposit"]);
  });
});

describe("coming back from the checkout", () => {
  const address = "/dashboard/wallet?success=true&session_id=cs_1";

  test("verifies the deposit, shows the added amount and cleans the address", async () => {
    let answer: (() => void) | undefined;
    const { screen, router } = await showWallet(address, {
      verifyDeposit: ({ sessionId }) =>
        new Promise((resolve) => {
          expect(sessionId).toBe("cs_1");
          answer = () =>
            resolve({
              success: true,
              amountCents: 5000,
              message: "$50.00 has been added to your wallet.",
            });
        }),
    });
    await expect.element(screen.getByText("Confirming your payment...")).toBeVisible();
    answer?.();
    await expect.element(screen.getByText("$50.00 has been added to your wallet.")).toBeVisible();
    expect(router.state.location.search).toBe("");
    await expectAccessible();
    await screen.getByRole("button", { name: "Done" }).click();
    await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
    expect(document.activeElement?.textContent).toMatch(/^Wallet Balance\$125\.50/);
    expect(sessionStorage.length).toBe(0);
  });

  test("the history to which the dialog leads has the focus", async () => {
    const { screen } = await showWallet(address, {
      verifyDeposit: async () => ({ success: true, amountCents: 100, message: "It is there." }),
    });
    await screen.getByRole("link", { name: "View History" }).click();
    await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
    const panel = screen.getByRole("tabpanel", { name: "Transaction History" });
    await expect.element(panel).toBeVisible();
    await expect.poll(() => panel.element().contains(document.activeElement)).toBe(true);
  });

  test("retries after a lost connection and keeps the session id until then", async () => {
    let tries = 0;
    const { screen, router } = await showWallet(address, {
      verifyDeposit: async () => {
        tries += 1;
        expect(router?.state.location.search ?? address).toContain("session_id=cs_1");
        if (tries < 3) throw new TypeError("Failed to fetch");
        return { success: true, amountCents: 100, message: "$1.00 has been added to your wallet." };
      },
    });
    await expect.element(screen.getByText("$1.00 has been added to your wallet.")).toBeVisible();
    expect(tries).toBe(3);
  });

  test("an unverified session is verified at the next visit of the wallet", async () => {
    sessionStorage.setItem(`wallet-return:${mei.id}`, "cs_7");
    const { screen } = await showWallet("/dashboard/wallet", {
      verifyDeposit: async ({ sessionId }) => ({
        success: true,
        amountCents: 700,
        message: `${sessionId} has been added to your wallet.`,
      }),
    });
    await expect.element(screen.getByText("cs_7 has been added to your wallet.")).toBeVisible();
  });

  test("shows the server's message when nothing was added", async () => {
    const { screen, router } = await showWallet(address, {
      verifyDeposit: async () => ({ success: false, amountCents: null, message: "" }),
    });
    await expect.element(screen.getByText("Verification failed")).toBeVisible();
    await expect
      .element(screen.getByText("Could not verify your deposit. Please contact support."))
      .toBeVisible();
    expect(router.state.location.search).toBe("");
  });

  test("a server error is shown and can be retried", async () => {
    let isAvailable = false;
    const { screen } = await showWallet(address, {
      verifyDeposit: async () => {
        if (!isAvailable)
          throw new ORPCError("signed_out", { status: 401, message: "Please log in." });
        return { success: true, amountCents: 100, message: "$1.00 has been added to your wallet." };
      },
    });
    await expect.element(screen.getByText("Verification error")).toBeVisible();
    await expect
      .element(screen.getByText("An unexpected error occurred. Please contact support."))
      .toBeVisible();
    isAvailable = true;
    await screen.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
    await expect.element(screen.getByText("$1.00 has been added to your wallet.")).toBeVisible();
  });

  for (const [end, toast] of [
    ["?success=true&session_id=cs_1", /^Deposit successful: \$50\.00 has been added/],
    ["?canceled=true", /^Deposit canceled: Your wallet deposit was canceled\./],
  ] as const) {
    test(`leads back to the page that asked for the deposit from ${end}`, async () => {
      sessionStorage.setItem(`deposit-origin:${mei.id}`, "/dashboard/parcels/ship?parcels=a.b");
      const { screen, router } = await showWallet(`/dashboard/wallet${end}`, {
        verifyDeposit: async () => ({
          success: true,
          amountCents: 5000,
          message: "$50.00 has been added to your wallet.",
        }),
      });
      await expect.element(screen.getByText("The parcels to ship")).toBeVisible();
      expect(router.state.location.search).toBe("?parcels=a.b");
      await expect.poll(shownToasts).toContainEqual(expect.stringMatching(toast));
      expect(sessionStorage.length).toBe(0);
    });
  }

  for (const canceled of ["?canceled=true", "?success=true&session_id=walletcanceled=true"]) {
    test(`shows the cancellation in ${canceled} and cleans the address`, async () => {
      const { screen, router } = await showWallet(`/dashboard/wallet${canceled}`);
      await expect.element(screen.getByText("Deposit canceled")).toBeVisible();
      await expect.element(screen.getByText("Your wallet deposit was canceled.")).toBeVisible();
      expect(router.state.location.search).toBe("");
    });
  }
});
