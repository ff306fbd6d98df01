// What a customer sees when choosing a plan: the cards, the checkout in another tab, and what follows.
import { ORPCError } from "@orpc/client";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Subscription } from "#contract/plans.ts";
import type { FakeAnswers } from "#testing/screen/fake-client.ts";
import { noPlan, superPlan } from "#testing/screen/users.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import UpgradePage from "./upgrade-page.tsx";

type PlanAnswers = NonNullable<FakeAnswers["plans"]>;

/** The other tab: where it was sent, and whether it was closed. */
const tab = { addresses: [] as string[], isClosed: false };

beforeEach(() => {
  tab.addresses.length = 0;
  tab.isClosed = false;
  vi.spyOn(window, "open").mockImplementation(
    () =>
      ({
        opener: window,
        document: document.implementation.createHTMLDocument(),
        location: { replace: (address: string) => void tab.addresses.push(address) },
        close: () => {
          tab.isClosed = true;
        },
      }) as unknown as Window,
  );
});

function showUpgrade(plans: PlanAnswers, query = "") {
  return showScreen({
    element: <UpgradePage />,
    path: "/dashboard/upgrade",
    address: `/dashboard/upgrade${query}`,
    answers: { plans: { readSubscription: async () => noPlan, ...plans } },
  });
}

