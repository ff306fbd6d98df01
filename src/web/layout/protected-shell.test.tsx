// Who may enter the signed-in area, where the others are sent, and what leaving it says.
import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { useReducer, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createMemoryRouter, MemoryRouter, Route, RouterProvider, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { Person } from "#contract/auth.ts";
import { publicSettings } from "#testing/screen/users.ts";
import { ApiProvider, type ApiClient } from "#web/api.tsx";
import { theme } from "#web/ui/theme.ts";
import { ProtectedShell } from "./protected-shell.tsx";
import { adminPlaces, customerPlaces } from "./sidebar-links.tsx";

const mei: Person = {
  id: "6f1d7a52-3c0f-4b87-9a3a-0d9c7f3b1e11",
  email: "mei.tan@example.com",
  fullName: "Mei Tan",
  walletBalanceCents: 12_550,
  subscription: "Super",
  packageQuota: 7,
  maxWeightGrams: 4000,
  isAdmin: false,
};

type Answers = { person: Person | null; signOut?: () => Promise<object> };

/** A client that knows of the session and the platform alone; a screen that asks for more fails the test. */
function clientWith(answers: Answers): ApiClient {
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  const auth = {
    readSession: async () => (answers.person ? { person: answers.person, expiresAt } : null),
    signOut: answers.signOut ?? (async () => ({})),
  };
  const settings = { readPublicSettings: async () => publicSettings };
  return { auth, settings } as unknown as ApiClient;
}

async function visit(address: string, answers: Answers) {
  const router = createMemoryRouter(
    [
      { path: "/", element: <h1>Home page</h1> },
      { path: "/login", element: <h1>Login page</h1> },
      {
        path: "/dashboard",
        element: <ProtectedShell places={customerPlaces} isForAdmins={false} />,
        children: [
          { index: true, element: <h1>Customer dashboard</h1> },
          { path: "*", element: <h1>Customer screen</h1> },
        ],
      },
      {
        path: "/admin/dashboard",
        element: <ProtectedShell places={adminPlaces} isForAdmins />,
        children: [{ path: "*", element: <h1>Admin screen</h1> }],
      },
    ],
    { initialEntries: [address] },
  );
  const screen = await render(
    <MantineProvider theme={theme} env="test">
      <ApiProvider client={clientWith(answers)}>
        <RouterProvider router={router} />
      </ApiProvider>
      <Notifications />
    </MantineProvider>,
  );
  return { screen, router };
}

beforeEach(() => notifications.clean());
afterEach(() => page.viewport(1280, 800));

test("a stranger is sent to sign in, and the way back is kept", async () => {
  const { screen, router } = await visit("/dashboard/wallet?tab=history", { person: null });
  await expect.element(screen.getByRole("heading", { name: "Login page" })).toBeVisible();
  expect(router.state.location.state).toEqual({ from: "/dashboard/wallet?tab=history" });
});

test("a customer finds the six places of the sidebar", async () => {
  const { screen } = await visit("/dashboard/packages/new", { person: mei });
  await expect.element(screen.getByRole("heading", { name: "Customer screen" })).toBeVisible();
  const labels = screen.getByRole("navigation").getByRole("link").elements();
  expect(labels.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Dashboard", "/dashboard"],
    ["My Packages", "/dashboard/packages"],
    ["Track Shipment", "/dashboard/track"],
    ["Wallet", "/dashboard/wallet"],
    ["Profile", "/dashboard/profile"],
    ["Settings", "/dashboard/settings"],
  ]);
  await expect
    .element(screen.getByRole("link", { name: "My Packages" }))
    .toHaveAttribute("aria-current", "page");
});

