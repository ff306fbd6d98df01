import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { OwnAddress } from "#goods/contract/own-address.ts";
import { expectAccessible } from "#test/screen/expect-accessible.ts";
import { rejected } from "#test/screen/fake-client.ts";
import { kwunTong, ownAddress } from "#test/screen/own-address.ts";
import { showScreen } from "#test/screen/show-screen.tsx";
import { mei, sessionOf } from "#test/screen/users.ts";
import { AddressSection } from "./address-section.tsx";
import { useFirstSteps } from "./first-steps-memory.ts";

beforeEach(() => localStorage.clear());
afterEach(() => page.viewport(1280, 800));

function Section() {
  return <AddressSection firstSteps={useFirstSteps(mei.id)} />;
}

function showSection(
  address: Partial<OwnAddress> | (() => Promise<OwnAddress>) = {},
  options: { readonly colorScheme?: "light" | "dark" } = {},
) {
  const readAddress =
    typeof address === "function" ? address : async () => ({ ...ownAddress, ...address });
  return showScreen({
    element: <Section />,
    path: "/dashboard",
    answers: {
      auth: { readSession: async () => sessionOf(mei) },
      inboundParcels: { readAddress },
    },
    ...options,
  });
}

type Screen = Awaited<ReturnType<typeof showSection>>["screen"];

/** The steps with their state, as a screen reader tells them. */
function stepsOf(screen: Screen): string[] {
  return screen
    .getByRole("listitem")
    .elements()
    .map((step) => {
      const title = step.querySelector("p")?.textContent ?? "";
      return step.getAttribute("aria-current") === "step" ? `${title} ←` : title;
    });
}

test("each field is copied by its button, which says so on the screen and to screen readers", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { screen } = await showSection();
  await expect.element(screen.getByText("S7K3-2QX", { exact: true }).first()).toBeVisible();
  for (const [field, text] of [
    ["Region", "香港特别行政区 九龙 观塘区"],
    ["Street address", "巧明街 100 号 12 楼 S7K3-2QX"],
    ["Recipient", "陈美 S7K3-2QX"],
    ["Phone", "+852 2345 6789"],
    ["Postal code", "999077"],
  ] as const) {
    const button = screen.getByRole("button", { name: `Copy ${field.toLowerCase()}` });
    const { width, height } = button.element().getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await button.click();
    expect(write).toHaveBeenLastCalledWith(text);
    await expect.element(screen.getByRole("status")).toHaveTextContent(`${field} copied`);
    await expect.element(screen.getByRole("button", { name: `${field} copied` })).toBeVisible();
  }
  await expectAccessible();
});

test("the whole address is copied at once, in the language that was chosen for it", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { screen } = await showSection();
  await screen.getByRole("button", { name: "Copy all" }).click();
  expect(write).toHaveBeenLastCalledWith(
    "陈美 S7K3-2QX\n+852 2345 6789\n香港特别行政区 九龙 观塘区 巧明街 100 号 12 楼 S7K3-2QX\n999077",
  );
  await screen.getByText("English").click();
  await expect.element(screen.getByText("Hong Kong, Kowloon, Kwun Tong")).toBeVisible();
  // The page stays in its language.
  await expect.element(screen.getByText("Recipient", { exact: true })).toBeVisible();
  await screen.getByRole("button", { name: "Copied" }).click();
  expect(write).toHaveBeenLastCalledWith(
    "Mei Tan S7K3-2QX\n+852 2345 6789\n12/F, 100 How Ming Street S7K3-2QX, Hong Kong, Kowloon, Kwun Tong\n999077",
  );
  await screen.getByText("繁體中文").click();
  const street = screen.getByText("巧明街 100 號 12 樓 S7K3-2QX");
  await expect.element(street).toHaveAttribute("lang", "zh-Hant-HK");
});

test("the language of the address is remembered for the account", async () => {
  const first = await showSection();
  await first.screen.getByText("English").click();
  await first.screen.unmount();
  const { screen } = await showSection();
  await expect.element(screen.getByText("Mei Tan S7K3-2QX")).toBeVisible();
});

