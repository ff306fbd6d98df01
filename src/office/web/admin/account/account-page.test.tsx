import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { mei, sessionOf } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import AdminAccountPage from "./account-page.tsx";

test("password, two-factor and sessions are shown, and a password link is sent by email", async () => {
  const requests: unknown[] = [];
  const { screen } = await showScreen({
    element: <AdminAccountPage />,
    path: "/admin/dashboard/account",
    answers: {
      auth: {
        readSession: async () => sessionOf({ ...mei, isAdmin: true }),
        readTwoFactor: async () => ({ isEnabled: false, enabledAt: null, backupCodesLeft: 0 }),
        requestPasswordReset: async (input) => {
          requests.push(input);
          return {};
        },
      },
      settings: {
        readPublicSettings: () => Promise.reject(new Error("Not requests for here.")),
      },
    },
  });
  await expect.element(screen.getByRole("button", { name: "Enable" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "View Sessions" })).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect
    .element(page.getByText("Password reset email sent! Check your inbox."))
    .toBeVisible();
  expect(requests).toEqual([{ email: mei.email }]);
});
