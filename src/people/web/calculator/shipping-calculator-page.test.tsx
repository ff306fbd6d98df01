import { expect, test } from "vitest";
import type { SuspendedLaneFacts } from "#catalogue/contract/lanes.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected, type FakeAnswers } from "#test/screen/fake-client.ts";
import { freightAnswer } from "#test/screen/freight-answer.ts";
import { mei, profileOf, sessionOf } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import type { RateDestinationId } from "#catalogue/rules/shipping-rate.ts";
import { specifiedRates } from "#test/specified-rates.ts";
import { rateDestinationName } from "#catalogue/web/i18n/labels.ts";
import ShippingCalculatorPage from "./shipping-calculator-page.tsx";

const suspendedLane: SuspendedLaneFacts = {
  id: "00000000-0000-4000-8000-000000000301",
  carrierId: "hk-post",
  service: "air",
  destinationCode: "US",
  reason: "No goods are taken.",
  source: null,
  suspendedOn: "2025-04-27",
  confidence: "reported",
};

async function showCalculator(
  country = "US",
  lanes: readonly SuspendedLaneFacts[] = [],
  query = "",
  answers: FakeAnswers = {},
) {
  const { screen } = await showScreen({
    element: <ShippingCalculatorPage />,
    path: "/dashboard/shipping-calculator",
    address: `/dashboard/shipping-calculator${query}`,
    answers: {
      lanes: { listSuspendedLanes: async () => ({ items: [...lanes] }) },
      quotes: { estimateFreight: async (input) => freightAnswer(input, lanes) },
      ...answers,
      users: {
        readProfile: async () => profileOf({ country }),
      },
    },
  });
  const choose = async (label: string, option: string) => {
    await screen.getByRole("combobox", { name: label }).click();
    await screen.getByRole("option", { name: option, exact: true }).click();
  };
  const weight = screen.getByRole("spinbutton", { name: "Weight (kg)" });
  return { screen, choose, weight, quote: screen.getByRole("status") };
}

test("shows a quote with band and delivery time once everything is set", async () => {
  const { screen, choose, weight, quote } = await showCalculator();
  await expect.element(screen.getByText("Your quote appears here")).toBeVisible();
  await weight.fill("2.3");
  await choose("Carrier", "Hong Kong Post");
  await expect.element(screen.getByText("Your quote appears here")).toBeVisible();
  await choose("Service", "Air");
  await expect.element(quote.getByText(/^SGD\s285\.00$/)).toBeVisible();
  await expect.element(screen.getByText("2 kg and 1 × 0.5 kg more")).toBeVisible();
  await expect.element(screen.getByText("7-14 business days").first()).toBeVisible();
});

test("a combination without a price is not available", async () => {
  const { choose, weight, quote } = await showCalculator();
  await weight.fill("1");
  await choose("Carrier", "Singapore Post");
  await choose("Destination", "Singapore");
  await choose("Service", "Surface");
  await expect.element(quote.getByText("Not available")).toBeVisible();
});

for (const typed of ["0.05", "30.5", "-1"]) {
  test(`shows no quote for ${typed} kg, and the allowed weights`, async () => {
    const { screen, weight } = await showCalculator();
    await weight.fill(typed);
    await expect.element(screen.getByText("Enter a weight from 0.1 kg to 30 kg.")).toBeVisible();
  });
}

