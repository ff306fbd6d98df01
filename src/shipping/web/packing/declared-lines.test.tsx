import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import { noGoods } from "#goods/rules/goods-item.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { requestToPack } from "#test/screen/packing-requests.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, sessionOf } from "#test/screen/users.ts";
import PackingPage from "./packing-page.tsx";

test("what is missing stands out, a low value is marked, and a packer corrects a line with a reason", async () => {
  const sent: unknown[] = [];
  const [first, second] = requestToPack.parcels;
  if (first === undefined || second === undefined) throw new Error("There are two parcels.");
  const request: PackingRequest = {
    ...requestToPack,
    parcels: [
      { ...first, isValueLow: true, isValueConfirmed: true },
      {
        ...second,
        found: { batteries: ["loose"], goods: ["magnet", "lighter"] },
        goodsItems: [
          { ...noGoods, description: "Printed books", flags: ["magnet"] },
          {
            ...noGoods,
            description: "Hand-painted stoneware teapots with bamboo handles and lids",
          },
        ],
      },
    ],
  };
  const { screen } = await showScreen({
    element: <PackingPage />,
    path: "/admin/dashboard/packing",
    address: `/admin/dashboard/packing?request=${request.id}`,
    answers: {
      auth: { readSession: async () => sessionOf({ ...mei, isAdmin: true }) },
      packing: { readShipRequest: async () => request },
      goods: {
        correctItems: async (input) => {
          sent.push(input);
          return { items: [] };
        },
      },
    },
    hasPortals: true,
  });
  await expect.element(screen.getByText(/^1 parcel is not fully declared/)).toBeVisible();
  await expect
    .element(screen.getByText("No value: only the customer can state it").first())
    .toBeVisible();
  const missing = screen.getByText("No customs code (United States: 10 digits)");
  await expect.element(missing.first()).toBeVisible();
  await expect
    .element(
      screen.getByText(
        /^A CN22 has room for “Hand-painted stoneware teapots with bamboo handles” only/,
      ),
    )
    .toBeVisible();
  await expect.element(screen.getByText("Magnet", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("Low value, confirmed by the customer")).toBeVisible();
  await screen
    .getByRole("button", { name: /^Correct what is declared in/ })
    .nth(1)
    .click();
  await screen.getByRole("textbox", { name: "HS code" }).first().fill("4901.99");
  await screen.getByText("Flammable, such as perfume").first().click();
  const found = screen.getByRole("group", { name: "Found by us" });
  expect(found.getByRole("checkbox").elements()).toHaveLength(3);
  await found.getByText("Lighter").click();
  // One that a line says too is taken off with the correction of the line.
  await screen.getByRole("group", { name: "Properties" }).first().getByText("Magnet").click();
  await found.getByText("Magnet").click();
  const save = screen.getByRole("dialog").getByRole("button", { name: "Correct", exact: true });
  await save.click();
  await expect.element(screen.getByText("Enter a reason.")).toBeVisible();
  expect(sent).toEqual([]);
  await screen.getByRole("textbox", { name: /^Reason/ }).fill("They are books");
  // That there is no battery was said of what stood there.
  await screen.getByRole("textbox", { name: "What it is" }).nth(1).fill("Smartphones");
  await save.click();
  await expect.element(screen.getByText("Say whether there is a battery in it.")).toBeVisible();
  expect(sent).toEqual([]);
  await screen.getByRole("combobox", { name: "Battery" }).nth(1).click();
  await screen.getByRole("option", { name: "No battery" }).click();
  await expectAccessible();
  await page.viewport(320, 800);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  const dialog = screen.getByRole("dialog").element();
  expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth);
  await page.viewport(1280, 800);
  await save.click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(sent).toMatchObject([
    {
      inboundParcelId: second.inboundParcelId,
      corrections: [
        {
          index: 0,
          description: "Printed books",
          originCode: "CN",
          hsCode: "490199",
          netGrams: null,
          flags: ["flammable"],
          battery: "none",
        },
        { index: 1, description: "Smartphones", battery: "none" },
      ],
      takenOff: { batteries: [], goods: ["magnet", "lighter"] },
      reason: "They are books",
    },
  ]);
});

