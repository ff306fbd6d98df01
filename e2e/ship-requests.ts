// A customer who has parcels sent on: declares them, and asks for a package to be shipped.
import { expect, type Page } from "@playwright/test";

type Recipient = Readonly<
  Record<"Phone" | "Street address" | "City" | "Postal code", string> & { country: string }
>;

/** Declares the numbers of a pasted text on the page of parcels. */
export async function declareParcels(page: Page, numbers: readonly string[]): Promise<void> {
  const text = `亲，已发货：\n${numbers.join("\n")}`;
  await page.getByRole("textbox", { name: "Text with tracking numbers" }).fill(text);
  await page.getByRole("button", { name: "Find tracking numbers" }).click();
  await page.getByRole("button", { name: `Declare ${numbers.length} parcels` }).click();
  await expect(page.getByRole("tab", { name: `On the way (${numbers.length})` })).toBeVisible();
}

/** States what is in every parcel of the customer, which customs ask before anything is paid by itself. */
export async function stateGoods(page: Page, address: string): Promise<void> {
  const answer = await page.request.get(`${address}/api/inbound-parcels`);
  const { items } = (await answer.json()) as { items: { id: string }[] };
  for (const { id } of items) {
    const stated = await page.request.put(`${address}/api/inbound-parcels/${id}/goods-items`, {
      headers: { origin: address },
      data: {
        items: [{ description: "Stoneware teapots", unitValueMinor: 2_500, currency: "USD" }],
      },
    });
    expect(stated.ok(), await stated.text()).toBe(true);
  }
}

/** Enters where the parcels go, on the page that ships them, whose prices follow the country; by keys alone after one press. */
export async function enterRecipient(page: Page, recipient: Recipient): Promise<void> {
  await expect(page.getByText("Choose a country to see the prices.")).toBeVisible();
  await page.getByRole("combobox", { name: "Country" }).click();
  // The list is loaded at the first press, and takes keys from then on.
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.type(recipient.country);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Services" }).first()).toBeVisible();
  for (const field of ["Phone", "Street address", "City", "Postal code"] as const) {
    await page.getByRole("textbox", { name: field, exact: true }).fill(recipient[field]);
  }
}

/** Counts the presses from now on, also on the next pages; returns how many there were. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const presses = { count: 0 };
    document.addEventListener("pointerdown", () => (presses.count += 1), { capture: true });
    return presses;
  });
  return () => counter.evaluate(({ count }) => count);
}

/** The words of the page outside of fields and their labels, and of what is folded. */
export async function wordsBesideFields(page: Page): Promise<readonly string[]> {
  const style = await page.addStyleTag({
    content: `main :is(label, input, textarea, .mantine-InputWrapper-root, .visually-hidden,
      details:not([open]) > :not(summary)) { display: none !important; }`,
  });
  const text = await page.getByRole("main").innerText();
  await style.evaluate((element) => (element as Element).remove());
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** Asks for the parcels to be shipped with a service, and paid by itself up to what the estimate says; returns the cap. */
export async function requestShipping(page: Page, service: string): Promise<string> {
  await page.getByText("Pay automatically, up to an amount").click();
  await page.getByRole("radio", { name: "Send it if it costs at most …" }).check();
  await page.getByRole("combobox", { name: "Service" }).click();
  await page.getByRole("option", { name: new RegExp(`^${service}: `) }).click();
  const cap = await page.getByRole("spinbutton", { name: "At most (USD)" }).inputValue();
  await page.getByRole("button", { name: "Request shipping" }).dblclick();
  await page.waitForURL("**/dashboard/ship-requests/*");
  return cap;
}

/** Expects where the open ship request stands, without a reload. */
export async function expectRequestState(page: Page, state: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 2, name: state, exact: true })).toBeVisible();
}
