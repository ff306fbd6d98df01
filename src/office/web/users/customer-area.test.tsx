import { expect, test, vi } from "vitest";
import type { ReactNode } from "react";
import AdminAccountPage from "#office/web/admin/account/account-page.tsx";
import type { Person } from "#platform/contract/session.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, sessionOf } from "#test/screen/users.ts";
import { NoCustomerArea } from "./no-customer-area.tsx";

const invited: Person = { ...mei, roles: ["packer"], isCustomer: false };

async function show(element: ReactNode, path: string, first: Person) {
  let person = first;
  const openCustomerArea = vi.fn<() => Promise<Record<string, never>>>(async () => {
    person = { ...first, isCustomer: true };
    return {};
  });
  const shown = await showScreen({
    element,
    path,
    answers: {
      auth: {
        readSession: async () => sessionOf(person),
        readTwoFactor: async () => ({ isEnabled: false, enabledAt: null, backupCodesLeft: 0 }),
        listSessions: async () => ({ items: [] }),
      },
      users: { openCustomerArea },
    },
  });
  return { ...shown, openCustomerArea };
}

const button = { name: "Use Sampan as a customer" };

test("staff who were invited ask for a customer area on the page of their account", async () => {
  const { screen, openCustomerArea } = await show(
    <AdminAccountPage />,
    "/admin/dashboard/account",
    invited,
  );
  await expect
    .element(screen.getByRole("link", { name: "Download your data or close the account" }))
    .toHaveAttribute("href", "/dashboard");
  await expectAccessible();
  await screen.getByRole("button", button).click();
  await expect.element(screen.getByText("You can now use Sampan as a customer")).toBeVisible();
  expect(openCustomerArea).toHaveBeenCalledOnce();
  await expect.element(screen.getByRole("button", button)).not.toBeInTheDocument();
});

test("other members of staff are not asked", async () => {
  const { screen } = await show(<AdminAccountPage />, "/admin/dashboard/account", {
    ...invited,
    isCustomer: true,
  });
  await expect.element(screen.getByText("Your Account")).toBeVisible();
  await expect.element(screen.getByRole("button", button)).not.toBeInTheDocument();
});

test("in place of the pages of customers there are the button, the way to work, and one's own data", async () => {
  const { screen } = await show(<NoCustomerArea />, "/dashboard", invited);
  await expect
    .element(screen.getByRole("link", { name: "Go to your work" }))
    .toHaveAttribute("href", "/admin/dashboard");
  await expect.element(screen.getByRole("button", button)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Close account…" })).toBeVisible();
  await expectAccessible();
});

test("without a role there is no way to work", async () => {
  const { screen } = await show(<NoCustomerArea />, "/dashboard", { ...invited, roles: [] });
  await expect.element(screen.getByText(/neither a role nor a customer area/)).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Go to your work" }))
    .not.toBeInTheDocument();
});