/** Types as a key does, without waiting for the browser. */
function type(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

test("a weight that is typed is asked once, and the price stays with its weight until the next is there", async () => {
  const asked: number[] = [];
  let release = () => {};
  const { screen, choose, weight, quote } = await showCalculator("US", [], "", {
    quotes: {
      estimateFreight: async (input) => {
        asked.push(input.weightGrams);
        if (input.weightGrams === 25_000) await new Promise<void>((resolve) => (release = resolve));
        return freightAnswer(input);
      },
    },
  });
  await weight.fill("1");
  await choose("Carrier", "Hong Kong Post");
  await choose("Service", "Surface");
  await expect.element(quote.getByText(/^SGD\s70\.00$/)).toBeVisible();
  // Within one task, since a busy machine may take longer between two keys than the page waits.
  for (const text of ["2", "20", "25"]) {
    type(weight.element() as HTMLInputElement, text);
    // React renders what was typed before this goes on.
    await Promise.resolve();
  }
  await expect.poll(() => asked.at(-1)).toBe(25_000);
  expect(asked).not.toContain(20_000);
  await expect.element(weight).toHaveValue(25);
  await expect.element(quote.getByText(/^SGD\s120\.00$/)).toBeVisible();
  await expect.element(screen.getByText("2 kg", { exact: true })).toBeVisible();
  release();
  await expect.element(screen.getByText("25 kg", { exact: true })).toBeVisible();
});

test("prices that could not be loaded are loaded again on request", async () => {
  let isFailing = true;
  const { screen, weight } = await showCalculator("US", [], "", {
    quotes: {
      estimateFreight: async (input) => {
        if (isFailing) throw rejected("unavailable");
        return freightAnswer(input);
      },
    },
  });
  await weight.fill("1.5");
  await expect.element(screen.getByText("The prices could not be loaded")).toBeVisible();
  isFailing = false;
  await screen.getByRole("button", { name: /again|retry/i }).click();
  await expect.element(screen.getByText("The prices could not be loaded")).not.toBeInTheDocument();
});

test("a suspension stands beside the price with its day and reason, never in its place", async () => {
  const { screen, choose, weight, quote } = await showCalculator("US", [suspendedLane]);
  await weight.fill("1");
  await choose("Carrier", "Hong Kong Post");
  await choose("Service", "Air");
  await expect.element(quote.getByText(/^SGD\s135\.00$/)).toBeVisible();
  await expect
    .element(screen.getByText("Suspended since Apr 27, 2025: Hong Kong Post to United States, air"))
    .toBeVisible();
  await expect.element(screen.getByText("No goods are taken.")).toBeVisible();
  await expectAccessible();
});

test("every price to the United States says that duty is prepaid and not in it", async () => {
  const note =
    "Duty for the United States is prepaid and not in this price; we tell you the amount before it leaves";
  const { screen, choose, weight } = await showCalculator("US");
  await weight.fill("1");
  await choose("Carrier", "Singapore Post");
  await choose("Service", "Air");
  await expect.element(screen.getByText(note)).toBeVisible();
  await choose("Destination", "Canada");
  await expect.element(screen.getByText(note)).not.toBeInTheDocument();
});

const names = {
  "hk-post": "Hong Kong Post",
  "sg-post": "Singapore Post",
  air: "Air",
  surface: "Surface",
};

// The rules are tested for every destination and weight.
test("each row of the specified table is met on the card", async () => {
  const { choose, weight, quote } = await showCalculator();
  // One step above the last band.
  await weight.fill("2.5");
  for (const [carrier, service, destinations, bands, extraCents] of specifiedRates) {
    await choose("Carrier", names[carrier]);
    await choose("Service", names[service]);
    await choose("Destination", rateDestinationName(destinations[0] as RateDestinationId));
    const cents = (bands[3] ?? 0) + extraCents;
    await expect.element(quote.getByText(new RegExp(`^SGD\\s${cents / 100}\\.00$`))).toBeVisible();
  }
});

test("the planned route has a total over its priced legs, and names the others", async () => {
  const { screen, choose, weight } = await showCalculator();
  await weight.fill("1.5");
  await choose("Carrier", "Hong Kong Post");
  await choose("Service", "Air");
  await screen.getByText("Total of the planned route").click();
  await expect.element(screen.getByText(/^SGD\s173\.00$/)).toBeVisible();
  const legs = screen.getByRole("list", { name: "Planned route" }).getByRole("listitem");
  await expect.element(legs.nth(2)).toBeVisible();
  expect(legs.elements().map((leg) => leg.textContent?.replaceAll("\u00a0", " "))).toEqual([
    "China to Hong KongSF ExpressNo published price",
    "Hong Kong to SingaporeHong Kong Post, airSGD 125.00",
    "Singapore to United StatesSingapore Post, airSGD 48.00",
  ]);
  await expect.element(screen.getByText(/without China to Hong Kong, which has no/)).toBeVisible();
  await expectAccessible();
});

test("a route has no total while one of its legs is suspended", async () => {
  const { screen, choose, weight } = await showCalculator("US", [
    { ...suspendedLane, carrierId: "sg-post", service: null },
  ]);
  await weight.fill("1.5");
  await choose("Carrier", "Hong Kong Post");
  await choose("Service", "Air");
  await screen.getByText("Total of the planned route").click();
  await expect
    .element(screen.getByText("There is no total while Singapore to United States is suspended."))
    .toBeVisible();
  await expect.element(screen.getByText("Not available", { exact: true })).toBeVisible();
});

test("a link from New Package sets weight, origin and destination", async () => {
  const { screen, choose, weight } = await showCalculator(
    "US",
    [],
    "?weight=1.5&origin=HK&destination=FR",
  );
  await expect.element(weight).toHaveValue(1.5);
  await expect.element(screen.getByRole("combobox", { name: "Destination" })).toHaveValue("Europe");
  await choose("Carrier", "Hong Kong Post");
  await choose("Service", "Air");
  await screen.getByText("Total of the planned route").click();
  await expect.element(screen.getByText("Hong Kong to France")).toBeVisible();
  await expect.element(screen.getByText(/^SGD\s185\.00$/).first()).toBeVisible();
});

test("explains that quotes are estimates and freight is charged at courier cost", async () => {
  const { screen } = await showCalculator("");
  await expect.element(screen.getByText(/Quotes are estimates in Singapore dollars/)).toBeVisible();
  await expect.element(screen.getByText(/at courier cost/)).toBeVisible();
});

test("every price in Singapore dollars is also shown in US dollars", async () => {
  const { screen, choose } = await showCalculator(
    "DE",
    [],
    "?weight=0.4&origin=HK&destination=DE",
    {
      auth: { readSession: async () => sessionOf(mei) },
      exchangeRates: {
        readExchangeRates: async () => ({
          newest: {
            day: "2026-11-20",
            rates: {
              USD: "1.152",
              HKD: "8.9677",
              SGD: "1.5074",
              AUD: "1.7856",
              GBP: "0.88105",
              CAD: "1.624",
              CNY: "8.1934",
            },
          },
        }),
      },
    },
  );
  await choose("Carrier", "Hong Kong Post");
  await choose("Service", "Air");
  await screen.getByText("Total of the planned route").click();
  const prices = () => screen.getByText(/^SGD/).elements();
  const approximations = () => screen.getByText(/^≈ \$\d+, rate of Nov 20$/).elements();
  await expect.poll(() => prices().length).toBeGreaterThan(1);
  await expect.poll(() => approximations().length).toBe(prices().length);
  await expectAccessible();
});
