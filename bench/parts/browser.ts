// A browser, and people who enter the product in it.
import { chromium, type Browser, type Page } from "playwright";
import { findChromium } from "#test/find-chromium.ts";
import { admin } from "#test/measured-product.ts";

export const customer = { email: "mei@example.com", password: "a calm harbour at dusk" };

export async function launchBrowser(
  executablePath = findChromium(),
  args: readonly string[] = [],
): Promise<Browser> {
  if (executablePath === null) throw new Error("This needs a Chromium.");
  return await chromium.launch({ executablePath, args: ["--no-sandbox", ...args] });
}

/** The link of the verification email. */
async function verificationLink(origin: string): Promise<string> {
  for (;;) {
    const text = await (await fetch(`${origin}/sandbox/mail.json`)).text();
    const link = /https?:[^"\s\\]+\/auth\/callback#[^"\s\\]+/.exec(text)?.[0];
    if (link !== undefined) return link;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}

/** Signs up, confirms the email and ends on the dashboard. */
export async function enterAsCustomer(page: Page, origin: string): Promise<void> {
  const response = await fetch(`${origin}/api/sign-up`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ ...customer, fullName: "Mei Tan" }),
  });
  if (!response.ok) throw new Error(`Signing up was refused: ${await response.text()}`);
  await page.goto(await verificationLink(origin));
  await page.waitForURL("**/dashboard");
}

/** Signs in by the form that is at `address`, or that it leads to. */
export async function signIn(page: Page, address: string, person = admin): Promise<void> {
  await page.goto(address);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.keyboard.press("Enter");
}
