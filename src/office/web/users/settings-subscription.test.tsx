import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Subscription } from "#money/contract/plans.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { noPlan, superPlan } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { SubscriptionCard } from "./settings-page.tsx";

const endDate = new Date(superPlan.currentPeriodEndsAt ?? "").toLocaleDateString(
  navigator.language,
  { dateStyle: "medium" },
);
const ending: Subscription = { ...superPlan, cancelsAtPeriodEnd: true };
const overdue: Subscription = { ...superPlan, status: "past_due", unsettled: "past_due" };

function showCard(plans: NonNullable<FakeAnswers["plans"]>) {
  return showScreen({
    element: <SubscriptionCard />,
    path: "/dashboard/settings",
    answers: { plans: { readSubscription: async () => superPlan, ...plans } },
  });
}

describe("canceling", () => {
  test("asks for confirmation, shows until when the plan stays active, and can be undone", async () => {
    const requests: string[] = [];
    let stored = superPlan;
    const { screen } = await showCard({
      readSubscription: async () => stored,
      cancelSubscription: async () => {
        requests.push("cancel");
        return (stored = ending);
      },
      resumeSubscription: async () => {
        requests.push("resume");
        return (stored = superPlan);
      },
    });
    await screen.getByRole("button", { name: "Cancel Subscription" }).click();
    const dialog = screen.getByRole("dialog", { name: "Cancel your subscription?" });
    await expect
      .element(dialog.getByText(`Your plan stays active until ${endDate}.`, { exact: false }))
      .toBeVisible();
    await expectAccessible();
    expect(requests).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel Subscription" }).click();
    await expect.element(screen.getByText("Subscription canceled")).toBeVisible();
    await expect.element(screen.getByText("Ends on")).toBeVisible();
    const keep = screen.getByRole("button", { name: "Keep Subscription" });
    await expect.element(keep).toHaveFocus();
    await keep.click();
    await expect.element(screen.getByText("Subscription resumed")).toBeVisible();
    await expect.element(screen.getByText("Renews on")).toBeVisible();
    expect(requests).toEqual(["cancel", "resume"]);
  });

  test("changes nothing when the dialog is dismissed", async () => {
    const { screen } = await showCard({});
    await screen.getByRole("button", { name: "Cancel Subscription" }).click();
    await screen.getByRole("dialog").getByRole("button", { name: "Keep Subscription" }).click();
    await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(screen.getByText("Renews on")).toBeVisible();
  });

  test("shows the error and keeps the dialog open when it fails", async () => {
    const { screen } = await showCard({
      cancelSubscription: () => Promise.reject(rejected("subscription_not_changed")),
    });
    await screen.getByRole("button", { name: "Cancel Subscription" }).click();
    const dialog = screen.getByRole("dialog", { name: "Cancel your subscription?" });
    await dialog.getByRole("button", { name: "Cancel Subscription" }).click();
    await expect
      .element(screen.getByText("Could not change your subscription. Please try again."))
      .toBeVisible();
    await expect.element(dialog).toBeVisible();
  });

  test("ends an unpaid plan immediately, which the dialog says before", async () => {
    let stored = overdue;
    const { screen } = await showCard({
      readSubscription: async () => stored,
      cancelSubscription: async () => (stored = noPlan),
    });
    await screen.getByRole("button", { name: "Cancel Subscription" }).click();
    const dialog = screen.getByRole("dialog", { name: "Cancel your subscription?" });
    await expect.element(dialog.getByText(/your plan ends immediately/)).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel Subscription" }).click();
    await expect.element(screen.getByText("Your plan has ended.")).toBeVisible();
    await expect.element(screen.getByText("Free Account")).toBeVisible();
  });

  test("is not offered for a complimentary plan", async () => {
    const { screen } = await showCard({
      readSubscription: async () => ({ ...superPlan, status: "complimentary" }),
    });
    await expect.element(screen.getByText("Refills on")).toBeVisible();
    await expect.element(screen.getByText("Complimentary, not billed")).toBeVisible();
    await expect
      .element(screen.getByRole("button", { name: "Cancel Subscription" }))
      .not.toBeInTheDocument();
  });
});

describe("an open payment", () => {
  const addresses: string[] = [];
  let isClosed = false;

  beforeEach(() => {
    addresses.length = 0;
    isClosed = false;
    vi.spyOn(window, "open").mockImplementation(
      () =>
        ({
          document: { title: "", body: { textContent: "" } },
          location: { replace: (address: string) => void addresses.push(address) },
          close: () => {
            isClosed = true;
          },
        }) as unknown as Window,
    );
  });

  test.each<{ current: Subscription; badge: string; message: string; action: string }>([
    {
      current: overdue,
      badge: "Payment due",
      message: "Your last payment failed",
      action: "Pay now",
    },
    {
      current: { ...noPlan, unsettled: "unpaid" },
      badge: "Payment due",
      message:
        "Your plan is on hold until the open invoice is paid. You cannot add packages until then.",
      action: "Pay now",
    },
    {
      current: { ...noPlan, unsettled: "paused" },
      badge: "Paused",
      message: "Your plan is paused",
      action: "Add a card",
    },
  ])(
    "'$message': it can be paid and the card updates",
    async ({ current, badge, message, action }) => {
      let subscription = current;
      const { screen } = await showCard({
        readSubscription: async () => subscription,
        settleSubscription: async () => ({ url: "https://pay.example/invoice" }),
      });
      await expect.element(screen.getByText(badge, { exact: true })).toBeVisible();
      await expect.element(screen.getByText(message)).toBeVisible();
      await expectAccessible();
      await screen.getByRole("button", { name: action }).click();
      await expect.element(screen.getByText(/open in another tab/)).toBeVisible();
      expect(addresses).toEqual(["https://pay.example/invoice"]);
      subscription = superPlan;
      await expect.element(screen.getByText("Renews on")).toBeVisible();
      await expect.element(screen.getByText(message)).not.toBeInTheDocument();
    },
  );

  test("a payment page that cannot be opened shows an error and closes its tab", async () => {
    const { screen } = await showCard({
      readSubscription: async () => overdue,
      settleSubscription: () => Promise.reject(rejected("checkout_failed")),
    });
    await screen.getByRole("button", { name: "Pay now" }).click();
    await expect
      .element(screen.getByText("Could not open checkout page. Please try again."))
      .toBeVisible();
    expect(isClosed).toBe(true);
  });
});
