import { ORPCError } from "@orpc/client";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Subscription } from "#money/contract/plans.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { noPlan, superPlan } from "#test/screen/users.ts";
import { shownToasts } from "#test/screen/toasts.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import UpgradePage from "./upgrade-page.tsx";

type PlanAnswers = NonNullable<FakeAnswers["plans"]>;

/** The checkout tab: the addresses it opened and whether it was closed. */
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
  test("the three plans are shown with price, packages and weight", async () => {
    const { screen } = await showUpgrade({});
    const cards = screen.getByRole("group", { name: "Plans" });
    for (const text of [
      "$129",
      "5 packages per month",
      "Up to 2 kg per package",
      "$199",
      "Most Popular",
      "$359",
      "Up to 8 kg per package",
    ]) {
      await expect.element(cards.getByText(text, { exact: true })).toBeVisible();
    }
    await expect
      .element(screen.getByRole("link", { name: "Back to Dashboard" }))
      .toHaveAttribute("href", "/dashboard");
    await expect
      .element(screen.getByRole("link", { name: "Terms of Service" }))
      .toHaveAttribute("href", "/terms");
  });

  test("subscribing without a selected plan shows an error and opens nothing", async () => {
    const { screen } = await showUpgrade({});
    await screen.getByRole("button", { name: "Subscribe" }).click();
    await expect.element(screen.getByText("No plan selected")).toBeVisible();
    await expect.element(screen.getByText("Please select a subscription plan.")).toBeVisible();
    expect(window.open).not.toHaveBeenCalled();
  });

  test("an error goes when a plan is chosen, and when the checkout is opened again", async () => {
    let isAvailable = false;
    const { screen } = await showUpgrade({
      startSubscription: async () => {
        if (!isAvailable) throw new TypeError("Failed to fetch");
        return { url: "https://pay.example/checkout" };
      },
    });
    const subscribe = screen.getByRole("button", { name: "Subscribe" });
    await subscribe.click();
    await expect.poll(shownToasts).toEqual([expect.stringContaining("No plan selected")]);
    await screen.getByRole("radio", { name: /^Basic/ }).click();
    await expect.poll(shownToasts).toEqual([]);
    await subscribe.click();
    await expect.poll(shownToasts).toEqual([expect.stringContaining("Checkout failed")]);
    isAvailable = true;
    await subscribe.click();
    await expect.element(screen.getByText("Waiting for your payment")).toBeVisible();
    await expect.poll(shownToasts).toEqual([]);
  });

  test("the plan chosen at registration is preselected", async () => {
    const readSubscription = async () => ({ ...noPlan, chosenPlan: "Premium" as const });
    const { screen } = await showUpgrade({ readSubscription });
    await expect.element(screen.getByRole("radio", { name: /^Premium/ })).toBeChecked();
    await screen.getByRole("radio", { name: /^Basic/ }).click();
    await expect.element(screen.getByRole("radio", { name: /^Basic/ })).toBeChecked();
  });

  test("the plan chosen on the pricing page is preselected", async () => {
    const readSubscription = async () => ({ ...noPlan, chosenPlan: "Premium" as const });
    const { screen } = await showUpgrade({ readSubscription }, "?plan=super");
    await expect.element(screen.getByRole("radio", { name: /^Super/ })).toBeChecked();
  });

  test("the checkout opens once in a new tab, and this page updates when it is paid", async () => {
    let subscription: Subscription = noPlan;
    const requestedPlans: string[] = [];
    const { screen } = await showUpgrade({
      readSubscription: async () => subscription,
      startSubscription: async ({ plan }) => {
        requestedPlans.push(plan);
        return { url: "https://pay.example/checkout" };
      },
    });
    await screen.getByRole("radio", { name: /^Premium/ }).click();
    await screen.getByRole("button", { name: "Subscribe" }).dblClick();
    await expect.element(screen.getByText("Waiting for your payment")).toBeVisible();
    await expect.element(screen.getByRole("radio", { name: /^Premium/ })).toBeChecked();
    await expect.element(screen.getByRole("button", { name: "Subscribe" })).toBeDisabled();
    expect(requestedPlans).toEqual(["Premium"]);
    expect(tab.addresses).toEqual(["https://pay.example/checkout"]);
    await expect
      .element(screen.getByRole("link", { name: "Reopen checkout" }))
      .toHaveAttribute("href", "https://pay.example/checkout");
    subscription = {
      ...superPlan,
      subscription: "Premium",
      packageQuota: 12,
      maxWeightGrams: 8000,
    };
    await expect.element(screen.getByText("Your Premium plan is active")).toBeVisible();
    await expect.element(screen.getByRole("link", { name: "Add a package" })).toBeVisible();
  });

  test("waiting can be stopped, and the plan stays selected", async () => {
    const { screen } = await showUpgrade({
      startSubscription: async () => ({ url: "https://pay.example/checkout" }),
    });
    await screen.getByRole("radio", { name: /^Basic/ }).click();
    await screen.getByRole("button", { name: "Subscribe" }).click();
    await screen.getByRole("button", { name: "Stop waiting" }).click();
    await expect.element(screen.getByText("Waiting for your payment")).not.toBeInTheDocument();
    await expect.element(screen.getByRole("radio", { name: /^Basic/ })).toBeChecked();
  });

  test("a failed checkout closes its tab and shows an error; a lost connection retries with the same key", async () => {
    const keys: string[] = [];
    const { screen } = await showUpgrade({
      startSubscription: async ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        throw keys.length === 1
          ? new TypeError("Failed to fetch")
          : new ORPCError("checkout_failed", { status: 502 });
      },
    });
    await screen.getByRole("radio", { name: /^Basic/ }).click();
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

  test("when the browser blocks the tab, the checkout is shown as a link", async () => {
    vi.mocked(window.open).mockReturnValue(null);
    const { screen } = await showUpgrade({
      startSubscription: async () => ({ url: "https://pay.example/checkout" }),
    });
    await screen.getByRole("radio", { name: /^Basic/ }).click();
    await screen.getByRole("button", { name: "Subscribe" }).click();
    await expect
      .element(screen.getByRole("link", { name: "Open checkout" }))
      .toHaveAttribute("target", "_blank");
  });

  test("a canceled checkout shows a toast and cleans the address", async () => {
    const { screen, router } = await showUpgrade({}, "?canceled=true");
    await expect.element(screen.getByText("Subscription canceled")).toBeVisible();
    expect(router.state.location.search).toBe("");
  });

  test("the checkout tab shows the confirmation, then the active plan, with all plans below", async () => {
    let subscription: Subscription = noPlan;
    const { screen, router } = await showUpgrade(
      { readSubscription: async () => subscription },
      "?success=true",
    );
    const plans = screen.getByRole("group", { name: "Plans" }).getByRole("radio");
    await expect.element(screen.getByText("Your payment is being confirmed")).toBeVisible();
    expect(plans.elements()).toHaveLength(3);
    subscription = superPlan;
    await expect.element(screen.getByText("Your Super plan is active")).toBeVisible();
    expect(plans.elements()).toHaveLength(3);
    expect(router.state.location.search).toBe("");
  });

  test.each([
    ["/dashboard/parcels/ship?parcels=1.2", "/dashboard/parcels/ship?parcels=1.2"],
    ["https://elsewhere.example/dashboard/", undefined],
  ])("an active plan leads back to %s only within the own area", async (back, address) => {
    const query = new URLSearchParams({ success: "true", back }).toString();
    const { screen } = await showUpgrade({ readSubscription: async () => superPlan }, `?${query}`);
    await expect.element(screen.getByText("Your Super plan is active")).toBeVisible();
    const link = screen.getByRole("link", { name: "Continue where you left off" });
    expect(link.query()?.getAttribute("href")).toBe(address);
  });

  test("a plan can be loaded again after an error", async () => {
    let isAvailable = false;
    const { screen } = await showUpgrade({
      readSubscription: async () => {
        if (!isAvailable) throw new ORPCError("forbidden", { status: 403 });
        return noPlan;
      },
    });
    await expect.element(screen.getByText("Your plan could not be loaded.")).toBeVisible();
    isAvailable = true;
    await screen.getByRole("button", { name: "Try again" }).click();
    await expect.element(screen.getByRole("button", { name: "Subscribe" })).toBeVisible();
  });
});