describe("without a plan", () => {
  test("three plans can be chosen from, with price, packages and weight", async () => {
    const { screen } = await showUpgrade({});
    const cards = screen.getByRole("group", { name: "Plans" });
    for (const words of [
      "$129",
      "5 packages per month",
      "Up to 2 kg per package",
      "$199",
      "Most Popular",
      "$359",
      "Up to 8 kg per package",
    ]) {
      await expect.element(cards.getByText(words, { exact: true })).toBeVisible();
    }
    await expect
      .element(screen.getByRole("link", { name: "Back to Dashboard" }))
      .toHaveAttribute("href", "/dashboard");
  });

  test("subscribing without a choice says so and opens nothing", async () => {
    const { screen } = await showUpgrade({});
    await screen.getByRole("button", { name: "Subscribe" }).click();
    await expect.element(screen.getByText("No plan selected")).toBeVisible();
    await expect.element(screen.getByText("Please select a subscription plan.")).toBeVisible();
    expect(window.open).not.toHaveBeenCalled();
  });

  test("a plan chosen when registering is chosen here, until another is", async () => {
    const readSubscription = async () => ({ ...noPlan, chosenPlan: "Premium" as const });
    const { screen } = await showUpgrade({ readSubscription });
    await expect.element(screen.getByRole("radio", { name: /^Premium/ })).toBeChecked();
    await screen.getByRole("radio", { name: /^Basic/ }).click();
    await expect.element(screen.getByRole("radio", { name: /^Basic/ })).toBeChecked();
  });

  test("a plan chosen on the pricing page is chosen here", async () => {
    const readSubscription = async () => ({ ...noPlan, chosenPlan: "Premium" as const });
    const { screen } = await showUpgrade({ readSubscription }, "?plan=super");
    await expect.element(screen.getByRole("radio", { name: /^Super/ })).toBeChecked();
  });

  test("the checkout opens in a new tab once, and this page follows by itself", async () => {
    let now: Subscription = noPlan;
    const asked: string[] = [];
    const { screen } = await showUpgrade({
      readSubscription: async () => now,
      startSubscription: async ({ plan }) => {
        asked.push(plan);
        return { url: "https://pay.example/checkout" };
      },
    });
    await screen.getByText("Premium", { exact: true }).click();
    await screen.getByRole("button", { name: "Subscribe" }).dblClick();
    await expect.element(screen.getByText("Waiting for your payment")).toBeVisible();
    expect(asked).toEqual(["Premium"]);
    expect(tab.addresses).toEqual(["https://pay.example/checkout"]);
    await expect
      .element(screen.getByRole("link", { name: "Reopen checkout" }))
      .toHaveAttribute("href", "https://pay.example/checkout");
    now = { ...superPlan, subscription: "Premium", packageQuota: 12, maxWeightGrams: 8000 };
    await expect.element(screen.getByText("Your Premium plan is active")).toBeVisible();
    await expect.element(screen.getByRole("link", { name: "Add a package" })).toBeVisible();
  });

  test("waiting can be ended, and the choice is still there", async () => {
    const { screen } = await showUpgrade({
      startSubscription: async () => ({ url: "https://pay.example/checkout" }),
    });
    await screen.getByText("Basic", { exact: true }).click();
    await screen.getByRole("button", { name: "Subscribe" }).click();
    await screen.getByRole("button", { name: "Stop waiting" }).click();
    await expect.element(screen.getByText("Waiting for your payment")).not.toBeInTheDocument();
    await expect.element(screen.getByRole("radio", { name: /^Basic/ })).toBeChecked();
  });

  test("a checkout that fails closes its tab and says so; a lost one is asked for again", async () => {
    const keys: string[] = [];
    const { screen } = await showUpgrade({
      startSubscription: async ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        throw keys.length === 1
          ? new TypeError("Failed to fetch")
          : new ORPCError("checkout_failed", { status: 502 });
      },
    });
    await screen.getByText("Basic", { exact: true }).click();
    const subscribe = screen.getByRole("button", { name: "Subscribe" });
    for (const times of [1, 2, 3]) {
      await subscribe.click();
      await expect.poll(() => keys.length).toBe(times);
    }
    await expect.element(screen.getByText("Checkout failed").first()).toBeVisible();
    await expect
      .element(screen.getByText("Could not open checkout page. Please try again.").first())
      .toBeVisible();
    expect(tab.isClosed).toBe(true);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  test("where the browser blocks the tab, the checkout is offered as a link", async () => {
    vi.mocked(window.open).mockReturnValue(null);
    const { screen } = await showUpgrade({
      startSubscription: async () => ({ url: "https://pay.example/checkout" }),
    });
    await screen.getByText("Basic", { exact: true }).click();
    await screen.getByRole("button", { name: "Subscribe" }).click();
    await expect
      .element(screen.getByRole("link", { name: "Open checkout" }))
      .toHaveAttribute("target", "_blank");
  });

  test("a canceled checkout is told and the address cleaned", async () => {
    const { screen, router } = await showUpgrade({}, "?canceled=true");
    await expect.element(screen.getByText("Subscription canceled")).toBeVisible();
    expect(router.state.location.search).toBe("");
  });

  test("the checkout's own tab confirms the payment, then tells of the plan", async () => {
    let now: Subscription = noPlan;
    const { screen } = await showUpgrade({ readSubscription: async () => now }, "?success=true");
    await expect.element(screen.getByText("Your payment is being confirmed")).toBeVisible();
    now = superPlan;
    await expect.element(screen.getByText("Your Super plan is active")).toBeVisible();
  });

  test("a plan that does not load can be asked for again", async () => {
    let isWell = false;
    const { screen } = await showUpgrade({
      readSubscription: async () => {
        if (!isWell) throw new ORPCError("forbidden", { status: 403 });
        return noPlan;
      },
    });
    await expect.element(screen.getByText("Your plan could not be loaded.")).toBeVisible();
    isWell = true;
    await screen.getByRole("button", { name: "Try again" }).click();
    await expect.element(screen.getByRole("button", { name: "Subscribe" })).toBeVisible();
  });
});

describe("with a plan", () => {
  const readSubscription = async () => superPlan;

  test("a warning tells of it, and choosing it again is not possible", async () => {
    const { screen } = await showUpgrade({ readSubscription }, "?plan=Super");
    await expect
      .element(screen.getByText("You already have an active subscription: Super"))
      .toBeVisible();
    await expect.element(screen.getByRole("button", { name: "Change Plan" })).toBeDisabled();
  });

  test("a larger plan is changed to after saying what it costs", async () => {
    const { screen } = await showUpgrade({
      readSubscription,
      changeSubscription: async ({ plan }) => ({ ...superPlan, subscription: plan }),
    });
    await screen.getByText("Premium", { exact: true }).click();
    await screen.getByRole("button", { name: "Change Plan" }).click();
    const dialog = screen.getByRole("dialog");
    await expect
      .element(dialog.getByText(/Your card is charged the difference for the rest of this period/))
      .toBeVisible();
    await dialog.getByRole("button", { name: "Change Plan" }).click();
    await expect.element(screen.getByText("You are on the Premium plan.")).toBeVisible();
  });

  test("a smaller plan follows at the period's end", async () => {
    const { screen } = await showUpgrade({
      readSubscription,
      changeSubscription: async () => ({ ...superPlan, nextPlan: "Basic" }),
    });
    await screen.getByText("Basic", { exact: true }).click();
    await screen.getByRole("button", { name: "Change Plan" }).click();
    const dialog = screen.getByRole("dialog");
    await expect.element(dialog.getByText(/You keep Super until May 14, 2031/)).toBeVisible();
    await dialog.getByRole("button", { name: "Change Plan" }).click();
    await expect
      .element(screen.getByText("Your plan changes to Basic on May 14, 2031."))
      .toBeVisible();
  });

  test("a change that is refused says why and keeps the question open", async () => {
    const { screen } = await showUpgrade({
      readSubscription,
      changeSubscription: () =>
        Promise.reject(
          new ORPCError("card_declined", {
            status: 402,
            message: "Your card was declined. Your plan stays as it is.",
          }),
        ),
    });
    await screen.getByText("Premium", { exact: true }).click();
    await screen.getByRole("button", { name: "Change Plan" }).click();
    await screen.getByRole("dialog").getByRole("button", { name: "Change Plan" }).click();
    await expect
      .element(screen.getByText("Your card was declined. Your plan stays as it is."))
      .toBeVisible();
    await expect.element(screen.getByRole("dialog")).toBeVisible();
  });

  test("a payment that is open can be made here, and no plan is changed before", async () => {
    const { screen } = await showUpgrade({
      readSubscription: async () => ({ ...superPlan, status: "past_due", unsettled: "past_due" }),
      settleSubscription: async () => ({ url: "https://pay.example/invoice" }),
    });
    await screen.getByText("Premium", { exact: true }).click();
    await screen.getByRole("button", { name: "Change Plan" }).click();
    await expect
      .element(screen.getByText("The last payment for your plan failed. Please settle it first."))
      .toBeVisible();
    await screen.getByRole("button", { name: "Pay now" }).click();
    await expect.poll(() => tab.addresses).toEqual(["https://pay.example/invoice"]);
  });
});
