// The office's first screen and its settings: only what the server said stands there.
import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import type { FakeAnswers } from "#testing/screen/fake-client.ts";
import { mei, parcelUnderWay } from "#testing/screen/people.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import AdminDashboardPage from "./dashboard-page.tsx";
import AdminSettingsPage from "./settings-page.tsx";

const shipments = {
  items: [{ ...parcelUnderWay, userEmail: mei.email }],
  total: 1204,
  counts: { all: 1204, active: 1100, delivered: 104 },
};

function answers(part: Partial<FakeAnswers> = {}): FakeAnswers {
  return {
    packages: { listShipments: async () => shipments },
    people: { listUsers: async () => ({ items: [], total: 37 }) },
    functions: { getStripePayments: async () => ({ payments: [] }) },
    ...part,
  };
}

test("the figures are the server's, and the newest package leads to its details", async () => {
  const { screen } = await showScreen({
    element: <AdminDashboardPage />,
    path: "/admin/dashboard",
    answers: answers(),
  });
  await expect.element(screen.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  for (const figure of ["1,204", "1,100", "104", "37"]) {
    await expect.element(screen.getByText(figure, { exact: true })).toBeVisible();
  }
  await expect
    .element(screen.getByRole("link", { name: parcelUnderWay.trackingNumber }))
    .toHaveAttribute("href", `/admin/dashboard/shipments?package=${parcelUnderWay.id}`);
});

test("what could not be loaded is a dash and an alert, never a number", async () => {
  const failing = () => Promise.reject(new ORPCError("unexpected", { status: 500 }));
  const { screen } = await showScreen({
    element: <AdminDashboardPage />,
    path: "/admin/dashboard",
    answers: answers({
      packages: { listShipments: failing },
      functions: { getStripePayments: failing },
    }),
  });
  await expect
    .element(screen.getByText("Failed to load packages. Please try again.").first())
    .toBeVisible();
  await expect.element(screen.getByText("Failed to load payments").first()).toBeVisible();
  expect(screen.getByText("Could not be loaded").elements()).toHaveLength(3);
  await expect.element(screen.getByText("37")).toBeVisible();
});

test("settings say what the platform runs on and lead to its documents", async () => {
  const { screen } = await showScreen({
    element: <AdminSettingsPage />,
    path: "/admin/dashboard/settings",
    answers: {
      platform: {
        readPlatform: async () => ({
          isSandbox: true,
          hasSandboxMailbox: true,
          supportEmail: "help@sampan.example",
        }),
      },
    },
  });
  await expect.element(screen.getByText("Sandbox, no real money moves")).toBeVisible();
  await expect.element(screen.getByText("help@sampan.example")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: /^API documentation/ }))
    .toHaveAttribute("href", "/api/docs");
  await expect.element(screen.getByRole("link", { name: /^Sandbox mailbox/ })).toBeVisible();
});

test.each([
  { name: "dashboard", element: <AdminDashboardPage /> },
  { name: "settings", element: <AdminSettingsPage /> },
])("the $name leads to the records of payments", async ({ element }) => {
  const { screen } = await showScreen({
    element,
    path: "/admin/dashboard",
    answers: answers({
      platform: {
        readPlatform: async () => ({
          isSandbox: true,
          hasSandboxMailbox: true,
          supportEmail: null,
        }),
      },
    }),
  });
  for (const [label, page] of [
    ["Reconciliation", "reconciliation"],
    ["Webhooks", "webhooks"],
  ] as const) {
    await expect
      .element(screen.getByRole("link", { name: label }))
      .toHaveAttribute("href", `/admin/dashboard/${page}`);
  }
});
