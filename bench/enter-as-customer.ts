import type { Page } from "playwright";

const customer = { email: "mei@example.com", password: "a calm harbour at dusk" };

async function post(origin: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${origin}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`);
}

/** The link of the verification email. */
async function verificationLink(origin: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${origin}/sandbox/mail.json`);
    const text = JSON.stringify(await response.json());
    const link = /https?:[^"\s\\]+\/auth\/callback#[^"\s\\]+/.exec(text)?.[0];
    if (link !== undefined) return link;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}

/** Signs up, confirms the email and ends on the dashboard. */
export async function enterAsCustomer(page: Page, origin: string): Promise<void> {
  await post(origin, "/sign-up", { ...customer, fullName: "Mei Tan" });
  await page.goto(await verificationLink(origin));
  await page.waitForURL("**/dashboard");
}
