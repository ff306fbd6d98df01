import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ORPCError } from "@orpc/client";
import type { User, UserDetails } from "#office/contract/admin-users.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { mei, profileOf, sessionOf, superPlan } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import type { ApiClient } from "#app/web/api.ts";
import UsersPage from "./users-page.tsx";

const meiTan: User = {
  ...mei,
  ...profileOf({
    phone: "+65 8123 4567",
    address: "1 Quay Street",
    city: "Singapore",
    country: "SG",
    postalCode: "049483",
  }),
  heldCents: 500,
  createdAt: "2031-01-05T08:00:00.000Z",
  updatedAt: "2031-04-02T08:30:00.000Z",
  suspendedAt: null,
  closedAt: null,
};
const details: UserDetails = {
  ...meiTan,
  grantedRoles: [],
  isVerified: true,
  hasTwoFactor: false,
  suspensionReason: null,
  memberCode: "S7K32QX",
  plan: { ...superPlan, status: "complimentary" },
};
const admin = { ...mei, id: "6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e99", isAdmin: true };
const path = "/admin/dashboard/users";

type Adjust = ApiClient["wallet"]["adjustWallet"];
type Input = Parameters<Adjust>[0];

const none = { items: [], total: 0 };
const noThings = { packages: none, inboundParcels: none, cases: none };

async function show(
  users: FakeAnswers["users"] = {},
  adjustWallet?: Adjust,
  address = path,
  auth: FakeAnswers["auth"] = {},
) {
  return await showScreen({
    element: <UsersPage />,
    path,
    address,
    answers: {
      auth: { readSession: async () => sessionOf(admin), ...auth },
      users: {
        listUsers: async () => ({ items: [meiTan], total: 1 }),
        readUser: async () => details,
        listUserThings: async () => noThings,
        ...users,
      },
      limits: { listLimits: async () => ({ items: [], total: 0 }) },
      wallet: {
        readUserWallet: async () => ({
          balanceCents: 12_550,
          heldCents: 0,
          holds: [],
          transactions: [],
        }),
        ...(adjustWallet ? { adjustWallet } : {}),
      },
    },
  });
}

/** Opens the wallet dialog of Mei, whose balance is $125.50. */
async function showWallet(adjustWallet?: Adjust, auth: FakeAnswers["auth"] = {}) {
  const { screen } = await show({}, adjustWallet, path, auth);
  await screen.getByRole("button", { name: `Adjust wallet of ${meiTan.email}` }).click();
  const wallet = page.getByRole("dialog", { name: "Adjust wallet" });
  await expect.element(wallet.getByText("$125.50")).toBeVisible();
  const fill = async (fields: {
    amount?: string;
    reason?: string;
    kind?: "Credit" | "Deduction";
  }) => {
    if (fields.kind) await wallet.getByRole("radio", { name: fields.kind }).click();
    if (fields.amount)
      await wallet.getByRole("textbox", { name: "Amount (USD)" }).fill(fields.amount);
    if (fields.reason) await wallet.getByRole("textbox", { name: "Reason" }).fill(fields.reason);
  };
  return { wallet, fill };
}

function answerOf(requests: Input, balanceCents: number) {
  return {
    transaction: {
      id: "00000000-0000-4000-8000-000000000301",
      type: requests.kind === "credit" ? ("admin_credit" as const) : ("shipping_fee" as const),
      amountCents: 2050,
      status: "completed" as const,
      createdAt: meiTan.createdAt,
      reason: requests.reason,
      legNumber: requests.legNumber ?? null,
      plan: null,
    },
    balanceCents,
  };
}

test("users are listed with plan, quota and wallet", async () => {
  const { screen } = await show();
  await expect.element(screen.getByRole("heading", { name: "Manage Users" })).toBeVisible();
  await expect.element(screen.getByText(meiTan.email)).toBeVisible();
  await expect.element(screen.getByRole("cell", { name: "$125.50 $5.00 on hold" })).toBeVisible();
  await expect.element(screen.getByText("1 user in total")).toBeVisible();
});

test("the users that are listed are exported, and what they have on hold", async () => {
  const listUsers: ApiClient["users"]["listUsers"] = async () => ({
    items: [meiTan],
    total: 1_204,
    openHoldsCount: 7,
    walletMoney: { balanceCents: 12_550, heldCents: 500 },
  });
  const { screen } = await show({ listUsers });
  const exported = screen.getByRole("link", { name: "Export (1,204)" });
  await expect.element(exported).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Export Holds (7)" }))
    .not.toBeInTheDocument();
  await screen.getByRole("combobox", { name: "State" }).click();
  await screen.getByRole("option", { name: "With money on hold" }).click();
  await expect.element(screen.getByRole("link", { name: "Export Holds (7)" })).toBeVisible();
  const { pathname, searchParams } = new URL((exported.element() as HTMLAnchorElement).href);
  expect([pathname, searchParams.get("state")]).toEqual([
    "/api/admin/users/users.csv",
    "withHolds",
  ]);
});