describe("with a plan", () => {
  const readSubscription = async () => superPlan;

  test("a warning is shown, and the current plan cannot be selected again", async () => {
    const { screen } = await showUpgrade({ readSubscription }, "?plan=Super");
    await expect
      .element(screen.getByText("You already have an active subscription: Super"))
      .toBeVisible();
    await expect.element(screen.getByRole("button", { name: "Change Plan" })).toBeDisabled();
  });

  test("an upgrade shows today's amount and the next one with its day before it starts", async () => {
    const asked: unknown[] = [];
    const { screen } = await showUpgrade({
      readSubscription,
      previewSubscriptionChange: async (input) => {
        asked.push(input);
        return { dueNowCents: 7_512, nextAmountCents: 35_900, nextAt: "2031-05-14T00:00:00.000Z" };
      },
      changeSubscription: async ({ plan }) => ({ ...superPlan, subscription: plan }),
    });
    await screen.getByRole("radio", { name: /^Premium/ }).click();
    await screen.getByRole("button", { name: "Change Plan" }).click();
    const dialog = screen.getByRole("dialog");
    await expect
      .element(dialog.getByText("At most $75.12, for the rest of this period"))
      .toBeVisible();
    await expect.element(dialog.getByText("From May 14, 2031")).toBeVisible();
    await expect.element(dialog.getByText("$359.00 per month")).toBeVisible();
    expect(asked).toEqual([{ plan: "Premium" }]);
    await expectAccessible();
    await dialog.getByRole("button", { name: "Change Plan" }).click();
    await expect.element(screen.getByText("You are on the Premium plan.")).toBeVisible();
  });

  test("an upgrade of a plan that ends says that nothing follows", async () => {
    const { screen } = await showUpgrade({
      readSubscription: async () => ({ ...superPlan, cancelsAtPeriodEnd: true }),
      previewSubscriptionChange: async () => ({
        dueNowCents: 7_512,
        nextAmountCents: 35_900,
        nextAt: null,
      }),
    });
    await screen.getByRole("radio", { name: /^Premium/ }).click();
    await screen.getByRole("button", { name: "Change Plan" }).click();
    await expect.element(screen.getByText("Nothing; the plan ends.")).toBeVisible();
  });

  test("an amount that cannot be worked out is said, with what the change does", async () => {
    const { screen } = await showUpgrade({
      readSubscription,
      previewSubscriptionChange: () => Promise.reject(rejected("checkout_failed")),
    });
    await screen.getByRole("radio", { name: /^Premium/ }).click();
    await screen.getByRole("button", { name: "Change Plan" }).click();
    await expect
      .element(screen.getByText(/Your card is charged the difference for the rest of this period/))
      .toBeVisible();
    await expect.element(screen.getByText("Today’s amount could not be worked out.")).toBeVisible();
  });

  test("a downgrade starts at the end of the period", async () => {
    const { screen } = await showUpgrade({
      readSubscription,
      changeSubscription: async () => ({ ...superPlan, nextPlan: "Basic" }),
    });
    await screen.getByRole("radio", { name: /^Basic/ }).click();
    await screen.getByRole("button", { name: "Change Plan" }).click();
    const dialog = screen.getByRole("dialog");
    await expect.element(dialog.getByText(/You keep Super until May 14, 2031/)).toBeVisible();
    await dialog.getByRole("button", { name: "Change Plan" }).click();
    await expect
      .element(screen.getByText("Your plan changes to Basic on May 14, 2031."))
      .toBeVisible();
  });

  test("a rejected change shows the reason and keeps the dialog open", async () => {
    const { screen } = await showUpgrade({
      readSubscription,
      previewSubscriptionChange: async () => ({
        dueNowCents: 7_512,
        nextAmountCents: 35_900,
        nextAt: null,
      }),
      changeSubscription: () =>
        Promise.reject(
          new ORPCError("card_declined", {
            status: 402,
            message: "Your card was declined. Your plan stays as it is.",
          }),
        ),
    });
    await screen.getByRole("radio", { name: /^Premium/ }).click();
    await screen.getByRole("button", { name: "Change Plan" }).click();
    await screen.getByRole("dialog").getByRole("button", { name: "Change Plan" }).click();
    await expect
      .element(screen.getByText("Your card was declined. Your plan stays as it is."))
      .toBeVisible();
    await expect.element(screen.getByRole("dialog")).toBeVisible();
  });

  test("an open payment can be paid here and blocks changes of the plan", async () => {
    const { screen } = await showUpgrade({
      readSubscription: async () => ({ ...superPlan, status: "past_due", unsettled: "past_due" }),
      settleSubscription: async () => ({ url: "https://pay.example/invoice" }),
    });
    await screen.getByRole("radio", { name: /^Premium/ }).click();
    await screen.getByRole("button", { name: "Change Plan" }).click();
    await expect
      .element(screen.getByText("The last payment for your plan failed. Please pay it first."))
      .toBeVisible();
    await screen.getByRole("button", { name: "Pay now" }).click();
    await expect.poll(() => tab.addresses).toEqual(["https://pay.example/invoice"]);
  });
});
