// What a person sees of the calculator: when it quotes, what it quotes, and where there is no service.
import { expect, test } from "vitest";
import { mei } from "#testing/screen/people.ts";
import { showScreen } from "#testing/screen/show-screen.tsx";
import ShippingCalculatorPage from "./shipping-calculator-page.tsx";

async function showCalculator(country = "US") {
  const { screen } = await showScreen({
    element: <ShippingCalculatorPage />,
    path: "/dashboard/shipping-calculator",
    answers: {
      people: {
        readProfile: async () => ({
          id: mei.id,
          email: mei.email,
          fullName: mei.fullName,
          phone: "",
          address: "",
          city: "",
          country,
          postalCode: "",
        }),
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

test("quotes once everything is set, with band and delivery time", async () => {
  const { screen, choose, weight, quote } = await showCalculator();
  await expect.element(screen.getByText("Your quote appears here")).toBeVisible();
  await weight.fill("2.3");
  await choose("Carrier", "Hong Kong Post");
  await expect.element(screen.getByText("Your quote appears here")).toBeVisible();
  await screen.getByText("Air", { exact: true }).click();
  await expect.element(quote.getByText(/^SGD\s285\.00$/)).toBeVisible();
  await expect.element(screen.getByText("2 kg and 1 × 0.5 kg more")).toBeVisible();
  await expect.element(screen.getByText("7-14 business days").first()).toBeVisible();
});

test("a combination without a price is not available", async () => {
  const { screen, choose, weight, quote } = await showCalculator();
  await weight.fill("1");
  await choose("Carrier", "Singapore Post");
  await choose("Destination", "Singapore");
  await screen.getByText("Surface", { exact: true }).click();
  await expect.element(quote.getByText("Not available")).toBeVisible();
});

for (const typed of ["0.05", "30.5", "-1"]) {
  test(`gives no quote for ${typed} kg and says which weights it takes`, async () => {
    const { screen, weight } = await showCalculator();
    await weight.fill(typed);
    await expect.element(screen.getByText("Enter a weight from 0.1 kg to 30 kg.")).toBeVisible();
  });
}

test("says that quotes are estimates and freight is charged at courier cost", async () => {
  const { screen } = await showCalculator("");
  await expect.element(screen.getByText(/Quotes are estimates in Singapore dollars/)).toBeVisible();
  await expect.element(screen.getByText(/at courier cost/)).toBeVisible();
});