test("a customer who asks for the admin area comes to the dashboard", async () => {
  const { screen, router } = await visit("/admin/dashboard/users", { person: mei });
  await expect.element(screen.getByRole("heading", { name: "Customer dashboard" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard");
});

test("an administrator finds the five places of the admin sidebar", async () => {
  const { screen } = await visit("/admin/dashboard/users", { person: { ...mei, isAdmin: true } });
  await expect.element(screen.getByRole("heading", { name: "Admin screen" })).toBeVisible();
  const labels = screen.getByRole("navigation").getByRole("link").elements();
  expect(labels.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Dashboard", "/admin/dashboard"],
    ["Users", "/admin/dashboard/users"],
    ["Shipments", "/admin/dashboard/shipments"],
    ["Payments", "/admin/dashboard/payments"],
    ["Settings", "/admin/dashboard/settings"],
  ]);
});

test("logging out says so and leads home", async () => {
  const { screen, router } = await visit("/dashboard/wallet", { person: mei });
  await screen.getByRole("button", { name: "Log out" }).click();
  await expect.element(screen.getByText("Logged out successfully")).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "Home page" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/");
});

test("a log-out that fails says so and changes nothing", async () => {
  const { screen, router } = await visit("/dashboard/wallet", {
    person: mei,
    signOut: () => Promise.reject(new Error("offline")),
  });
  await screen.getByRole("button", { name: "Log out" }).click();
  await expect.element(screen.getByText("Logout failed")).toBeVisible();
  await expect.element(screen.getByText("Could not log out. Please try again.")).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard/wallet");
});

test("a screen is not drawn again with every step of the router", async () => {
  const draw = vi.fn<() => ReactNode>(() => <h1>Customer screen</h1>);
  function Screen() {
    return draw();
  }
  // As the router does at every step of a move, this makes the screens of the address anew.
  function Stepping() {
    const [steps, step] = useReducer((count: number) => count + 1, 0);
    const shell = <ProtectedShell places={customerPlaces} isForAdmins={false} />;
    return (
      <>
        <button type="button" onClick={step}>{`Steps: ${steps}`}</button>
        <Routes>
          <Route path="/dashboard" element={shell}>
            <Route index element={<Screen />} />
          </Route>
        </Routes>
      </>
    );
  }
  const screen = await render(
    <MantineProvider theme={theme} env="test">
      <ApiProvider client={clientWith({ person: mei })}>
        <MemoryRouter initialEntries={["/dashboard"]}>
          <Stepping />
        </MemoryRouter>
      </ApiProvider>
    </MantineProvider>,
  );
  await expect.element(screen.getByRole("heading", { name: "Customer screen" })).toBeVisible();
  await screen.getByRole("button", { name: "Steps: 0" }).click();
  await expect.element(screen.getByRole("button", { name: "Steps: 1" })).toBeVisible();
  expect(draw).toHaveBeenCalledTimes(1);
});

describe("the menu of a phone", () => {
  async function showOpener() {
    await page.viewport(390, 844);
    const { screen } = await visit("/dashboard/wallet", { person: mei });
    const opener = screen.getByRole("button", { name: "Open menu" });
    await expect.element(opener).toBeVisible();
    return opener;
  }

  test("closes by Escape and gives the keyboard back, the first time and the next", async () => {
    const opener = await showOpener();
    const menu = page.getByRole("dialog");
    for (const _ of ["first", "next"]) {
      await opener.click();
      await expect.element(menu.getByRole("button", { name: "Close menu" })).toHaveFocus();
      await userEvent.keyboard("{Escape}");
      await expect.element(menu).not.toBeInTheDocument();
      await expect.element(opener).toHaveFocus();
    }
  });

  test("is not opened any more by who pressed Escape before its code came", async () => {
    const opener = await showOpener();
    const button = opener.element();
    if (!(button instanceof HTMLElement)) throw new Error("The opener is no button.");
    flushSync(() => button.click());
    expect(button.ariaExpanded).toBe("true");
    expect(page.getByRole("dialog").elements()).toHaveLength(0);
    const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true });
    button.dispatchEvent(escape);
    await expect.element(opener).toHaveAttribute("aria-expanded", "false");
  });
});
