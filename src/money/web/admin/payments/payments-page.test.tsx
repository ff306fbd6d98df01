import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ORPCError } from "@orpc/client";
import type { Payment } from "#money/contract/payments.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import { shownToasts } from "#test/screen/toasts.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import type { ApiClient } from "#app/web/api.ts";
import PaymentsPage from "./payments-page.tsx";

type GetPayments = ApiClient["functions"]["getStripePayments"];

const payments: readonly Payment[] = [
  {
    id: "ch_deposit",
    references: ["pi_deposit"],
    user_email: "mei.tan@example.com",
    type: "one_time_payment",
    description: "Wallet deposit",
    amount: 1250.5,
    currency: "usd",
    date: new Date().toISOString(),
    status: "succeeded",
  },
  {
    id: "in_super",
    references: [],
    user_email: "Unknown",
    type: "subscription",
    description: "Super plan",
    amount: -199,
    currency: "usd",
    date: "2021-01-05T08:00:00.000Z",
    status: "open",
  },
];
const path = "/admin/dashboard/payments";

async function show(
  getStripePayments: GetPayments,
  options: { isAdmin?: boolean; address?: string } = {},
) {
  const person = { ...mei, isAdmin: options.isAdmin ?? true };
  return await showScreen({
    element: <PaymentsPage />,
    path,
    ...(options.address ? { address: options.address } : {}),
    answers: {
      auth: { readSession: async () => sessionOf(person) },
      functions: { getStripePayments },
    },
  });
}

const all: GetPayments = async () => ({ payments: [...payments] });

test("payments are listed with amount, direction and status", async () => {
  const { screen } = await show(all);
  await expect
    .element(screen.getByText("Real-time payment data from the payment provider (2 records)"))
    .toBeVisible();
  await expect.element(screen.getByRole("cell", { name: "Received $1,250.50" })).toBeVisible();
  await expect.element(screen.getByRole("cell", { name: "Refunded $199.00" })).toBeVisible();
  await expect.element(screen.getByText("Succeeded")).toBeVisible();
  await expect.element(screen.getByText("Open")).toBeVisible();
  await expect.element(screen.getByText("Unknown")).toBeVisible();
  await expectAccessible();
});

test("a message shows while the payments load", async () => {
  const { screen } = await show(() => new Promise(() => {}));
  await expect.element(screen.getByText("Loading payment data...")).toBeVisible();
});

test("search and date filter the list, and no matches show a message", async () => {
  const { screen, router } = await show(all);
  const search = screen.getByRole("textbox", { name: "Search payments" });
  await expect
    .element(search)
    .toHaveAttribute("placeholder", "Search by user email, payment ID, or description");
  await search.fill("SUPER");
  await expect.element(screen.getByText("ch_deposit")).not.toBeInTheDocument();
  await expect.element(screen.getByText("in_super")).toBeVisible();
  await screen.getByRole("combobox", { name: "Date" }).click();
  await screen.getByRole("option", { name: "Past Month" }).click();
  await expect
    .element(screen.getByText("No payments found matching your search criteria."))
    .toBeVisible();
  expect(router.state.location.search).toBe("?search=SUPER&date=month");
});

test("the payments that the filter leaves are exported", async () => {
  const { screen } = await show(all);
  await expect.element(screen.getByRole("link", { name: "Export (2)" })).toBeVisible();
  await screen.getByRole("textbox", { name: "Search payments" }).fill("SUPER");
  const link = screen.getByRole("link", { name: "Export (1)" });
  await expect.element(link).toBeVisible();
  const { pathname, searchParams } = new URL((link.element() as HTMLAnchorElement).href);
  expect(pathname).toBe("/api/admin/payments/payments.csv");
  expect([searchParams.get("search"), searchParams.get("type")]).toEqual(["SUPER", "all"]);
});

test("a tab is sent to the server and also filters the loaded payments", async () => {
  const types: unknown[] = [];
  const { screen } = await show(async ({ limit, type }) => {
    types.push([limit, type]);
    return { payments: [...payments] };
  });
  await screen.getByRole("tab", { name: "Subscriptions" }).click();
  await expect.element(screen.getByText("in_super")).toBeVisible();
  await expect.element(screen.getByText("ch_deposit")).not.toBeInTheDocument();
  await screen.getByRole("tab", { name: "One-time" }).click();
  await expect.element(screen.getByText("ch_deposit")).toBeVisible();
  expect(types).toEqual([
    [100, "all"],
    [100, "subscriptions"],
    [100, "one-time"],
  ]);
});

test("Refresh shows how many records were loaded", async () => {
  const { screen } = await show(all);
  await expect.element(screen.getByText("ch_deposit")).toBeVisible();
  await screen.getByRole("button", { name: "Refresh" }).click();
  await expect.element(screen.getByText("Payments refreshed")).toBeVisible();
  await expect.element(screen.getByText("Loaded 2 payment records")).toBeVisible();
});

test("without any payments a hint points to the configuration", async () => {
  const { screen } = await show(async () => ({ payments: [] }));
  await expect
    .element(
      screen.getByText(
        "No payment data available. Ensure the payment provider is properly configured.",
      ),
    )
    .toBeVisible();
});

test("a provider failure is shown in alert, toast and list", async () => {
  const { screen } = await show(() =>
    Promise.reject(new ORPCError("payments_unavailable", { status: 500, message: "Key expired" })),
  );
  await expect.element(screen.getByText("Error loading payments")).toBeVisible();
  await expect.element(screen.getByText("Key expired")).toBeVisible();
  await expect.element(page.getByText("Failed to load payments")).toBeVisible();
  await expect
    .element(
      page.getByText(
        "Could not fetch payment data from the payment provider. Please check your configuration.",
      ),
    )
    .toBeVisible();
  await expect
    .element(screen.getByText("Error loading payment data. Please check configuration."))
    .toBeVisible();
});

test("the error toast goes when a refresh succeeds", async () => {
  let isAvailable = false;
  const { screen } = await show(async () => {
    if (!isAvailable) throw new ORPCError("payments_unavailable", { status: 500 });
    return { payments: [] };
  });
  await expect.poll(shownToasts).toEqual([expect.stringContaining("Failed to load payments")]);
  isAvailable = true;
  await screen.getByRole("button", { name: "Refresh" }).click();
  await expect.poll(shownToasts).toEqual([expect.stringContaining("Payments refreshed")]);
});

test.each([
  new ORPCError("unexpected", { status: 500, message: "Admin privileges required" }),
  new ORPCError("forbidden", { status: 403, message: "You do not have access to this." }),
])("a user without admin rights sees a message: %s", async (error) => {
  await show(() => Promise.reject(error));
  await expect
    .element(page.getByText("Admin access is required to view payment data."))
    .toBeVisible();
});

test("a user without admin rights sees a message and nothing is loaded", async () => {
  const { screen } = await show(all, { isAdmin: false });
  await expect.element(screen.getByText("Access Denied")).toBeVisible();
  await expect
    .element(screen.getByText("You need admin privileges to access the payment management page."))
    .toBeVisible();
  await expect
    .element(screen.getByText("Admin access required to view payment data"))
    .toBeVisible();
});
