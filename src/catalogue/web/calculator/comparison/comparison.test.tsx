import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { ComparisonInput, ServiceComparison } from "#catalogue/contract/quotes.ts";
import { standsIn } from "#catalogue/rules/country.ts";
import { estimateServices } from "#goods/rules/package-estimate.ts";
import { planShareFor } from "#catalogue/rules/plan.ts";
import type { MeasuredLane } from "#catalogue/rules/service-comparison.ts";
import { goodsRule } from "#test/goods-rule.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { freightAnswer } from "#test/screen/freight-answer.ts";
import { publicSettings } from "#test/screen/users.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { acceptedServices } from "#test/seeded-services.ts";
import PublicCalculatorPage from "#people/web/calculator/public-calculator-page.tsx";

const rates = { HKD: "8", SGD: "1.5", AUD: "1.6", GBP: "0.8", CAD: "1.5", CNY: "8", USD: "1.1" };
const lane = {
  carrierId: "hk-post",
  service: null,
  destinationCode: "US",
  reason: "Tariffs",
  suspendedOn: "2025-04-27",
  confidence: "announced",
} as const;
const measured: MeasuredLane = {
  carrierCode: "hk-post",
  service: "air",
  origin: "HK",
  destination: "CA",
  halfDays: 9,
  mostDays: 14,
  parcelsCount: 23,
  since: "2026-06-01",
};
const noLiquids = {
  ...goodsRule,
  id: "liquid",
  flag: "liquid",
  text: "Bottles leak.",
} as const;
const noPowder = { ...noLiquids, id: "powder", flag: "powder" } as const;
const limitedFood = { ...noLiquids, id: "food", flag: "food", answer: "limited" } as const;
// One that charges by volume, with a surcharge.
const services = acceptedServices.map((service) =>
  service.code === "hk-post-surface"
    ? {
        ...service,
        divisor: 5000 as const,
        surcharges: [
          { kind: "fuel_percent" as const, amount: 1250, condition: {}, validFrom: "2026-01-01" },
        ],
      }
    : service,
);

/** As the server answers, by the same rules. */
function answer(input: ComparisonInput): ServiceComparison {
  const { order, weightGrams, sidesMm, originCode, battery, ...contents } = input;
  const piece = { weightGrams, sidesMm };
  const plan = planShareFor(weightGrams);
  const items = estimateServices(
    {
      ...contents,
      standsIn: standsIn(originCode),
      keptLegs: originCode === "CN" ? 1 : 0,
      batteries: battery === null ? [] : [battery],
      day: "2026-11-24",
      isAddressComplete: true,
    },
    { low: piece, high: piece },
    {
      services,
      lanes: [lane],
      goodsRules: [noLiquids, noPowder, limitedFood],
      rates,
      times: [measured],
      prepaidDuty: ["US"],
    },
    order,
  ).map(
    ({ service, reasons, possibleReasons, packed: { price, usdCents, goodsLimits, ...facts } }) => {
      const isOpen = reasons.length === 0;
      return {
        ...service,
        ...facts,
        name: service.names.en,
        reasons: [...reasons],
        possibleReasons: [...possibleReasons],
        goodsLimits: [...goodsLimits],
        weight: isOpen ? (price?.weight ?? null) : null,
        lines: isOpen ? [...(price?.lines ?? [])] : [],
        totalCents: isOpen ? (price?.totalCents ?? null) : null,
        usdCents: isOpen ? usdCents : null,
        doorCents: isOpen && usdCents !== null && plan !== null ? usdCents + plan.shareCents : null,
      };
    },
  );
  return {
    items,
    packedGrams: weightGrams,
    box: null,
    plan,
    isDutyPrepaid: input.countryCode === "US",
    exchangeDay: "2026-11-20",
    exchangeSource: "European Central Bank",
  };
}

afterEach(() => page.viewport(1280, 800));