test("a search is sent to the server; no users and no matches show different messages", async () => {
  const searches: (string | undefined)[] = [];
  const listUsers: ApiClient["users"]["listUsers"] = async ({ search }) => {
    searches.push(search);
    return { items: [], total: 0 };
  };
  const { screen, router } = await show({ listUsers });
  await expect.element(screen.getByText("No users found in the database.")).toBeVisible();
  await screen.getByRole("textbox", { name: "Search users" }).fill("nobody");
  await userEvent.keyboard("{Enter}");
  await expect
    .element(screen.getByText("No users found matching your search criteria."))
    .toBeVisible();
  expect(searches).toEqual(["", "nobody"]);
  expect(router.state.location.search).toBe("?search=nobody");
});

test("sort order and account state are sent to the server and stored in the address", async () => {
  const requests: unknown[] = [];
  const suspended = { ...meiTan, suspendedAt: meiTan.updatedAt };
  const { screen, router } = await show({
    listUsers: async ({ order, direction, state }) => {
      requests.push([order, direction, state]);
      const walletMoney = { balanceCents: 1_234_500, heldCents: 700 };
      return { items: [suspended], total: 1, ...(state === "withHolds" && { walletMoney }) };
    },
  });
  await expect
    .element(screen.getByRole("cell", { name: `Mei Tan Suspended ${meiTan.email}` }))
    .toBeVisible();
  await screen.getByRole("button", { name: "Wallet", exact: true }).click();
  await expect.element(screen.getByRole("columnheader", { name: "Wallet" })).toBeVisible();
  await screen.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: "Suspended" }).click();
  await expect.poll(() => requests.at(-1)).toEqual(["walletBalance", "asc", "suspended"]);
  expect(router.state.location.search).toBe("?sort=walletBalance.asc&state=suspended");
  await expectAccessible();
  await screen.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: "With money on hold" }).click();
  await expect.element(screen.getByText("1 user found, $7.00 on hold")).toBeVisible();
});

test("the own wallet and those of closed accounts cannot be adjusted from the list", async () => {
  const { screen } = await show({
    listUsers: async () => ({
      items: [
        { ...meiTan, id: admin.id, isAdmin: true },
        { ...meiTan, id: "6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e12", closedAt: meiTan.updatedAt },
      ],
      total: 2,
    }),
  });
  await expect.element(screen.getByRole("table").getByText("Closed")).toBeVisible();
  await expect.poll(() => screen.getByRole("button", { name: /^Adjust/ }).elements()).toEqual([]);
  expect(screen.getByRole("button", { name: /^View details/ }).elements()).toHaveLength(2);
});