test("a code that is too short for the destination stands out, and goes with what it was suggested for", async () => {
  const [first, second] = requestToPack.parcels;
  if (first === undefined || second === undefined) throw new Error("There are two parcels.");
  const suggested = {
    ...noGoods,
    description: "Cotton T-shirts, blue",
    unitValueMinor: 900,
    currency: "USD" as const,
    hsCode: "610910",
    hsCodeSource: "suggested" as const,
  };
  const warnings = [{ index: 0, kind: "stop_words" as const, stopWords: ["Shirts"] }];
  const request: PackingRequest = {
    ...requestToPack,
    parcels: [first, { ...second, goodsItems: [suggested], warnings }],
  };
  const sent: unknown[] = [];
  const { screen } = await showScreen({
    element: <PackingPage />,
    path: "/admin/dashboard/packing",
    address: `/admin/dashboard/packing?request=${request.id}`,
    answers: {
      auth: { readSession: async () => sessionOf({ ...mei, isAdmin: true }) },
      packing: { readShipRequest: async () => request },
      goods: {
        correctItems: async (input) => {
          sent.push(input);
          return { items: [] };
        },
      },
    },
    hasPortals: true,
  });
  await expect
    .element(screen.getByText(/^1 line lacks the customs code that its destination asks for/))
    .toBeVisible();
  await expect
    .element(screen.getByText("Customs code 610910 is too short (United States: 10 digits)"))
    .toBeVisible();
  await expect.element(screen.getByText(/^Shirts says little by itself/)).toBeVisible();
  await expectAccessible();
  await screen
    .getByRole("button", { name: /^Correct what is declared in/ })
    .nth(1)
    .click();
  const code = screen.getByRole("textbox", { name: "HS code" });
  await expect.element(code).toHaveAccessibleDescription("Customs there ask for 10 digits.");
  const name = screen.getByRole("textbox", { name: "What it is" });
  await name.fill("Two cotton T-shirts, blue");
  await expect.element(code).toHaveValue("610910");
  await name.fill("Ceramic vase");
  await expect.element(code).toHaveValue("");
  await screen.getByRole("combobox", { name: "Battery" }).click();
  await screen.getByRole("option", { name: "No battery" }).click();
  await screen.getByRole("textbox", { name: /^Reason/ }).fill("It is a vase");
  await screen.getByRole("dialog").getByRole("button", { name: "Correct", exact: true }).click();
  await expect
    .poll(() => sent)
    .toMatchObject([{ corrections: [{ description: "Ceramic vase", hsCode: null }] }]);
});

test("what was found is taken off also where no goods are stated", async () => {
  const [first] = requestToPack.parcels;
  if (first === undefined) throw new Error("There is a parcel.");
  const parcel = { ...first, goodsItems: [] };
  const found = { batteries: [], goods: ["lighter" as const] };
  const request: PackingRequest = {
    ...requestToPack,
    parcels: [parcel, { ...parcel, inboundParcelId: requestToPack.id, found }],
  };
  const { screen } = await showScreen({
    element: <PackingPage />,
    path: "/admin/dashboard/packing",
    address: `/admin/dashboard/packing?request=${request.id}`,
    answers: {
      auth: { readSession: async () => sessionOf({ ...mei, isAdmin: true }) },
      packing: { readShipRequest: async () => request },
    },
    hasPortals: true,
  });
  const correct = screen.getByRole("button", { name: /^Correct what is declared in/ });
  await correct.click();
  const listed = screen.getByRole("dialog").getByRole("group", { name: "Found by us" });
  await expect.element(listed.getByText("Lighter")).toBeVisible();
});
