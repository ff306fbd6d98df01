import { expect, type Page } from "@playwright/test";

/** The texts of the plan cards. */
const plans = [
  ["Basic", "$129", "5 packages per month", "Up to 2 kg per package", "Email support"],
  ["Super", "$199", "10 packages per month", "Up to 4 kg per package", "Priority support"],
  ["Premium", "$359", "12 packages per month", "Up to 8 kg per package", "Expedited processing"],
] as const;

async function expectLinks(page: Page, area: string, links: Readonly<Record<string, string>>) {
  for (const [name, address] of Object.entries(links)) {
    const link = page.locator(area).getByRole("link", { name, exact: true }).first();
    await expect(link, `the link ${name} of ${page.url()}`).toHaveAttribute("href", address);
    await expect(link).toBeVisible();
  }
}

async function expectHeadings(page: Page, names: readonly string[]) {
  for (const name of names) await expect(page.getByRole("heading", { name })).toBeVisible();
}

/** Title, description and link preview with absolute URLs. */
async function expectFacts(page: Page, address: string) {
  await expect(page).toHaveTitle(/ · Sampan$/);
  const contentOf = async (name: string) =>
    (await page
      .locator(`meta[name="${name}"], meta[property="${name}"]`)
      .getAttribute("content")) ?? "";
  expect((await contentOf("description")).length).toBeGreaterThan(50);
  expect(await contentOf("og:title")).toBe(await page.title());
  expect(await contentOf("og:url")).toBe(page.url());
  const card = await page.request.get(await contentOf("og:image"));
  expect([card.status(), card.headers()["content-type"]]).toEqual([200, "image/png"]);
  expect(await contentOf("og:image")).toContain(`${address}/`);
}

async function expectFrame(page: Page) {
  const signedOutLinks = { Home: "/", Pricing: "/pricing", Services: "/services" };
  await expectLinks(page, "header", { ...signedOutLinks, Login: "/login", "Sign Up": "/register" });
  await expect(page.getByRole("button", { name: "Logout" })).toBeHidden();
  const year = String(new Date().getUTCFullYear());
  await expect(page.getByRole("contentinfo")).toContainText(`© ${year} Sampan`);
}

/** Home, pricing and services for signed-out visitors; `page` need not run scripts. */
export async function expectPublicPages(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/`);
  await expectFacts(page, address);
  await expectFrame(page);
  await expectHeadings(page, [
    "Simplified Global Shipping for Your E-commerce Needs",
    "Features",
    "Getting Started",
    "Choose a plan",
    "Upload shipment details",
    "Track deliveries",
  ]);
  await expectLinks(page, "main", {
    "Get Started": "/register",
    "View Pricing": "/pricing",
    "Sign Up Now": "/register",
  });

  await page.goto(`${address}/pricing`);
  await expectFacts(page, address);
  await expectFrame(page);
  for (const [name, ...facts] of plans) {
    const heading = page.getByRole("heading", { name, exact: true });
    const card = page.getByRole("main").getByRole("listitem").filter({ has: heading });
    for (const fact of [...facts, "per month", "Real-time tracking"]) {
      await expect(
        card.filter({ hasText: new RegExp(fact.replace("$", "\\$"), "i") }),
      ).toBeVisible();
    }
    await expect(card.getByText("Most Popular")).toBeVisible({ visible: name === "Super" });
  }
  await expect(page.getByRole("main")).toContainText(
    /service and handling only, with no insurance/,
  );
  await expect(page.getByRole("main")).toContainText(/at courier cost via the best route/);
  await expect(page.getByRole("main")).toContainText(/available immediately after a deposit/);

  await page.goto(`${address}/services`);
  await expectFacts(page, address);
  await expectFrame(page);
  await expectHeadings(page, [
    "E-commerce Shopping Assistant",
    "Package Consolidation",
    "Global Freight Forwarding",
    "Wallet-Based Payment System",
  ]);
  await expectLinks(page, "main", { "Get Started": "/register" });
}

/** The public pages for a signed-in customer. */
export async function expectPublicPagesAsMember(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/services`);
  await expectLinks(page, "main", { "Go to Dashboard": "/dashboard" });
  await expectLinks(page, "header", { Home: "/", Dashboard: "/dashboard" });
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("button", { name: "Logout" })).toBeVisible();
  await expect(banner.getByRole("link", { name: "Login" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Get Started" })).toBeHidden();
}