test("a link opens the user that it names, also from the list itself, and Back closes the dialog", async () => {
  const { screen, router } = await show();
  await expect.element(screen.getByText(meiTan.email)).toBeVisible();
  await router.navigate(`${path}?user=${meiTan.id}`);
  const dialog = page.getByRole("dialog", { name: "User Details" });
  await expect.element(dialog.getByText("1 Quay Street")).toBeVisible();
  await router.navigate(-1);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("Refresh loads the list again", async () => {
  let times = 0;
  const { screen } = await show({
    listUsers: async () => {
      times += 1;
      return { items: [{ ...meiTan, packageQuota: 40 + times }], total: 1 };
    },
  });
  await expect.element(screen.getByRole("cell", { name: "41" })).toBeVisible();
  await screen.getByRole("button", { name: "Refresh" }).click();
  await expect.element(screen.getByRole("cell", { name: "42" })).toBeVisible();
});

test("a list that cannot be loaded shows an error", async () => {
  const { screen } = await show({
    listUsers: () => Promise.reject(new ORPCError("forbidden", { status: 403 })),
  });
  await expect.element(screen.getByText("Failed to load users").first()).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("details show the user and link to their packages", async () => {
  const { screen } = await show();
  await screen.getByRole("button", { name: `View details of ${meiTan.email}` }).click();
  const dialog = page.getByRole("dialog", { name: "User Details" });
  await expect.element(dialog.getByText("1 Quay Street")).toBeVisible();
  await expect.element(dialog.getByText("Customer")).toBeVisible();
  await expect
    .element(dialog.getByRole("link", { name: "Packages of this user" }))
    .toHaveAttribute("href", "/admin/dashboard/shipments?search=mei.tan%40example.com");
});

test("missing fields are reported first, then a wrong amount, then an insufficient balance", async () => {
  const { wallet, fill } = await showWallet();
  await wallet.getByRole("button", { name: "Adjust wallet" }).click();
  await expect.element(page.getByText("Missing Information")).toBeVisible();
  await expect.element(wallet.getByRole("radio", { name: "Credit" })).toHaveFocus();
  await fill({ kind: "Deduction", amount: "-5", reason: "Leg 1" });
  await wallet.getByRole("button", { name: "Deduct fee" }).click();
  await expect.element(page.getByText("Invalid Amount")).toBeVisible();
  await fill({ amount: "125.51" });
  await expect.element(wallet.getByText(/-\$0\.01/)).toBeVisible();
  await wallet.getByRole("button", { name: "Deduct fee" }).click();
  await expect.element(page.getByText("Insufficient Balance")).toBeVisible();
  await expect
    .element(page.getByText("User doesn't have enough wallet balance for this deduction.").first())
    .toBeVisible();
  await expect.element(wallet.getByRole("textbox", { name: "Amount (USD)" })).toHaveFocus();
  await expectAccessible();
});

test("a leg number can be entered for deductions only, and the resulting balance is shown", async () => {
  const { wallet, fill } = await showWallet();
  await fill({ kind: "Credit", amount: "20.50" });
  await expect.element(wallet.getByText("$146.00")).toBeVisible();
  expect(wallet.getByLabelText("Leg number (optional)").elements()).toHaveLength(0);
  await fill({ kind: "Deduction" });
  await expect.element(wallet.getByText("$105.00")).toBeVisible();
  await expect.element(wallet.getByLabelText("Leg number (optional)").first()).toBeVisible();
});

test("a deduction is sent once and its result is shown", async () => {
  const sent: Input[] = [];
  const { wallet, fill } = await showWallet(async (requests) => {
    sent.push(requests);
    // Longer than a double click, whose second click must not reach the button of the result.
    await new Promise((resolve) => setTimeout(resolve, 500));
    return answerOf(requests, 10_500);
  });
  await fill({ kind: "Deduction", amount: "20.50", reason: "Freight" });
  await wallet.getByLabelText("Leg number (optional)").first().click();
  await page.getByRole("option", { name: "Leg 3" }).click();
  await wallet.getByRole("button", { name: "Deduct fee" }).dblClick();
  await expect.element(wallet.getByText("Fee deducted")).toBeVisible();
  await expect.element(wallet.getByText("$105.00")).toBeVisible();
  expect(sent).toEqual([
    {
      userId: meiTan.id,
      kind: "deduction",
      amount: "20.50",
      reason: "Freight",
      legNumber: 3,
      idempotencyKey: sent[0]?.idempotencyKey,
    },
  ]);
  await wallet.getByRole("button", { name: "Done" }).click();
  await expect.element(wallet).not.toBeInTheDocument();
});

test("a lost response is retried with the same idempotency key, a rejection ends the key", async () => {
  const keys: string[] = [];
  const failures = [
    new TypeError("Failed to fetch"),
    new ORPCError("insufficient_balance", { status: 409, message: "Not enough." }),
    new ORPCError("own_wallet", { status: 403, message: "You cannot adjust your own wallet." }),
  ];
  const { wallet, fill } = await showWallet(async ({ idempotencyKey }) => {
    keys.push(idempotencyKey);
    throw failures[keys.length - 1] ?? new Error("Too many requests.");
  });
  await fill({ kind: "Deduction", amount: "20.50", reason: "Freight" });
  const send = wallet.getByRole("button", { name: "Deduct fee" });
  await send.click();
  await expect
    .element(page.getByText("Could not update wallet balance. Please try again.").first())
    .toBeVisible();
  await send.click();
  await expect.element(page.getByText("Insufficient Balance")).toBeVisible();
  await send.click();
  await expect.element(page.getByText("You cannot adjust your own wallet.").first()).toBeVisible();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  await expect.element(wallet.getByRole("textbox", { name: "Amount (USD)" })).toHaveValue("20.50");
});

test("the password is requested when reauthentication is required, and the adjustment continues with the same key", async () => {
  const keys: string[] = [];
  let isReauthenticated = false;
  const { wallet, fill } = await showWallet(
    async (requests) => {
      keys.push(requests.idempotencyKey);
      if (!isReauthenticated) throw rejected("reauthentication_required");
      return answerOf(requests, 14_600);
    },
    {
      confirmPassword: async ({ password }) => {
        if (password !== "calm harbour") throw rejected("wrong_password");
        isReauthenticated = true;
        return { reauthenticatedUntil: meiTan.updatedAt };
      },
    },
  );
  await fill({ kind: "Credit", amount: "20.50", reason: "Goodwill" });
  const send = wallet.getByRole("button", { name: "Credit wallet" });
  const reauthentication = page.getByRole("dialog", { name: "Confirm it's you" });
  await send.click();
  await reauthentication.getByRole("button", { name: "Cancel" }).click();
  await expect.element(reauthentication).not.toBeInTheDocument();
  await expect.element(wallet.getByRole("textbox", { name: "Amount (USD)" })).toHaveValue("20.50");
  expect(page.getByText("Update Failed").elements()).toHaveLength(0);
  await send.click();
  await reauthentication.getByLabelText("Password", { exact: true }).fill("wrong tide");
  await userEvent.keyboard("{Enter}");
  await expect.element(reauthentication.getByText("This password is not correct.")).toBeVisible();
  await reauthentication.getByLabelText("Password", { exact: true }).fill("calm harbour");
  await userEvent.keyboard("{Enter}");
  await expect.element(wallet.getByText("Wallet credited")).toBeVisible();
  expect(keys).toHaveLength(3);
  expect(keys[2]).toBe(keys[1]);
});
