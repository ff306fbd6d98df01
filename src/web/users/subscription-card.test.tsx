// What a customer does about the own plan in the settings: end it, keep it after all, pay what is open.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Subscription } from "#contract/plans.ts";
import { expectAccessible } from "#testing/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#testing/screen/fake-client.ts";
import { noPlan, superPlan } from "#testing/screen/users.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";

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
  test("asks first, says until when the plan stays, and offers to keep it", async () => {
    const asked: string[] = [];
    const { screen } = await showCard({
      cancelSubscription: async () => {
        asked.push("cancel");
        return ending;
      },
      resumeSubscription: async () => {
        asked.push("resume");
        return superPlan;
      },
    });
    await screen.getByRole("button", { name: "Cancel Subscription" }).click();
    const dialog = screen.getByRole("dialog", { name: "Cancel your subscription?" });
    await expect
      .element(dialog.getByText(`Your plan stays active until ${endDate}.`, { exact: false }))
      .toBeVisible();
    await expectAccessible();
    expect(asked).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel Subscription" }).click();
    await expect.element(screen.getByText("Subscription canceled")).toBeVisible();
    await expect.element(screen.getByText("Ends on")).toBeVisible();
    const keep = screen.getByRole("button", { name: "Keep Subscription" });
    await expect.element(keep).toHaveFocus();
    await keep.click();
    await expect.element(screen.getByText("Subscription kept")).toBeVisible();
    await expect.element(screen.getByText("Renews on")).toBeVisible();
    expect(asked).toEqual(["cancel", "resume"]);
  });

  test("is left alone when the answer is to keep it", async () => {
    const { screen } = await showCard({});
    await screen.getByRole("button", { name: "Cancel Subscription" }).click();
    await screen.getByRole("dialog").getByRole("button", { name: "Keep Subscription" }).click();
    await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(screen.getByText("Renews on")).toBeVisible();
  });

  test("that fails says why and keeps the question open", async () => {
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

  test("a plan whose month is not paid ends at once, which is said before", async () => {
    const { screen } = await showCard({
      readSubscription: async () => overdue,
      cancelSubscription: async () => noPlan,
    });
    await screen.getByRole("button", { name: "Cancel Subscription" }).click();
    const dialog = screen.getByRole("dialog", { name: "Cancel your subscription?" });
    await expect.element(dialog.getByText(/your plan ends at once/)).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel Subscription" }).click();
    await expect.element(screen.getByText("Your plan has ended.")).toBeVisible();
    await expect.element(screen.getByText("Free Account")).toBeVisible();
  });

  test("is not offered for a plan that the office gave", async () => {
    const { screen } = await showCard({
      readSubscription: async () => ({ ...superPlan, status: "complimentary" }),
    });
    await expect.element(screen.getByText("Refills on")).toBeVisible();
    await expect.element(screen.getByText("Given to you by us, not billed")).toBeVisible();
    await expect
      .element(screen.getByRole("button", { name: "Cancel Subscription" }))
      .not.toBeInTheDocument();
  });
});

describe("what is open", () => {
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

  test.each<{ now: Subscription; badge: string; notified: string; action: string }>([
    { now: overdue, badge: "Payment due", notified: "Your last payment failed", action: "Pay now" },
    {
      now: { ...noPlan, unsettled: "unpaid" },
      badge: "Payment due",
      notified: "Your plan is on hold, and no packages can be added, until the open bill is paid.",
      action: "Pay now",
    },
    {
      now: { ...noPlan, unsettled: "paused" },
      badge: "Paused",
      notified: "Your plan is paused",
      action: "Add a card",
    },
  ])(
    "'$told': it can be settled and the card follows",
    async ({ now, badge, notified, action }) => {
      let present = now;
      const { screen } = await showCard({
        readSubscription: async () => present,
        settleSubscription: async () => ({ url: "https://pay.example/invoice" }),
      });
      await expect.element(screen.getByText(badge, { exact: true })).toBeVisible();
      await expect.element(screen.getByText(notified)).toBeVisible();
      await expectAccessible();
      await screen.getByRole("button", { name: action }).click();
      await expect.element(screen.getByText(/open in another tab/)).toBeVisible();
      expect(addresses).toEqual(["https://pay.example/invoice"]);
      present = superPlan;
      await expect.element(screen.getByText("Renews on")).toBeVisible();
      await expect.element(screen.getByText(notified)).not.toBeInTheDocument();
    },
  );

  test("a page that does not open says so and closes its tab", async () => {
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