async function showCalculator(fails = false, address = "/calculator") {
  const requests: ComparisonInput[] = [];
  const { screen } = await showScreen({
    element: <PublicCalculatorPage />,
    path: "/calculator",
    address,
    answers: {
      auth: { readSession: async () => null },
      settings: { readPublicSettings: async () => publicSettings },
      quotes: {
        estimateFreight: async (input) => freightAnswer(input),
        compareServices: async (input) => {
          const full = {
            sidesMm: null,
            postalCode: null,
            battery: null,
            goods: [],
            originCode: "CN",
            order: "price",
            ...input,
          } as ComparisonInput;
          requests.push(full);
          if (fails) throw rejected("too_many_requests");
          return answer(full);
        },
      },
    },
  });
  const fill = async (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values)) {
      await screen.getByRole("spinbutton", { name }).fill(value);
    }
  };
  const chooseCountry = async (name: string) => {
    await screen.getByRole("combobox", { name: "Country" }).click();
    await screen.getByRole("option", { name, exact: true }).click();
  };
  const compare = screen.getByRole("button", { name: "Compare" });
  await expect.element(compare).toBeVisible();
  return { screen, requests, fill, chooseCountry, compare };
}

test("a link that asks what a parcel costs is answered at once, in view on a phone", async () => {
  await page.viewport(390, 844);
  const { screen, requests } = await showCalculator(
    false,
    "/calculator?weight=1&destination=CA#compare",
  );
  const services = screen.getByRole("list", { name: "Services for this parcel" });
  await expect.element(services.getByText(/ to the door/).first()).toBeInViewport();
  await expect.element(screen.getByText("1 kg to Canada")).toBeInViewport();
  expect(requests).toMatchObject([{ weightGrams: 1000, countryCode: "CA" }]);
  await screen.getByRole("button", { name: "Change the weight" }).click();
  const weight = screen.getByRole("spinbutton", { name: "Weight (kg)" });
  await expect.element(weight).toHaveFocus();
  await expect.element(weight).toBeInViewport();
  await weight.fill("2");
  await expect.element(screen.getByText("2 kg to Canada")).toBeVisible();
  await expectAccessible();
});

test("without a weight such a link leads to the form, and nothing is asked", async () => {
  await page.viewport(390, 844);
  const { screen, requests } = await showCalculator(false, "/calculator?destination=CA#compare");
  await expect.element(screen.getByRole("combobox", { name: "Country" })).toBeInViewport();
  await expect.element(screen.getByRole("combobox", { name: "Country" })).toHaveValue("Canada");
  expect(requests).toEqual([]);
});

test("every wrong field is named, the weight above too, and nothing is asked", async () => {
  const { screen, requests, fill, chooseCountry, compare } = await showCalculator();
  await fill({ "Width (cm)": "0" });
  await compare.click();
  await expect.element(screen.getByText(/Enter all three sides/)).toBeVisible();
  await fill({ "Width (cm)": "" });
  await chooseCountry("Canada");
  await compare.click();
  await expect.element(screen.getByText("Enter the weight in the form above.")).toBeVisible();
  await expect.element(screen.getByRole("spinbutton", { name: "Weight (kg)" })).toHaveFocus();
  expect(requests).toEqual([]);
  await expectAccessible();
});