test.each([
  [
    "is refused",
    () =>
      vi
        .spyOn(navigator.clipboard, "writeText")
        .mockRejectedValue(new DOMException("No permission", "NotAllowedError")),
  ],
  [
    "does not exist, as without https",
    () => vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never),
  ],
])("where the clipboard %s, the text is selected and a sentence says so", async (_what, refuse) => {
  refuse();
  const { screen } = await showSection();
  await screen.getByRole("button", { name: "Copy street address" }).click();
  const sentence =
    "Your browser did not allow copying. The text is selected, so you can copy it yourself.";
  await expect.element(screen.getByRole("alert")).toHaveTextContent(sentence);
  expect(window.getSelection()?.toString()).toBe("巧明街 100 号 12 楼 S7K3-2QX");
  await screen.getByRole("button", { name: "Copy all" }).click();
  await expect
    .poll(() => window.getSelection()?.toString())
    .toBe(
      "陈美 S7K3-2QX\n+852 2345 6789\n香港特别行政区 九龙 观塘区 巧明街 100 号 12 楼 S7K3-2QX\n999077",
    );
  // Nothing was copied, so the first step is not done.
  expect(stepsOf(screen)[0]).toBe("Copy your Hong Kong address ←");
  await expectAccessible();
});

test("without a warehouse the card says what that means, and shows the code", async () => {
  const { screen } = await showSection({ items: [] });
  await expect.element(screen.getByText("Our address is not open yet")).toBeVisible();
  await expect.element(screen.getByText(/please order nothing to our address/)).toBeVisible();
  await expect.element(screen.getByText("S7K3-2QX", { exact: true }).first()).toBeVisible();
  expect(screen.getByRole("button", { name: /^Copy/ }).elements()).toEqual([]);
  await expectAccessible();
});

test("an address without a postal code says to leave the field empty", async () => {
  const { screen } = await showSection({ items: [{ ...kwunTong, postalCode: "" }] });
  await expect.element(screen.getByText("Leave this field empty.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Copy postal code" }).elements()).toEqual([]);
});

test("of several warehouses one is chosen", async () => {
  const tuenMun = { ...kwunTong, warehouseId: mei.id, name: "Tuen Mun", phone: "+852 2999 0000" };
  const { screen } = await showSection({ items: [kwunTong, tuenMun] });
  await expect.element(screen.getByText("+852 2345 6789")).toBeVisible();
  await screen.getByRole("combobox", { name: "Warehouse" }).click();
  await screen.getByRole("option", { name: "Tuen Mun" }).click();
  await expect.element(screen.getByText("+852 2999 0000")).toBeVisible();
});

test("without a plan the card says that shipping needs one", async () => {
  const { screen } = await showSection({ hasPlan: false });
  await expect.element(screen.getByText(/Shipping needs a plan\./)).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Choose a plan" }))
    .toHaveAttribute("href", "/dashboard/upgrade");
  await expect
    .element(screen.getByRole("link", { name: "View plans" }))
    .toHaveAttribute("href", "/dashboard/upgrade");
  expect(stepsOf(screen)[4]).toBe("Choose a plan");
});

test("a failed load can be retried", async () => {
  let isWell = false;
  const { screen } = await showSection(async () => {
    if (!isWell) throw rejected("forbidden");
    return ownAddress;
  });
  await expect.element(screen.getByText("Your address could not be loaded")).toBeVisible();
  isWell = true;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("S7K3-2QX", { exact: true }).first()).toBeVisible();
});

test("the steps are ticked by what has happened, and the next one is marked", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { screen } = await showSection();
  const [copy, order, declare, receive, plan, ship] = [
    "Copy your Hong Kong address",
    "Order in the shop",
    "Paste the tracking numbers",
    "We receive your parcels",
    "Choose a plan (Done)",
    "Ship your package",
  ];
  await expect.element(screen.getByText("Your first purchase")).toBeVisible();
  expect(stepsOf(screen)).toEqual([`${copy} ←`, order, declare, receive, plan, ship]);
  await screen.getByRole("button", { name: "Copy recipient" }).click();
  const copied = [`${copy} (Done)`, `${order} ←`, declare, receive, plan, ship];
  await expect.poll(() => stepsOf(screen)).toEqual(copied);
  await screen.unmount();
  // Remembered for the account.
  const again = await showSection();
  await expect.poll(() => stepsOf(again.screen)).toEqual(copied);
  await again.screen.unmount();
  localStorage.clear();
  const declared = await showSection({
    progress: { hasDeclared: true, hasReceived: false, hasShipped: false },
  });
  await expect
    .poll(() => stepsOf(declared.screen))
    .toEqual([
      `${copy} (Done)`,
      `${order} (Done)`,
      `${declare} (Done)`,
      `${receive} ←`,
      plan,
      ship,
    ]);
  await expectAccessible();
});

