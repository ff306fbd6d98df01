import { expect, test, vi } from "vitest";
import type { Subscription } from "#money/contract/plans.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { mei, noPlan, sessionOf, superPlan } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import SettingsPage from "./settings-page.tsx";

type AuthAnswers = NonNullable<FakeAnswers["auth"]>;

function showSettings(readSubscription: () => Promise<Subscription>, auth: AuthAnswers = {}) {
  return showScreen({
    element: <SettingsPage />,
    path: "/dashboard/settings",
    answers: {
      auth: {
        readSession: async () => sessionOf(mei),
        readTwoFactor: async () => ({ isEnabled: false, enabledAt: null, backupCodesLeft: 0 }),
        ...auth,
      },
      plans: { readSubscription },
    },
  });
}

const endDate = new Date(superPlan.currentPeriodEndsAt ?? "").toLocaleDateString(
  navigator.language,
  { dateStyle: "medium" },
);

test("a plan is shown with its remaining quota and renewal date", async () => {
  const { screen } = await showSettings(async () => superPlan);
  await expect.element(screen.getByRole("heading", { name: "Subscription" })).toBeVisible();
  for (const [term, value] of [
    ["Plan", "Super"],
    ["Price", "$199.00 per month"],
    ["Packages remaining this month", "7"],
    ["Maximum weight per package", "4 kg"],
    ["Renews on", endDate],
  ] as const) {
    const item = screen.getByRole("term").filter({ hasText: term }).first();
    await expect.element(item).toBeVisible();
    expect(item.element().nextElementSibling?.textContent).toBe(value);
  }
  await expect.element(screen.getByText("Active")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Change Plan" }))
    .toHaveAttribute("href", "/dashboard/upgrade");
  await expectAccessible();
});

test("without a plan there is a link to the plans", async () => {
  const { screen } = await showSettings(async () => noPlan);
  await expect.element(screen.getByText("Free Account")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Upgrade Now" }))
    .toHaveAttribute("href", "/dashboard/upgrade");
  await expectAccessible();
});

test.each<{ text: string; fields: Partial<Subscription> }>([
  { text: `Your plan stays active until ${endDate}.`, fields: { cancelsAtPeriodEnd: true } },
  { text: `Your plan changes to Basic on ${endDate}.`, fields: { nextPlan: "Basic" } },
  { text: "Your last payment failed", fields: { status: "past_due" } },
  { text: "Refills on", fields: { status: "complimentary" } },
])("'$text' is shown", async ({ text, fields }) => {
  const { screen } = await showSettings(async () => ({ ...superPlan, ...fields }));
  await expect.element(screen.getByText(text)).toBeVisible();
  await expectAccessible();
});

test("the password is changed by an email to the account's address", async () => {
  const requestPasswordReset = vi.fn<NonNullable<AuthAnswers["requestPasswordReset"]>>(
    async () => ({}),
  );
  const { screen } = await showSettings(async () => superPlan, { requestPasswordReset });
  await screen.getByRole("button", { name: "Change password" }).click();
  const dialog = screen.getByRole("dialog", { name: "Reset your password" });
  await dialog.getByRole("button", { name: "Send reset link" }).click();
  await expect
    .element(dialog.getByText("Password reset email sent! Check your inbox."))
    .toBeVisible();
  expect(requestPasswordReset.mock.calls.map(([input]) => input)).toEqual([{ email: mei.email }]);
});

test("a subscription can be loaded again after an error", async () => {
  let isAvailable = false;
  const { screen } = await showSettings(async () => {
    if (!isAvailable) throw rejected("forbidden");
    return superPlan;
  });
  await expect.element(screen.getByText("Your subscription could not be loaded")).toBeVisible();
  isAvailable = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("Super")).toBeVisible();
});