test("services show one number to the door, weight charged and time; the working is folded", async () => {
  const { screen, requests, fill, chooseCountry, compare } = await showCalculator();
  await fill({ "Weight (kg)": "1", "Length (cm)": "40", "Width (cm)": "30", "Height (cm)": "25" });
  await chooseCountry("Canada");
  await screen.getByRole("combobox", { name: "Battery" }).click();
  await screen.getByRole("option", { name: "No battery" }).click();
  await compare.click();
  const list = screen.getByRole("list", { name: "Services for this parcel" });
  const surface = list.getByRole("listitem").filter({ hasText: "Hong Kong Post surface" });
  await expect
    .element(surface.getByText("Charged for 6 kg: its size, 40 × 30 × 25 cm, counts as 6 kg"))
    .toBeVisible();
  await surface.getByText("Where does this price come from?").click();
  // 120.00 and eight steps of 25.00; 12.5 % of it.
  await expect
    .element(surface.getByText(/up to 2 kg for SGD\s120\.00, and 8 × SGD\s25\.00/))
    .toBeVisible();
  await expect.element(surface.getByText(/12\.5% of SGD\s320\.00/)).toBeVisible();
  const air = list.getByRole("listitem").filter({ hasText: "Hong Kong Post air" });
  // 135.00 SGD at 1.1 / 1.5 is 99.00, and Basic is $129 for 5 packages.
  await expect.element(air.getByText("$124.80 to the door, without duty")).toBeVisible();
  await expect.element(air.getByText("Freight $99.00, share of Basic $25.80")).toBeVisible();
  await expect
    .element(air.getByText("Half arrived within 9 days, nine in ten within 14"))
    .toBeVisible();
  await expect.element(air.getByText("Measured from 23 parcels since June 2026")).toBeVisible();
  await expect.element(air.getByText("Cheapest")).toBeVisible();
  const elsewhere = list.getByRole("listitem").filter({ hasText: "Singapore Post air" });
  await expect.element(elsewhere.getByText("It leaves from Singapore.")).toBeVisible();
  await expect.element(elsewhere.getByText(/\d\.\d\d/)).not.toBeInTheDocument();
  await expect
    .element(screen.getByText(/exchange rates of Nov 20, 2026, European Central Bank/))
    .toBeVisible();
  await expectAccessible();
  await screen.getByText("By time").click();
  await expect.element(list.getByText("Fastest")).toBeVisible();
  expect(requests.map(({ order, sidesMm, battery }) => [order, sidesMm, battery])).toEqual([
    ["price", [400, 300, 250], "none"],
    ["time", [400, 300, 250], "none"],
  ]);
});

test("a closed service has its reasons and no price, and where all are closed it is said what can be done", async () => {
  const { screen, fill, chooseCountry, compare } = await showCalculator();
  await fill({ "Weight (kg)": "1" });
  await chooseCountry("United States");
  await compare.click();
  const list = screen.getByRole("list", { name: "Services for this parcel" });
  const closed = list.getByRole("listitem").filter({ hasText: "Hong Kong Post air" });
  await expect.element(closed.getByText("Not available")).toBeVisible();
  await expect
    .element(closed.getByText("Suspended to United States since Apr 27, 2025: Tariffs"))
    .toBeVisible();
  await expect.element(closed.getByText(/\$|SGD/)).not.toBeInTheDocument();
  await expect
    .element(
      screen.getByText(
        "Duty for the United States is prepaid and not in this price; we tell you the amount before it leaves",
      ),
    )
    .toBeVisible();
  await screen.getByText("Liquid", { exact: true }).click();
  await compare.click();
  await expect.element(screen.getByText(/No service takes this parcel as it is/)).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Ask us" })).toBeVisible();
  await expectAccessible();
});

test("each service says the words of its rules, of several goods together, and a source that all share stands once", async () => {
  const { screen, fill, chooseCountry, compare } = await showCalculator();
  await fill({ "Weight (kg)": "1" });
  await chooseCountry("Canada");
  await screen.getByText("Food", { exact: true }).click();
  await compare.click();
  const list = screen.getByRole("list", { name: "Services for this parcel" });
  const air = list.getByRole("listitem").filter({ hasText: "Hong Kong Post air" });
  await expect.element(air.getByText("With a condition: Food. Bottles leak.")).toBeVisible();
  const source = "Source of these rules: A notice, as of Jun 1, 2026.";
  await expect.element(screen.getByText(source, { exact: true })).toBeVisible();
  await screen.getByText("Food", { exact: true }).click();
  await screen.getByText("Liquid", { exact: true }).click();
  await screen.getByText("Powder", { exact: true }).click();
  await compare.click();
  await expect.element(air.getByText("Not with: Liquid, Powder. Bottles leak.")).toBeVisible();
  await expect.element(screen.getByText(source, { exact: true })).toBeVisible();
  await expect.element(list.getByText(/A notice/)).not.toBeInTheDocument();
  await expectAccessible();
});

test("too many comparisons are said, and what was typed stays", async () => {
  const { screen, fill, chooseCountry, compare } = await showCalculator(true);
  await fill({ "Weight (kg)": "1.5" });
  await chooseCountry("Japan");
  await compare.click();
  await expect.element(screen.getByText("The services could not be compared")).toBeVisible();
  await expect.element(screen.getByRole("spinbutton", { name: "Weight (kg)" })).toHaveValue(1.5);
});