test("the steps go when something has been shipped, and when they are hidden", async () => {
  const shipped = { hasDeclared: true, hasReceived: true, hasShipped: true };
  const done = await showSection({ progress: shipped });
  await expect.element(done.screen.getByRole("button", { name: "Copy the address" })).toBeVisible();
  expect(done.screen.getByText("Your first purchase").elements()).toEqual([]);
  await done.screen.unmount();
  localStorage.clear();
  const { screen } = await showSection();
  await screen.getByRole("button", { name: "Hide these steps" }).click();
  await expect.element(screen.getByText("Your first purchase")).not.toBeInTheDocument();
  expect(document.activeElement?.contains(document.querySelector("dl"))).toBe(true);
  await screen.unmount();
  const again = await showSection();
  await expect.element(again.screen.getByText("S7K3-2QX", { exact: true }).first()).toBeVisible();
  expect(again.screen.getByText("Your first purchase").elements()).toEqual([]);
});

test.each([
  [1280, "light"],
  [390, "dark"],
  [320, "light"],
] as const)(
  "after the first arrival it is one line at %i pixels, %s",
  async (width, colorScheme) => {
    await page.viewport(width, 844);
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const { screen } = await showSection(
      { progress: { hasDeclared: true, hasReceived: true, hasShipped: false } },
      { colorScheme },
    );
    const copy = screen.getByRole("button", { name: "Copy the address" });
    await expect.element(copy).toBeVisible();
    const line = copy.element().closest("section");
    expect(line?.getBoundingClientRect().height).toBeLessThanOrEqual(76);
    expect(screen.getByRole("button", { name: "Copy region" }).elements()).toEqual([]);
    await expect
      .element(screen.getByRole("link", { name: "My Hong Kong address" }))
      .toHaveAttribute("href", "/dashboard/address");
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await copy.click();
    expect(write).toHaveBeenLastCalledWith(
      "陈美 S7K3-2QX\n+852 2345 6789\n香港特别行政区 九龙 观塘区 巧明街 100 号 12 楼 S7K3-2QX\n999077",
    );
    await expect.element(screen.getByRole("status")).toHaveTextContent("Whole address copied");
    await expect.element(screen.getByText("Your first purchase")).toBeVisible();
    await expectAccessible();
  },
);

test.each(["light", "dark"] as const)(
  "at 390 pixels everything fits, in the %s scheme",
  async (colorScheme) => {
    await page.viewport(390, 844);
    const long = `${"巧明街100号高科技工业大厦甲座十二楼全层".repeat(3)} S7K3-2QX`;
    const lines = {
      ...kwunTong.lines,
      "zh-Hans": { ...kwunTong.lines["zh-Hans"], street: long },
    };
    const { screen } = await showSection({ items: [{ ...kwunTong, lines }] }, { colorScheme });
    await expect.element(screen.getByText(long)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    for (const button of screen.getByRole("button").elements()) {
      expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    }
    await expectAccessible();
  },
);

test("the keyboard reaches the language, every field and the steps, in this order", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { screen } = await showSection();
  await expect.element(screen.getByText("S7K3-2QX", { exact: true }).first()).toBeVisible();
  const reached: string[] = [];
  for (let presses = 0; presses < 11; presses += 1) {
    await userEvent.keyboard("{Tab}");
    const active = document.activeElement;
    reached.push(
      active?.getAttribute("aria-label") ??
        active?.getAttribute("value") ??
        active?.textContent ??
        "",
    );
  }
  expect(reached).toEqual([
    "How to fill in the form",
    "zh-Hans",
    "Copy region",
    "Copy street address",
    "Copy recipient",
    "Copy phone",
    "Copy postal code",
    "Copy all",
    "Open Parcels",
    "View plans",
    "Hide these steps",
  ]);
  (screen.getByRole("button", { name: "Copy phone" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  expect(write).toHaveBeenLastCalledWith("+852 2345 6789");
});
